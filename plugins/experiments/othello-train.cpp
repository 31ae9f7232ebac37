#include "core/plugin/experiment_plugin.hpp"
#include "games/experiments/othello/train.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::games::othello::TrainExperiment);
