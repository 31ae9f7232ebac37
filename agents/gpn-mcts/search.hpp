// The searches of gpn-mcts. gpn_mcts.cpp compiles them; tests that inspect their trees link it.
#pragma once

#include "agents/common/mcts/search.hpp"
#include "agents/gpn-mcts/policy.hpp"
#include "core/abi/types.hpp"

namespace ludex::agents {

extern template class mcts::Search<gpn_mcts::GpnPolicy<2>>;
extern template class mcts::Search<gpn_mcts::GpnPolicy<kMaxPlayers>>;

}  // namespace ludex::agents
