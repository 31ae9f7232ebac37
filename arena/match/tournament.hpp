// A tournament: every game of a ledger played in parallel slots.
#pragma once

#include "arena/match/venue.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// Plays what the ledger hands out until it has no more games or is stopping. Blocks. The error is one of the
// host: what is logged is good, and the run can be resumed.
[[nodiscard]] Result<void> run_tournament(const Venue& venue, Ledger& ledger);

}  // namespace ludex::arena
