#include "core/plugin/agent_plugin.hpp"
#include "plugins/bridges/uci/uci_bridge.hpp"

LUDEX_AGENT_PLUGIN(ludex::bridges::UciBridge);
