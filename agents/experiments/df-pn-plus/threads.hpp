// `ludex experiment df-pn-plus-threads`.
#pragma once

#include "agents/df-pn-plus/df_pn_plus.hpp"
#include "agents/experiments/common/solve_threads.hpp"
#include "core/abi/plugin_info.hpp"

namespace ludex::agents::df_pn_plus {

struct ThreadsExperiment : SolveThreads<DfPnPlus> {
  static constexpr PluginInfo kInfo{"df-pn-plus-threads", "1.0.0",
                                    "speed of df-pn-plus with several threads against one", "MIT"};
};

}  // namespace ludex::agents::df_pn_plus
