#include "agents/mtd/mtd.hpp"

#include "core/plugin/agent_plugin.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::mtd::Mtd);
