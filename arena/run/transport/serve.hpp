// A rank other than the host: offers slots and plays the games it receives.
#pragma once

#include <functional>

#include "arena/host/plugins/registry.hpp"
#include "arena/model/spec.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/run/transport/link.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

using DescribeRun = std::function<log::RunSegment(const TournamentSpec&)>;

// Serves from the host's greeting to its farewell. Blocks. True if games were played, false if the host
// dismissed the rank before (because of a problem, or nothing to play). The error is the transport's, so it
// cannot be sent to the host.
[[nodiscard]] Result<bool> serve(Link& link, host::Registry& registry, const DescribeRun& describe);

}  // namespace ludex::arena::run
