#include "agents/greedy/greedy.hpp"

#include "core/agent/agent_shell.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::greedy::Greedy);
