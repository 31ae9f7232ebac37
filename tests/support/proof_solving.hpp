// What the tests of the proof-number agents share: solving through the binary interface, and a checker of
// proof texts that knows the rules of the game and nothing of the search that wrote them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/contract/report_check.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

struct Solution {
  SearchReport report{};
  std::vector<RootMove> root;
  // 1: the goal can be reached, 0: it cannot, -1: not decided.
  int answer = -1;
  [[nodiscard]] double counter(const std::string& name) const {
    for (std::uint32_t i = 0; i < report.counter_size; ++i) {
      if (name == report.counters[i].name) return report.counters[i].value;
    }
    return -1;
  }
};

inline Solution solve(Agent& agent, const Position& position, Goal goal, const Budget& budget) {
  Solution solution;
  solution.root.resize(position.game().traits().max_moves);
  solution.report =
      SearchReport::empty(solution.root.data(), static_cast<std::uint32_t>(solution.root.size()));
  StringSink error;
  REQUIRE_MESSAGE(agent.solve(position.state(), goal, &budget, &solution.report, error) == Status::kOk,
                  error.text());
  CHECK_FALSE(check_report(solution.report, solution.root.data(), solution.report.root_capacity).any());
  solution.root.resize(solution.report.root_size);
  solution.report.root = nullptr;
  solution.answer = static_cast<int>(solution.counter("answer"));
  return solution;
}
inline Solution solve(Agent& agent, const Position& position, Goal goal, std::uint64_t node_limit = 0) {
  static const std::uint32_t never = 0;
  Budget budget = nodes(node_limit);
  budget.stop = &never;
  return solve(agent, position, goal, budget);
}

// What is said of a position's value (-1, 0, 1) or proven of it, against the truth.
inline void check_claim(double value, ValueBound bound, Outcome claim, Outcome truth) {
  if (claim != Outcome::kUnknown) CHECK(claim == truth);
  const double result = truth == Outcome::kWin ? 1 : truth == Outcome::kLoss ? -1 : 0;
  if (bound == ValueBound::kLower) CHECK(result >= value);
  if (bound == ValueBound::kUpper) CHECK(result <= value);
}

// All goals against the truth.
inline void check_solutions(Agent& agent, const Position& position, Exhaustive& truth,
                            std::uint64_t node_limit = 0) {
  const Outcome value = truth.solve(position);
  const Solution win = solve(agent, position, Goal::kWin, node_limit);
  const Solution draw = solve(agent, position, Goal::kDraw, node_limit);
  const Solution all = solve(agent, position, Goal::kValue, node_limit);
  if (node_limit == 0) {
    CHECK(win.answer >= 0);
    CHECK(all.report.outcome == value);
  }
  if (win.answer >= 0) CHECK(win.answer == (value == Outcome::kWin ? 1 : 0));
  if (draw.answer >= 0 && (position.game().traits().flags & kDrawsPossible) != 0)
    CHECK(draw.answer == (value != Outcome::kLoss ? 1 : 0));
  for (const Solution* s : {&win, &draw, &all}) {
    REQUIRE(s->report.value_unit == ValueUnit::kExpected);
    check_claim(s->report.value, s->report.bound, s->report.outcome, value);
    // Where positions recur, what holds of a move may rest on the way to it.
    if ((position.game().traits().flags & kCyclic) != 0) continue;
    for (const RootMove& move : s->root)
      check_claim(move.value, move.bound, move.outcome, truth.after(position, move.move, position.to_move()));
  }
}

// Random graphs, without and with recurrences, each solved with one of the settings.
inline void solve_random_graphs(const std::string& id, const std::vector<Settings>& variants,
                                std::uint64_t problems) {
  Rng rng = Rng::seeded(31);
  for (std::uint64_t seed = 0; seed < problems; ++seed) {
    Settings settings = variants[seed % variants.size()];
    settings.push_back({"memory_mib", "16"});
    const OwnedAgent agent = make_agent(id, settings);
    const OwnedGame game = make_game(LayeredGame(8, 3 + rng.below(20), seed));
    Exhaustive truth;
    begin(*agent, *game, seed);
    for (int i = 0; i < 4; ++i) check_solutions(*agent, random_position(*game, rng.below(5), rng), truth);
    const OwnedGame walk = make_game(WalkGame(4 + rng.below(10), seed));
    Exhaustive walks([](const Position& p) { return fnv1a(p.text()); });
    begin(*agent, *walk, seed);
    for (int i = 0; i < 4; ++i) check_solutions(*agent, random_position(*walk, rng.below(5), rng), walks);
  }
}

}  // namespace ludex::tests
