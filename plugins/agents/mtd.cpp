#include "agents/mtd/mtd.hpp"

#include "core/agent/agent_shell.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::mtd::Mtd);
