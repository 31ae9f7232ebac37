#include "agents/common/mcts/bounds.hpp"
#include "agents/common/mcts/plain.hpp"
#include "agents/common/mcts/search_of.hpp"

namespace ludex::agents::mcts {

std::unique_ptr<AnySearch> plain_bounds(const CommonConfig& config) {
  return make_search<BoundsPolicy<>>(config);
}

}  // namespace ludex::agents::mcts
