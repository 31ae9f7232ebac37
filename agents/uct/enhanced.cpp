#include "agents/common/mcts/enhancements/enhanced.hpp"

#include "agents/common/mcts/bounds.hpp"
#include "agents/common/mcts/policy.hpp"
#include "agents/common/mcts/search_of.hpp"
#include "agents/uct/compositions.hpp"

namespace ludex::agents::uct {

using namespace mcts;

Composition enhanced(const EnhancedConfig& config) {
  return make_search<Enhanced<BasicPolicy<EnhancedNode<Node>, EnhancedExtra<NoExtra>>>>(config);
}
Composition enhanced_bounds(const EnhancedConfig& config) {
  return make_search<Enhanced<BoundsPolicy<EnhancedNode<BoundsNode>, EnhancedExtra<NoExtra>>>>(config);
}

}  // namespace ludex::agents::uct
