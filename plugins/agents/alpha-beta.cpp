#include "agents/alpha-beta/alpha_beta.hpp"
#include "core/agent/agent_shell.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::alpha_beta::AlphaBeta);
