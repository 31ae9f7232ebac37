#include "agents/pns/pns.hpp"

#include "core/plugin/agent_plugin.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::pns::Pns);
