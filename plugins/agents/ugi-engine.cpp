#include "agents/bridges/uci_bridge.hpp"
#include "core/plugin/agent_plugin.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::bridges::UgiBridge);
