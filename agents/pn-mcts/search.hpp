// The searches of pn-mcts. pn_mcts.cpp compiles them; the tests that look into their trees link it.
#pragma once

#include "agents/common/mcts/search.hpp"
#include "agents/pn-mcts/policy.hpp"

namespace ludex::agents {

extern template class mcts::Search<pn_mcts::PnPolicy<1>>;
extern template class mcts::Search<pn_mcts::PnPolicy<2>>;

}  // namespace ludex::agents
