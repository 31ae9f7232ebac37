#include "agents/cns/cns.hpp"

#include "core/agent/agent_shell.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::cns::Cns);
