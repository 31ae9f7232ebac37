// A fixed piece of work, to compare machines by: budgets in time mean different searches where it takes
// different times.
#pragma once

#include <cstdint>

namespace ludex::arena {

// Seconds that the work takes in each of `threads` threads at once, the mean of them: as fast as this machine
// is under the load that it will have. Half a second on a core of 2020. The work is what a search does:
// random numbers, and jumps in a table that the first-level cache does not hold. Blocks.
[[nodiscard]] double reference_seconds(std::uint32_t threads);

}  // namespace ludex::arena
