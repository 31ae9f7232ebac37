#include "core/plugin/experiment_plugin.hpp"
#include "games/experiments/hex/judge.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::games::hex::JudgeExperiment);
