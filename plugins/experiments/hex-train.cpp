#include "core/plugin/experiment_plugin.hpp"
#include "games/experiments/hex/train.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::games::hex::TrainExperiment);
