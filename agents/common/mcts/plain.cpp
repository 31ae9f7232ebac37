#include "agents/common/mcts/plain.hpp"

#include "agents/common/mcts/policy.hpp"
#include "agents/common/mcts/search_of.hpp"

namespace ludex::agents::mcts {

std::unique_ptr<AnySearch> plain(const CommonConfig& config) {
  return make_search<BasicPolicy<>>(config);
}

}  // namespace ludex::agents::mcts
