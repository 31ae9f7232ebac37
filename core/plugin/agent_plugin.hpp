// The macro that exports an agent as a plug-in.
#pragma once

#include "core/agent/agent_shell.hpp"
#include "core/plugin/entry.hpp"

// The whole shell of an agent plug-in: LUDEX_AGENT_PLUGIN(ludex::agents::uct::Uct);
#define LUDEX_AGENT_PLUGIN(AGENT) \
  LUDEX_EXPORT_PLUGIN(::ludex::PluginKind::kAgent, AGENT::kInfo, &::ludex::AgentShell<AGENT>::factory)
