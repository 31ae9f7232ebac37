#include "agents/common/mcts/others.hpp"

#include "agents/common/mcts/chance.hpp"
#include "agents/common/mcts/enhancements/enhanced.hpp"
#include "agents/common/mcts/search_of.hpp"
#include "agents/uct/compositions.hpp"

namespace ludex::agents::uct {

using namespace mcts;

namespace {

template <class Base>
using EnhancedOthers =
    Enhanced<OthersPolicy<BasicPolicy<EnhancedNode<OthersNode<Base>>, EnhancedExtra<OthersExtra<NoExtra>>>>>;

}  // namespace

Composition others(const EnhancedConfig& config) {
  return make_search<OthersPolicy<BasicPolicy<OthersNode<Node>, OthersExtra<NoExtra>>>>(config);
}
Composition enhanced_others(const EnhancedConfig& config) {
  return make_search<EnhancedOthers<Node>>(config);
}
Composition enhanced_chance_others(const EnhancedConfig& config) {
  return make_search<EnhancedOthers<ChanceNode>>(config);
}

}  // namespace ludex::agents::uct
