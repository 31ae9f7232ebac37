#include "agents/experiments/df-pn/threads.hpp"
#include "core/plugin/experiment_plugin.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::agents::df_pn::ThreadsExperiment);
