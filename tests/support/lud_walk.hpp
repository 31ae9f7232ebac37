// Games of our own on small boards: described in a line, walked by the texts of moves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/lud/lud.hpp"

namespace ludex::games::lud {

inline Result<std::shared_ptr<Description>> read(const std::string& text) {
  return describe("t.lud", text, "", {});
}
inline std::string problems_of(const std::string& text) {
  const auto description = read(text);
  if (!description) return description.error();
  std::string problems;
  for (const auto& problem : (*description)->problems) problems += problem + "\n";
  return problems;
}
inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A position of a described game, moved by texts.
class Walk {
 public:
  explicit Walk(const std::string& text) {
    auto description = read(text);
    REQUIRE_MESSAGE(description.ok(), (description.ok() ? "" : description.error()));
    REQUIRE_MESSAGE((*description)->program != nullptr, problems_of(text));
    game_ = std::make_unique<LudGame>(std::move(*description), false);
    state_.resize(game_->bytes());
    game_->initial(state_.data());
  }
  [[nodiscard]] std::vector<std::string> moves() const {
    std::vector<Move> list(game_->traits().max_moves);
    list.resize(game_->legal_moves(state_.data(), list.data()));
    std::vector<std::string> texts;
    for (const Move move : list) texts.push_back(game_->plain_text(state_.data(), move));
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  Walk& play(const std::string& text) {
    std::vector<Move> list(game_->traits().max_moves);
    list.resize(game_->legal_moves(state_.data(), list.data()));
    const auto found = std::find_if(
        list.begin(), list.end(), [&](Move move) { return game_->plain_text(state_.data(), move) == text; });
    REQUIRE_MESSAGE(found != list.end(), text);
    game_->apply(state_.data(), *found);
    return *this;
  }
  [[nodiscard]] GameStatus status() const { return game_->status(state_.data()); }
  [[nodiscard]] Player to_move() const { return game_->to_move(state_.data()); }
  [[nodiscard]] std::string svg() const { return game_->svg(state_.data(), kNoMove); }
  [[nodiscard]] std::string cells() const {
    const std::string text = game_->position_text(state_.data());
    return text.substr(0, text.find(' '));
  }

 private:
  std::unique_ptr<LudGame> game_;
  std::vector<std::byte> state_;
};

inline std::string game_of(const std::string& equipment, const std::string& rules) {
  return "(game \"Test\" (players 2) (equipment {" + equipment + "}) (rules " + rules + "))";
}
// Nobody ever wins unless by another `end` rule, and a turn is so many steps.
inline std::string endless_game(int steps_of_a_turn, const std::string& end = "") {
  return game_of(
      "(board (square 4)) (piece \"Walker\" Each (move Step (to if:(is Empty (to))) (then (if (< (count "
      "MovesThisTurn) " +
          std::to_string(steps_of_a_turn - 1) + ") (moveAgain)))))",
      "(start {(place \"Walker1\" 0) (place \"Walker2\" 15)}) (play (forEach Piece)) (end {(if (no Pieces "
      "Mover) (result Mover Loss)) " +
          end + "})");
}
inline const std::string kUntilFull = " (end (if (is Full) (result Mover Win)))";

// The sites of a region, or a number as a site: where a piece may be put first.
inline std::vector<std::string> sites_of(const std::string& board, const std::string& region) {
  return Walk(game_of(board + " (piece \"Disc\" Each)", "(play (move Add (to " + region + ")))" + kUntilFull))
      .moves();
}
using Texts = std::vector<std::string>;

}  // namespace ludex::games::lud
