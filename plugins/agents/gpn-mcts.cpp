#include "agents/gpn-mcts/gpn_mcts.hpp"
#include "core/agent/agent_shell.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::gpn_mcts::GpnMcts);
