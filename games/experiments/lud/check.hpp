// Reports which descriptions can be played: `ludex lud check FILE_OR_FOLDER`. For a file every missing ludeme
// and argument with its place; for a folder one line per file, and the missing ones by the number of files
// that need them.
#pragma once

#include <cstdint>
#include <span>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/types.hpp"
#include "core/experiment/experiment_shell.hpp"
#include "core/util/result.hpp"

namespace ludex::games::lud {

struct CheckExperiment {
  static constexpr PluginInfo kInfo{"lud-check", "1.0.0", "which descriptions of games can be played", "MIT"};
  static constexpr std::uint32_t kNeeds = 0;

  static std::span<const ParamSpec> parameters();
  // Ends with "playable" (for a file) or "N of M playable" (for a folder).
  static Result<void> run(const ExperimentTask& task, TextSink& out);
};

}  // namespace ludex::games::lud
