#include "agents/gpn-mcts/gpn_mcts.hpp"
#include "core/plugin/agent_plugin.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::gpn_mcts::GpnMcts);
