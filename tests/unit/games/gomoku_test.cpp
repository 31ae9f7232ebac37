#include "games/gomoku/gomoku.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/game_contract.hpp"
#include "tests/support/ludii_trace.hpp"
#include "tests/support/make_rules.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/playout_statistics.hpp"
#include "tests/unit/games/naive_line_game.hpp"

namespace ludex::tests {
namespace {

using games::LineGameLook;
using games::LineGameRules;
using games::gomoku::Gomoku;

LineGameRules<4> board15(bool exact) {
  return LineGameRules<4>(
      {.width = 15, .height = 15, .k = 5, .exact = exact, .stones = "bw", .look = LineGameLook::kStones});
}

struct Board {
  const char* size;
  const char* rules;
  std::uint32_t positions;  // to compare with the naive implementation
  std::uint32_t walks;
};
constexpr Board kBoards[] = {
    {"15", "freestyle", 10'000, 3}, {"15", "standard", 10'000, 3}, {"7", "freestyle", 45'000, 30},
    {"7", "standard", 45'000, 30},  {"5", "standard", 2'000, 20},  {"10", "standard", 5'000, 5},
    {"19", "freestyle", 1'000, 1},  {"19", "standard", 1'000, 1},
};

template <class F>
void for_each_board(F&& f) {
  for (const Board& b : kBoards) {
    CAPTURE(b.size);
    CAPTURE(b.rules);
    with_rules<Gomoku>({{"size", b.size}, {"rules", b.rules}}, [&](const auto& rules) { f(rules, b); });
  }
}

TEST_CASE("gomoku keeps the contract of games") {
  for_each_board([](const auto& rules, const Board& b) { check_game_contract(rules, samples(b.walks), 41); });
}

TEST_CASE("gomoku agrees with an independent implementation") {
  for_each_board([](const auto& rules, const Board& b) {
    const int size = std::stoi(b.size);
    const NaiveLineGame naive(size, size, 5, b.rules == std::string("standard"));
    check_against_reference(rules, naive, samples(b.positions), 42);
  });
}

TEST_CASE("gomoku playouts are uniform") {
  for_each_board([](const auto& rules, const Board&) { check_playouts(rules, samples(3'000), 43); });
}

TEST_CASE("every recorded Ludii game of Gomoku 15x15") {
  const auto path = oracle("ludii_traces/gomoku15.txt.gz");
  if (!path) return;
  const auto rules = board15(true);
  const auto translate = [](const std::string& move) {
    const int site = std::stoi(move);
    return static_cast<char>('a' + site % 15) + std::to_string(site / 15 + 1);
  };
  for (const TraceGame& game : read_ludii_trace(*path)) {
    auto state = rules.initial();
    for (const TracePly& ply : game.plies) {
      REQUIRE_FALSE(is_over(rules.status(state)));
      REQUIRE(ply.mover == static_cast<int>(rules.to_move(state)) + 1);
      std::vector<std::string> legal;
      for (const std::string& move : ply.legal) legal.push_back(translate(move));
      std::sort(legal.begin(), legal.end());
      REQUIRE(legal_texts(rules, state) == legal);
      rules.apply(state, *rules.parse_move(state, translate(ply.move)));
    }
    REQUIRE(rules.status(state) == win_for(static_cast<Player>(game.winner - 1)));
  }
}

TEST_CASE("gomoku 15x15 playouts have Ludii's statistics") {
  // 10,000 random games of Ludii 1.3.12, whose Gomoku wants exactly five (the freestyle game is shorter: its
  // mean is 109.1 plies, 13 standard errors away).
  check_published_playouts(board15(true), {10'000, 112.5, 26.3, 0.512, 0.488, 0}, samples(10'000), 44, 0.05,
                           0.0005);
}

template <GameRules R>
GameStatus play(const R& rules, const std::vector<std::string>& moves) {
  auto state = rules.initial();
  for (const std::string& move : moves) {
    REQUIRE_FALSE(is_over(rules.status(state)));
    rules.apply(state, *rules.parse_move(state, move));
  }
  return rules.status(state);
}

TEST_CASE("an overline wins in freestyle only, in every direction and at the rim") {
  // Black plays a, b, c, e, f and then d of a line, which makes six at once; white stays away.
  const std::vector<std::vector<std::string>> lines{
      {"a1", "b1", "c1", "e1", "f1", "d1"},        // bottom rim
      {"o10", "o11", "o12", "o14", "o15", "o13"},  // right rim
      {"a1", "b2", "c3", "e5", "f6", "d4"},        // diagonal from a corner
      {"j15", "k14", "l13", "n11", "o10", "m12"},  // anti-diagonal at the rim
  };
  for (const auto& line : lines) {
    std::vector<std::string> moves;
    const char* elsewhere[] = {"a8", "c8", "e8", "g8", "i8"};
    for (std::size_t i = 0; i < line.size(); ++i) {
      moves.push_back(line[i]);
      if (i + 1 < line.size()) moves.emplace_back(elsewhere[i]);
    }
    CAPTURE(line[0]);
    CHECK(play(board15(false), moves) == win_for(0));
    CHECK(play(board15(true), moves) == GameStatus::kOngoing);
    // Without the far end it is five.
    moves.erase(moves.begin() + 8, moves.begin() + 10);
    CHECK(play(board15(false), moves) == win_for(0));
    CHECK(play(board15(true), moves) == win_for(0));
  }
}

TEST_CASE("a line does not go on at the other rim") {
  for (const bool exact : {false, true}) {
    CHECK(play(board15(exact), {"m1", "a8", "n1", "c8", "o1", "e8", "a2", "g8", "b2"}) ==
          GameStatus::kOngoing);
    CHECK(play(board15(exact), {"m1", "a8", "n2", "c8", "o3", "e8", "a5", "g8", "b6"}) ==
          GameStatus::kOngoing);
  }
}

TEST_CASE("gomoku positions as text") {
  const auto rules = board15(false);
  const std::string empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b";
  CHECK(rules.position_text(rules.initial()) == empty);
  const std::string two = "15/15/15/15/15/15/15/7b7/9w5/15/15/15/15/15/15 b";
  auto state = rules.initial();
  for (const char* move : {"h8", "j7"}) rules.apply(state, *rules.parse_move(state, move));
  CHECK(rules.position_text(state) == two);
  CHECK_FALSE(rules.parse_position("15/15/15/15/15/15/15/7b7/9w5/15/15/15/15/15/15 w").ok());
  CHECK_FALSE(rules.parse_position("15/15/15/15/15/15/15/7b7/9x5/15/15/15/15/15/15 b").ok());
  // Six in a row, with five white stones: over in freestyle, not in standard.
  const std::string six = "15/15/15/15/15/15/15/3bbbbbb6/15/1w1w1w1w1w5/15/15/15/15/15 w";
  CHECK(rules.status(*rules.parse_position(six)) == win_for(0));
  CHECK(board15(true).status(*board15(true).parse_position(six)) == GameStatus::kOngoing);
}

TEST_CASE("gomoku refuses parameters that do not fit") {
  CHECK(refusal<Gomoku>({{"size", "4"}}).find("5..19") != std::string::npos);
  CHECK(refusal<Gomoku>({{"rules", "renju"}}).find("freestyle|standard") != std::string::npos);
}

TEST_CASE("state sizes and drawings") {
  CHECK(sizeof(LineGameRules<4>::State) == 80);
  CHECK(board15(false).svg(board15(false).initial(), kNoMove).find("<svg") == 0);
}

}  // namespace
}  // namespace ludex::tests
