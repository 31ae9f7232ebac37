// The macro that exports an experiment as a plug-in.
#pragma once

#include "core/experiment/experiment_shell.hpp"
#include "core/plugin/entry.hpp"

// The whole shell of an experiment plug-in:
// LUDEX_EXPERIMENT_PLUGIN(ludex::agents::alpha_beta::ScnExperiment);
#define LUDEX_EXPERIMENT_PLUGIN(EXPERIMENT)                                \
  LUDEX_EXPORT_PLUGIN(::ludex::PluginKind::kExperiment, EXPERIMENT::kInfo, \
                      &::ludex::ExperimentShell<EXPERIMENT>::factory)
