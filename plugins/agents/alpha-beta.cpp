#include "agents/alpha-beta/alpha_beta.hpp"
#include "core/plugin/agent_plugin.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::alpha_beta::AlphaBeta);
