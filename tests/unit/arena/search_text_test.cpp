// Values, variations and progress as they are shown.
#include "arena/faces/cli/search_text.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "arena/faces/cli/progress_line.hpp"
#include "tests/support/arena_fixture.hpp"

namespace ludex::arena::cli {

using namespace host;
using namespace run;

TEST_CASE("values are shown in their unit, bounds as bounds") {
  CHECK(value_text(24, ValueUnit::kCenti, ValueBound::kExact) == "+0.24");
  CHECK(value_text(2400, ValueUnit::kCenti, ValueBound::kUpper) == "<= +24.00");
  CHECK(value_text(-150, ValueUnit::kCenti, ValueBound::kLower) == ">= -1.50");
  // Beyond every evaluation it is the end that is forced, and in how many plies.
  CHECK(value_text(31988, ValueUnit::kCenti, ValueBound::kExact) == "win in 12");
  CHECK(value_text(-31998, ValueUnit::kCenti, ValueBound::kExact) == "loss in 2");
  CHECK(value_text(31999, ValueUnit::kCenti, ValueBound::kLower) == ">= win in 1");
  CHECK(value_text(30000, ValueUnit::kCenti, ValueBound::kExact) == "+300.00");
  // An engine's mate is 30000 less its moves.
  CHECK(value_text(29997, ValueUnit::kCenti, ValueBound::kExact) == "win in 3 moves");
  CHECK(value_text(-29988, ValueUnit::kCenti, ValueBound::kUpper) == "<= loss in 12 moves");
  CHECK(value_text(29000, ValueUnit::kCenti, ValueBound::kExact) == "+290.00");
  CHECK(value_text(31988, ValueUnit::kScore, ValueBound::kExact) == "+31988");
  CHECK(value_text(12, ValueUnit::kScore, ValueBound::kExact) == "+12");
  CHECK(value_text(-0.5, ValueUnit::kExpected, ValueBound::kUpper) == "<= -0.5000");
  CHECK(value_text(3, ValueUnit::kNone, ValueBound::kExact) == "-");
  CHECK(value_text(3, ValueUnit::kCenti, ValueBound::kNone) == "-");
}

TEST_CASE("a variation ends where it is no longer legal") {
  const GameModule<tests::LineRules> game(tests::LineRules{4});
  const Position start(game);
  const std::array moves{Move{1}, Move{2}, Move{1}, Move{3}};
  CHECK(variation_text(start, moves) == std::vector<std::string>{"c1", "c2"});
  const std::array to_the_end{Move{1}, Move{0}, Move{2}};
  CHECK(variation_text(start, to_the_end) == std::vector<std::string>{"c1", "c0"});
}

TEST_CASE("the line of a search has what the agent knows") {
  const GameModule<tests::LineRules> game(tests::LineRules{4});
  const Position start(game);
  ProgressBoard board;
  board.watch(true);
  CHECK(progress_text(board.read(), start, 2) == "0 nodes  0 nodes/s  2.0 s");
  board.count(5000, 0);
  SearchReport report = SearchReport::empty(nullptr, 0);
  report.set_value(35, ValueUnit::kCenti, ValueBound::kLower);
  report.depth = 7;
  report.add_pv(Move{2});
  report.add_pv(Move{3});
  board.show(report);
  CHECK(progress_text(board.read(), start, 2) ==
        "depth 7  value >= +0.35  5000 nodes  2500 nodes/s  2.0 s  pv c2 c3");
  board.reset();
  board.show([](SearchProgress& shown) {
    shown.proof = 12;
    shown.disproof = std::numeric_limits<double>::infinity();
    shown.table_fill = 0.25;
  });
  CHECK(progress_text(board.read(), start, 0.5) ==
        "pn 12 dn infinite  0 nodes  0 nodes/s  table 25.0 %  0.5 s");
}

TEST_CASE("a board that nobody watches keeps nothing") {
  ProgressBoard board;
  SearchReport report = SearchReport::empty(nullptr, 0);
  report.depth = 7;
  CHECK_FALSE(board.due());
  board.show(report);
  CHECK(board.read().depth == 0);
  CHECK_FALSE(board.due());
  board.watch(true);
  CHECK(board.due());
  board.show(report);
  CHECK_FALSE(board.due());
  CHECK(board.read().depth == 7);
  CHECK(board.due());
}

}  // namespace ludex::arena::cli
