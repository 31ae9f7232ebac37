#include "agents/pn-mcts/pn_mcts.hpp"
#include "core/agent/agent_shell.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::pn_mcts::PnMcts);
