#include "agents/flat-mc/flat_mc.hpp"
#include "core/agent/agent_shell.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::flat_mc::FlatMc);
