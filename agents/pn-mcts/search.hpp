// The searches of pn-mcts. pn_mcts.cpp compiles them; tests that inspect their trees link it.
#pragma once

#include "agents/common/mcts/search.hpp"
#include "agents/pn-mcts/policy.hpp"

namespace ludex::agents {

extern template class mcts::Search<pn_mcts::PnPolicy<1>>;
extern template class mcts::Search<pn_mcts::PnPolicy<2>>;

}  // namespace ludex::agents
