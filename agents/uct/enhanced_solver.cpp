#include "agents/common/mcts/enhancements/enhanced.hpp"
#include "agents/common/mcts/enhancements/must_play.hpp"
#include "agents/common/mcts/search_of.hpp"
#include "agents/common/mcts/solver.hpp"
#include "agents/uct/compositions.hpp"

namespace ludex::agents::uct {

using namespace mcts;

Composition enhanced_solver(const EnhancedConfig& config) {
  return make_search<Enhanced<SolverPolicy<EnhancedNode<Node>, EnhancedExtra<SolverExtra>>>>(config);
}
Composition must_play(const EnhancedConfig& config) {
  using Solver = SolverPolicy<EnhancedNode<MustPlayNode<Node>>, EnhancedExtra<MustPlayExtra<SolverExtra>>>;
  return make_search<Enhanced<MustPlayPolicy<Solver>>>(config);
}

}  // namespace ludex::agents::uct
