// Moves and positions as GTP engines write them, for every game of two players.
#pragma once

#include <string>
#include <string_view>

#include "core/abi/text.hpp"
#include "core/game/extensions/gtp.hpp"
#include "core/game/game.hpp"
#include "core/game/own_words.hpp"
#include "core/game/position.hpp"
#include "core/util/result.hpp"

namespace ludex {

// Sets up a position from the game's own text; without an argument it answers with that text. A private
// command, as GTP 2 (section 2.12) allows.
inline constexpr std::string_view kGtpPosition = "ludex-position";

// One game: in the notation of ludex.gtp/1 if it has one; else b is the player that moves first, w the other,
// a move is the game's own text with '_' for blanks, and kGtpPosition sets up positions. Keeps a pointer to
// the game, which must outlive it.
class GtpTexts {
 public:
  // The game has two players.
  explicit GtpTexts(const Game& game) : game_(&game), gtp_(find<Gtp>(game)) {}

  // False: the texts are the game's own.
  [[nodiscard]] bool standard() const noexcept { return gtp_ != nullptr; }

  [[nodiscard]] char color(const State* state) const noexcept {
    if (gtp_ != nullptr) return gtp_->color(state);
    return game_->to_move(state) == 0 ? 'b' : 'w';
  }
  // `winner` is 0 or 1 in a finished game.
  [[nodiscard]] char color_of_winner(const State* state, Player winner) const noexcept {
    if (gtp_ == nullptr) return winner == 0 ? 'b' : 'w';
    const char mover = gtp_->color(state);
    return winner == game_->to_move(state) ? mover : mover == 'b' ? 'w' : 'b';
  }

  // `move` is legal in `state`.
  [[nodiscard]] std::string move_text(const State* state, Move move) const {
    if (gtp_ == nullptr) return own_word(*game_, state, move);
    StringSink text;
    gtp_->write_move(state, move, text);
    return text.take();
  }
  // A legal move of `state`, or the reason why the text is none.
  [[nodiscard]] Result<Move> read_move(const State* state, std::string_view text) const {
    if (gtp_ == nullptr) return move_of_own_word(*game_, state, text);
    return move_or_reason([&](Move* move, TextSink& error) {
      return gtp_->read_move(state, text.data(), text.size(), move, error);
    });
  }

  // The commands, one per line, that set up this position in an engine in any state.
  [[nodiscard]] Result<std::string> setup(const State* state) const {
    StringSink commands;
    if (gtp_ != nullptr) {
      StringSink error;
      if (gtp_->write_setup(state, commands, error) != Status::kOk) return Error{error.take()};
      return commands.take();
    }
    game_->position_to_text(state, commands);
    const std::string text = commands.take();
    if (text == initial()) return std::string("clear_board\n");
    return "clear_board\n" + std::string(kGtpPosition) + ' ' + text + '\n';
  }
  // The argument of "boardsize", "11" or "11 9"; "" if the game's own parameters say how large it is.
  [[nodiscard]] std::string board_size() const {
    StringSink size;
    if (gtp_ != nullptr) gtp_->write_board_size(size);
    return size.take();
  }

 private:
  [[nodiscard]] std::string initial() const {
    const Position start(*game_);
    return start.text();
  }

  const Game* game_;
  const Gtp* gtp_;  // null: the game's own texts
};

}  // namespace ludex
