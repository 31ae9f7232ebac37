#include "core/plugin/agent_plugin.hpp"
#include "plugins/bridges/gtp/gtp_bridge.hpp"

LUDEX_AGENT_PLUGIN(ludex::bridges::GtpBridge);
