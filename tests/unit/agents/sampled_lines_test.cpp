// Proven results tried on whole games.
#include "arena/host/analysis/sampled_lines.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "core/contract/exhaustive.hpp"
#include "tests/support/agent_contract.hpp"

namespace ludex::tests {

using namespace arena::host;

namespace {

// Right by exhaustive search, without a best move.
Prover right() {
  return [](const Position& position, Goal goal, Move&) -> std::optional<bool> {
    const Outcome value = contract::Exhaustive().solve(position);
    return value == Outcome::kWin || (goal == Goal::kDraw && value == Outcome::kDraw);
  };
}

// Holds that whoever is to move can do nothing.
Prover wrong() {
  return [](const Position&, Goal, Move&) -> std::optional<bool> { return false; };
}

Prover undecided() {
  return [](const Position&, Goal, Move&) -> std::optional<bool> { return {}; };
}

std::vector<Claim> claim(Player player, Goal goal) {
  return {{player, goal}};
}

bool always(const SampledLines&) {
  return true;
}

}  // namespace

TEST_CASE("right claims are kept in every line, wrong ones and wrong provers are found") {
  const OwnedGame game = make_game("mnk");  // 3 x 3: a draw
  const Position start(*game);
  for (const Player player : {Player{0}, Player{1}}) {
    const SampledLines draw = sample_lines(start, claim(player, Goal::kDraw), 20, 1, right(), always);
    CHECK(draw.kept == 20);
    CHECK(draw.contradiction.empty());
    CHECK(draw.plies >= 20 * 5);
    // Nobody can force a win: the first moves are all refuted, at once or after the opponent's.
    CHECK_FALSE(sample_lines(start, claim(player, Goal::kWin), 1, 1, right(), always).contradiction.empty());
    CHECK_FALSE(sample_lines(start, claim(player, Goal::kWin), 50, 1, wrong(), always).contradiction.empty());
    const SampledLines open = sample_lines(start, claim(player, Goal::kDraw), 3, 1, undecided(), always);
    CHECK(open.kept + open.open == 3);
    CHECK(open.open > 0);
  }
  const SampledLines stopped = sample_lines(start, claim(0, Goal::kDraw), 20, 1, right(),
                                            [](const SampledLines& so_far) { return so_far.kept < 2; });
  CHECK(stopped.kept == 2);
}

TEST_CASE("an exact draw is a claim of both players, and they share the games") {
  const OwnedGame game = make_game("mnk");
  const Position start(*game);
  SearchReport report{};
  CHECK(claims_of(start, Goal::kValue, report).empty());
  report.outcome = Outcome::kDraw;
  const std::vector<Claim> both = claims_of(start, Goal::kValue, report);
  REQUIRE(both.size() == 2);
  CHECK(both[0].player != both[1].player);
  CHECK(sample_lines(start, both, 5, 1, right(), always).kept == 5);
  // Who cannot win lets the opponent draw.
  const std::vector<Claim> no_win = claims_of(start, Goal::kWin, report);
  REQUIRE(no_win.size() == 1);
  CHECK(no_win[0].player == 1);
  CHECK(no_win[0].goal == Goal::kDraw);
  CHECK(answer_to(Goal::kDraw, report) == true);
}

TEST_CASE("a first player's win in Hex, by the moves of either prover") {
  const OwnedGame game = make_game("hex", {{"size", "3"}});
  const SampledLines lines = sample_lines(Position(*game), claim(0, Goal::kWin), 10, 3, right(), always);
  CHECK(lines.kept == 10);
  CHECK_FALSE(
      sample_lines(Position(*game), claim(1, Goal::kDraw), 30, 3, wrong(), always).contradiction.empty());
}

}  // namespace ludex::tests
