#include "agents/scns/scns.hpp"

#include "core/agent/agent_shell.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::scns::Scns);
