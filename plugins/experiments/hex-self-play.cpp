#include "core/plugin/experiment_plugin.hpp"
#include "games/experiments/hex/self_play.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::games::hex::SelfPlayExperiment);
