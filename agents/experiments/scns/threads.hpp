// `ludex experiment scns-threads`.
#pragma once

#include "agents/experiments/common/solve_threads.hpp"
#include "agents/scns/scns.hpp"
#include "core/abi/plugin_info.hpp"

namespace ludex::agents::scns {

struct ThreadsExperiment : SolveThreads<Scns> {
  static constexpr PluginInfo kInfo{"scns-threads", "1.0.0", "speed of scns with several threads against one",
                                    "MIT"};
};

}  // namespace ludex::agents::scns
