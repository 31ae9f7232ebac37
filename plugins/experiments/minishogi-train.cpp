#include "core/plugin/experiment_plugin.hpp"
#include "games/experiments/minishogi/train.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::games::minishogi::TrainExperiment);
