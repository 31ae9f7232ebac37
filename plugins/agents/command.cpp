#include "agents/bridges/command_agent.hpp"
#include "core/plugin/agent_plugin.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::bridges::CommandAgent);
