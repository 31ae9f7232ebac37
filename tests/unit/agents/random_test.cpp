#include <map>

#include "tests/support/agent_contract.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

TEST_CASE("random keeps the agent contract") {
  check_agent_contract("random", *make_game("mnk", {{"m", "5"}, {"n", "4"}, {"k", "4"}}), {}, 20, nullptr);
  check_agent_contract("random", *make_game(LayeredGame(10, 30, 1)), {}, 20, nullptr);
}

TEST_CASE("random plays every move equally often") {
  const OwnedGame game = make_game("mnk");
  const OwnedAgent agent = make_agent("random");
  begin(*agent, *game, 5);
  const Position start(*game);
  std::map<Move, int> counts;
  constexpr int kDraws = 9000;
  for (int i = 0; i < kDraws; ++i) ++counts[ask(*agent, start, iterations(1)).move];
  double chi2 = 0;
  for (const auto& [move, n] : counts) chi2 += (n - kDraws / 9.0) * (n - kDraws / 9.0) / (kDraws / 9.0);
  CHECK(counts.size() == 9);
  CHECK(chi2 < 26.12);  // 99.9 % quantile, 8 degrees of freedom
}

}  // namespace ludex::tests
