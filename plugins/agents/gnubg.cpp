#include "agents/bridges/gnubg/gnubg_bridge.hpp"
#include "core/plugin/agent_plugin.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::bridges::GnubgBridge);
