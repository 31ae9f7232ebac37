#include "agents/pns/pns.hpp"

#include "core/agent/agent_shell.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::pns::Pns);
