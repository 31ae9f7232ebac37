// The macro that exports a study as a plug-in.
#pragma once

#include "core/plugin/entry.hpp"
#include "core/study/study_shell.hpp"

// The whole shell of a study plug-in:
// LUDEX_STUDY_PLUGIN(ludex::agents::alpha_beta::ScnStudy);
#define LUDEX_STUDY_PLUGIN(STUDY) \
  LUDEX_EXPORT_PLUGIN(::ludex::PluginKind::kStudy, STUDY::kInfo, &::ludex::StudyShell<STUDY>::factory)
