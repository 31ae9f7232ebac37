// A rank that is not the host: offers slots, plays what it is sent.
#pragma once

#include <functional>

#include "arena/host/registry.hpp"
#include "arena/log/run_info.hpp"
#include "arena/model/spec.hpp"
#include "arena/transport/link.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

using DescribeRun = std::function<RunStretch(const TournamentSpec&)>;

// From the host's greeting to its farewell. Blocks. True if games were played, false if the host said
// farewell before (there was a problem, or nothing to play). The error is one of the transport: nobody can be
// told any more.
[[nodiscard]] Result<bool> serve(Link& link, Registry& registry, const DescribeRun& describe);

}  // namespace ludex::arena
