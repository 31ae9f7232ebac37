#include "agents/pn-mcts/pn_mcts.hpp"
#include "core/plugin/agent_plugin.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::pn_mcts::PnMcts);
