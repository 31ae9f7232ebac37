#include "agents/mopns/mopns.hpp"

#include "core/plugin/agent_plugin.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::mopns::Mopns);
