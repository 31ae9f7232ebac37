#include "core/plugin/experiment_plugin.hpp"
#include "games/experiments/lud/check.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::games::lud::CheckExperiment);
