// Moves and positions as engines of the UCI family write them.
#pragma once

#include <string>
#include <string_view>

#include "core/abi/enum_text.hpp"
#include "core/abi/text.hpp"
#include "core/game/extensions/uci.hpp"
#include "core/game/game.hpp"
#include "core/game/own_words.hpp"
#include "core/util/result.hpp"

namespace ludex {

// UGI is UCI for all games (the Universal Game Interface of cutegames): it has no notation of its own.
enum class EngineProtocol : std::uint32_t { kUci, kUsi, kUgi };
[[nodiscard]] constexpr auto enum_texts(EngineProtocol) noexcept {
  return EnumTexts{"uci", "usi", "ugi"};
}

// One game in the notation of one protocol: that of ludex.uci/1 for UCI and USI. UGI has the game's own
// texts; blanks in a move become '_', because a list of moves is split at blanks. Keeps a pointer to the
// game, which must outlive it.
class EngineTexts {
 public:
  // The game must speak the protocol.
  EngineTexts(const Game& game, EngineProtocol protocol)
      : game_(&game),
        uci_(protocol == EngineProtocol::kUgi ? nullptr : find<Uci>(game)),
        dialect_(protocol == EngineProtocol::kUsi ? UciDialect::kUsi : UciDialect::kUci) {}

  [[nodiscard]] static bool speaks(const Game& game, EngineProtocol protocol) noexcept {
    if (protocol == EngineProtocol::kUgi) return true;
    const auto* const uci = find<Uci>(game);
    return uci != nullptr &&
           uci->speaks(protocol == EngineProtocol::kUsi ? UciDialect::kUsi : UciDialect::kUci);
  }

  // The value of the engine's option UCI_Variant; "" if it needs none.
  [[nodiscard]] std::string_view variant() const noexcept { return uci_ != nullptr ? uci_->variant() : ""; }

  // `move` is legal in `state`.
  [[nodiscard]] std::string move_text(const State* state, Move move) const {
    if (uci_ == nullptr) return own_word(*game_, state, move);
    StringSink text;
    uci_->write_move(state, move, dialect_, text);
    return text.take();
  }
  // A legal move of `state`, or the reason why the text is none.
  [[nodiscard]] Result<Move> read_move(const State* state, std::string_view text) const {
    if (uci_ == nullptr) return move_of_own_word(*game_, state, text);
    return move_or_reason([&](Move* move, TextSink& error) {
      return uci_->read_move(state, dialect_, text.data(), text.size(), move, error);
    });
  }

  // The text after "position fen" or "position sfen".
  [[nodiscard]] std::string position_text(const State* state) const {
    StringSink text;
    if (uci_ != nullptr) {
      uci_->write_position(state, dialect_, text);
    } else {
      game_->position_to_text(state, text);
    }
    return text.take();
  }
  // Reads such a text into `out`. Returns the game's warning about a partly read text, or "".
  [[nodiscard]] Result<std::string> read_position(std::string_view text, State* out) const {
    StringSink message;
    const Status status = uci_ != nullptr
                              ? uci_->read_position(text.data(), text.size(), dialect_, out, message)
                              : game_->position_from_text(text.data(), text.size(), out, message);
    if (status != Status::kOk) return Error{message.take()};
    return message.take();
  }

 private:
  const Game* game_;
  const Uci* uci_;  // null: the game's own texts
  UciDialect dialect_;
};

}  // namespace ludex
