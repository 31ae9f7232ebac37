#include "agents/experiments/scns/threads.hpp"
#include "core/plugin/experiment_plugin.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::agents::scns::ThreadsExperiment);
