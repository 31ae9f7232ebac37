#include "tests/support/solved_boards.hpp"

#include <algorithm>
#include <string_view>

#include <doctest/doctest.h>

#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

constexpr Outcome kFirst = Outcome::kWin;
constexpr Outcome kSecond = Outcome::kLoss;

SolvedBoard board(const char* game, const char* width, const char* height, Effort effort, Outcome value) {
  return {game, {{"width", width}, {"height", height}}, effort, value};
}
SolvedBoard mnk(const char* m, const char* n, const char* k, Effort effort, Outcome value) {
  return {"mnk", {{"m", m}, {"n", n}, {"k", k}}, effort, value};
}

std::vector<SolvedBoard> all_boards() {
  using enum Effort;
  return {board("breakthrough", "2", "4", kTrivial, kSecond),
          board("breakthrough", "2", "5", kTrivial, kSecond),
          board("breakthrough", "2", "6", kLight, kFirst),
          board("breakthrough", "2", "7", kLight, kSecond),
          board("breakthrough", "3", "4", kModerate, kSecond),
          board("breakthrough", "3", "5", kModerate, kSecond),
          board("breakthrough", "4", "4", kModerate, kSecond),
          board("breakthrough", "3", "6", kHeavy, kFirst),
          board("knightthrough", "3", "5", kLight, kFirst),
          board("knightthrough", "3", "6", kModerate, kSecond),
          board("connect-k", "4", "4", kModerate, Outcome::kDraw),
          board("connect-k", "5", "4", kHeavy, Outcome::kDraw),
          mnk("3", "3", "3", kTrivial, Outcome::kDraw),
          mnk("4", "3", "3", kTrivial, kFirst),
          mnk("4", "4", "3", kLight, kFirst),
          mnk("4", "4", "4", kHeavy, Outcome::kDraw)};
}

}  // namespace

std::string SolvedBoard::text() const {
  std::string all = game;
  for (const ParamText& setting : settings) all += std::string(" ") + setting.name + "=" + setting.value;
  return all;
}

std::vector<SolvedBoard> solved_boards(const std::string& game, Effort most, Effort most_sanitized) {
  std::vector<SolvedBoard> boards = all_boards();
  std::erase_if(boards, [&](const SolvedBoard& b) { return b.game != game || b.effort > most; });
  REQUIRE_FALSE(boards.empty());
  if (kSanitized) std::erase_if(boards, [&](const SolvedBoard& b) { return b.effort > most_sanitized; });
  return boards;
}

std::vector<SolvedOpening> hex_openings(std::size_t side) {
  // B: the opener wins.
  static constexpr std::string_view kTables[] = {"WBBW", "WWBBBBBWW", "WWWBWWBWWBWWBWWW"};
  const std::string_view table = kTables[side - 2];
  std::vector<SolvedOpening> openings;
  for (std::size_t cell = 0; cell < table.size(); ++cell) {
    openings.push_back({static_cast<char>('a' + cell % side) + std::to_string(cell / side + 1),
                        table[cell] == 'B' ? Outcome::kLoss : Outcome::kWin});
  }
  return openings;
}

Position after_opening(const Game& game, const SolvedOpening& opening) {
  Position position(game);
  const Result<Move> move = position.parse_move(opening.move);
  REQUIRE_MESSAGE(move.ok(), opening.move);
  position.apply(*move);
  return position;
}

}  // namespace ludex::tests
