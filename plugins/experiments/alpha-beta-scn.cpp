#include "agents/experiments/alpha-beta/scn.hpp"
#include "core/plugin/experiment_plugin.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::agents::alpha_beta::ScnExperiment);
