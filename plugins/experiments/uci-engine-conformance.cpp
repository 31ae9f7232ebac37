#include "agents/experiments/bridges/conformance.hpp"
#include "core/plugin/experiment_plugin.hpp"

LUDEX_EXPERIMENT_PLUGIN(ludex::agents::bridges::UciConformance);
