#include "agents/greedy/greedy.hpp"

#include "core/plugin/agent_plugin.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::greedy::Greedy);
