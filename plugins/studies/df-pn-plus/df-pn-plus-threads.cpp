// `ludex study df-pn-plus-threads`.

#include "agents/df-pn-plus/df_pn_plus.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/common/solve_threads.hpp"

namespace ludex::agents::df_pn_plus {

struct ThreadsStudy : SolveThreads<DfPnPlus> {
  static constexpr PluginInfo kInfo{"df-pn-plus-threads", "1.0.0",
                                    "speed of df-pn-plus with several threads against one", "MIT"};
};

}  // namespace ludex::agents::df_pn_plus

LUDEX_STUDY_PLUGIN(ludex::agents::df_pn_plus::ThreadsStudy);
