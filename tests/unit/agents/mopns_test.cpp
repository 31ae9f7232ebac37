#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

TEST_CASE("mopns keeps the agent contract") {
  const OwnedGame tictactoe = make_game("mnk");
  Exhaustive truth;
  check_agent_contract("mopns", *tictactoe, {{"memory_mib", "16"}}, samples(40), &truth);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Exhaustive layered;
    check_agent_contract("mopns", *make_game(LayeredGame(12, 30, seed)), {{"memory_mib", "16"}}, samples(20),
                         &layered);
  }
}

TEST_CASE("mopns solves random graphs, also with recurrences, as exhaustive search does") {
  solve_random_graphs("mopns", {{{"mobility", "true"}}, {{"mobility", "false"}}}, samples(300));
}

TEST_CASE("mopns finds the score of Othello 4x4") {
  const OwnedGame game = make_game("othello", {{"size", "4"}, {"end", "no-moves"}});
  const OwnedAgent agent = make_agent("mopns");
  begin(*agent, *game, 1);
  // 11-3, empty squares to the winner. From the third move on, the tree is
  // small.
  Position position(*game);
  for (int i = 0; i < 4; ++i) position.apply(position.legal_moves()[0]);
  const Solution solution = solve(*agent, position, Goal::kValue);
  // Plain minimax over the same positions.
  const auto* const score = find<Score>(*game);
  std::map<std::uint64_t, std::int32_t> memo;
  const auto minimax = [&](const auto& self, const Position& p) -> std::int32_t {
    if (const auto known = memo.find(p.hash()); known != memo.end()) return known->second;
    std::int32_t best = -100;
    for (const Move move : p.legal_moves()) {
      Position next = p;
      best = std::max(
          best, is_over(next.apply(move)) ? score->score(next.state(), p.to_move()) : -self(self, next));
    }
    return memo[p.hash()] = best;
  };
  CHECK(solution.report.value == minimax(minimax, position));
  CHECK(solution.report.value_unit == ValueUnit::kScore);
}

}  // namespace ludex::tests
