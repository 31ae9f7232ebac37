#include "agents/cns/cns.hpp"

#include "core/plugin/agent_plugin.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::cns::Cns);
