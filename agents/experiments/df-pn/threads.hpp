// `ludex experiment df-pn-threads`.
#pragma once

#include "agents/df-pn/df_pn.hpp"
#include "agents/experiments/common/solve_threads.hpp"
#include "core/abi/plugin_info.hpp"

namespace ludex::agents::df_pn {

struct ThreadsExperiment : SolveThreads<DfPn> {
  static constexpr PluginInfo kInfo{"df-pn-threads", "1.0.0",
                                    "speed of df-pn with several threads against one", "MIT"};
};

}  // namespace ludex::agents::df_pn
