#include "agents/experiments/mtd/train.hpp"
#include "core/plugin/experiment_plugin.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::agents::mtd::TrainExperiment);
