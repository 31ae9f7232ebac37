#include "agents/df-pn-plus/df_pn_plus.hpp"
#include "core/plugin/agent_plugin.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::df_pn_plus::DfPnPlus);
