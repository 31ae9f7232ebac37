#include "agents/experiments/mtd/compare.hpp"
#include "core/plugin/experiment_plugin.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::agents::mtd::CompareExperiment);
