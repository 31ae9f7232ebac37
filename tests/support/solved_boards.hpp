// Small boards whose value is known: breakthrough, knightthrough, connect-k, mnk, hex.
#pragma once

#include <string>
#include <vector>

#include "core/game/position.hpp"
#include "tests/support/plugins.hpp"

namespace ludex::tests {

// What a solver has to search: hundreds, thousands, ten thousands, millions of positions.
enum class Effort { kTrivial, kLight, kModerate, kHeavy };

struct SolvedBoard {
  std::string game;
  Settings settings;
  Effort effort;
  Outcome value;  // for the first player

  [[nodiscard]] OwnedGame make() const { return make_game(game, settings); }
  [[nodiscard]] std::string text() const;
};

// Those of one game, up to an effort; another one in a sanitizer's build.
std::vector<SolvedBoard> solved_boards(const std::string& game, Effort most,
                                       Effort most_sanitized = Effort::kLight);

// Every first move of hex on a board of 2, 3 or 4 a side, row by row from a1.
struct SolvedOpening {
  std::string move;
  Outcome value;  // for the player who answers it
};
std::vector<SolvedOpening> hex_openings(std::size_t side);
// The start with one move made.
Position after_opening(const Game& game, const SolvedOpening& opening);

}  // namespace ludex::tests
