#include "agents/descent/descent.hpp"

#include "core/plugin/agent_plugin.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::descent::Descent);
