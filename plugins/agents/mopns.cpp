#include "agents/mopns/mopns.hpp"

#include "core/agent/agent_shell.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::mopns::Mopns);
