#include "core/plugin/experiment_plugin.hpp"
#include "games/experiments/chess/train.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::games::chess::TrainExperiment);
