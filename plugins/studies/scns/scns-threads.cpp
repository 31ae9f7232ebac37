// `ludex study scns-threads`.

#include "agents/scns/scns.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/common/solve_threads.hpp"

namespace ludex::agents::scns {

struct ThreadsStudy : SolveThreads<Scns> {
  static constexpr PluginInfo kInfo{"scns-threads", "1.0.0", "speed of scns with several threads against one",
                                    "MIT"};
};

}  // namespace ludex::agents::scns

LUDEX_STUDY_PLUGIN(ludex::agents::scns::ThreadsStudy);
