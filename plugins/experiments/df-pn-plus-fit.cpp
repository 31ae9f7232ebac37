#include "agents/experiments/df-pn-plus/fit.hpp"
#include "core/plugin/experiment_plugin.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::agents::df_pn_plus::FitExperiment);
