#include "agents/experiments/df-pn-plus/ratios.hpp"
#include "core/plugin/experiment_plugin.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::agents::df_pn_plus::RatiosExperiment);
