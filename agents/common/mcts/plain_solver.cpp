#include "agents/common/mcts/plain.hpp"
#include "agents/common/mcts/search_of.hpp"
#include "agents/common/mcts/solver.hpp"

namespace ludex::agents::mcts {

std::unique_ptr<AnySearch> plain_solver(const CommonConfig& config) {
  return make_search<SolverPolicy<>>(config);
}

}  // namespace ludex::agents::mcts
