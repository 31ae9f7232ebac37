#include "agents/flat-mc/flat_mc.hpp"
#include "core/plugin/agent_plugin.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::flat_mc::FlatMc);
