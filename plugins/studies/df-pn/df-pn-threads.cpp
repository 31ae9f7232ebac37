// `ludex study df-pn-threads`.

#include "agents/df-pn/df_pn.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/common/solve_threads.hpp"

namespace ludex::agents::df_pn {

struct ThreadsStudy : SolveThreads<DfPn> {
  static constexpr PluginInfo kInfo{"df-pn-threads", "1.0.0",
                                    "speed of df-pn with several threads against one", "MIT"};
};

}  // namespace ludex::agents::df_pn

LUDEX_STUDY_PLUGIN(ludex::agents::df_pn::ThreadsStudy);
