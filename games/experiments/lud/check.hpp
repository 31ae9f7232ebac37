// Which descriptions can be played: `ludex lud check FILE_OR_FOLDER`. Of a file every ludeme and argument
// that is missing, with its place; of a folder a line a file, and what is missing by the number of files that
// want it.
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
  // Ends with "playable" (of a file) or "N of M playable" (of a folder).
  static Result<void> run(const ExperimentTask& task, TextSink& out);
};

}  // namespace ludex::games::lud
