#include "agents/experiments/alpha-beta/threads.hpp"
#include "core/plugin/experiment_plugin.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::agents::alpha_beta::ThreadsExperiment);
