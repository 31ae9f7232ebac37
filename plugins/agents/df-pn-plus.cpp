#include "agents/df-pn-plus/df_pn_plus.hpp"
#include "core/agent/agent_shell.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::df_pn_plus::DfPnPlus);
