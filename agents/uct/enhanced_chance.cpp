#include "agents/common/mcts/bounds.hpp"
#include "agents/common/mcts/chance.hpp"
#include "agents/common/mcts/enhancements/enhanced.hpp"
#include "agents/common/mcts/open_loop.hpp"
#include "agents/common/mcts/search_of.hpp"
#include "agents/common/mcts/solver.hpp"
#include "agents/uct/compositions.hpp"

namespace ludex::agents::uct {

using namespace mcts;

Composition enhanced_chance(const EnhancedConfig& config) {
  return make_search<Enhanced<BasicPolicy<EnhancedNode<ChanceNode>, EnhancedExtra<NoExtra>>>>(config);
}
Composition enhanced_chance_solver(const EnhancedConfig& config) {
  return make_search<Enhanced<SolverPolicy<EnhancedNode<ChanceNode>, EnhancedExtra<SolverExtra>>>>(config);
}
Composition enhanced_chance_bounds(const EnhancedConfig& config) {
  using Node = EnhancedNode<BoundsNode<ChanceNode>>;
  return make_search<Enhanced<BoundsPolicy<Node, EnhancedExtra<NoExtra>>>>(config);
}
Composition enhanced_open_loop(const EnhancedConfig& config) {
  return make_search<Enhanced<OpenLoopPolicy<EnhancedNode<OpenLoopNode>, EnhancedExtra<OpenLoopExtra>>>>(
      config);
}

}  // namespace ludex::agents::uct
