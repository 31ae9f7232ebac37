#include "agents/common/mcts/bounds.hpp"
#include "agents/common/mcts/chance.hpp"
#include "agents/common/mcts/open_loop.hpp"
#include "agents/common/mcts/plain.hpp"
#include "agents/common/mcts/policy.hpp"
#include "agents/common/mcts/search_of.hpp"
#include "agents/common/mcts/solver.hpp"

namespace ludex::agents::mcts {

std::unique_ptr<AnySearch> plain_chance(const CommonConfig& config) {
  return make_search<BasicPolicy<ChanceNode>>(config);
}
std::unique_ptr<AnySearch> plain_chance_solver(const CommonConfig& config) {
  return make_search<SolverPolicy<ChanceNode>>(config);
}
std::unique_ptr<AnySearch> plain_chance_bounds(const CommonConfig& config) {
  return make_search<BoundsPolicy<BoundsNode<ChanceNode>>>(config);
}
std::unique_ptr<AnySearch> plain_open_loop(const CommonConfig& config) {
  return make_search<OpenLoopPolicy<>>(config);
}

}  // namespace ludex::agents::mcts
