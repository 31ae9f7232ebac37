#include "agents/uct/uct.hpp"

#include "core/agent/agent_shell.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::uct::Uct);
