// UCT with enhancements and without proofs. enhanced.cpp compiles it; tests that inspect its tree link it.
#pragma once

#include "agents/common/mcts/enhancements/enhanced.hpp"
#include "agents/common/mcts/policy.hpp"
#include "agents/common/mcts/search.hpp"

namespace ludex::agents {

namespace uct {

using EnhancedPolicy =
    mcts::Enhanced<mcts::BasicPolicy<mcts::EnhancedNode<mcts::Node>, mcts::EnhancedExtra<mcts::NoExtra>>>;

}  // namespace uct

extern template class mcts::Search<uct::EnhancedPolicy>;

}  // namespace ludex::agents
