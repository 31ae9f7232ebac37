// The circumstances of a run, for DIR/run.json.
#pragma once

#include "arena/host/plugins/registry.hpp"
#include "arena/model/spec.hpp"
#include "arena/results/log/run_info.hpp"

namespace ludex::arena::run {

// Reads the files of the specification's plug-ins.
[[nodiscard]] log::RunSegment describe_run(const TournamentSpec& spec, host::Registry& registry);

}  // namespace ludex::arena::run
