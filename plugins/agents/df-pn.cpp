#include "agents/df-pn/df_pn.hpp"
#include "core/plugin/agent_plugin.hpp"

LUDEX_AGENT_PLUGIN(ludex::agents::df_pn::DfPn);
