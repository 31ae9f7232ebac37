#include "agents/uct/enhanced.hpp"

#include "agents/common/mcts/bounds.hpp"
#include "agents/common/mcts/search_of.hpp"
#include "agents/uct/compositions.hpp"

namespace ludex::agents {

template class mcts::Search<uct::EnhancedPolicy>;

namespace uct {

using namespace mcts;

Composition enhanced(const EnhancedConfig& config) {
  return make_search<EnhancedPolicy>(config);
}
Composition enhanced_bounds(const EnhancedConfig& config) {
  return make_search<Enhanced<BoundsPolicy<EnhancedNode<BoundsNode<Node>>, EnhancedExtra<NoExtra>>>>(config);
}

}  // namespace uct

}  // namespace ludex::agents
