#include "agents/df-pn/df_pn.hpp"
#include "core/agent/agent_shell.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::df_pn::DfPn);
