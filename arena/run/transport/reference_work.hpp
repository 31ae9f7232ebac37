// A fixed amount of work to compare machines by: where it takes longer, time budgets allow less search.
#pragma once

#include <cstdint>

namespace ludex::arena::run {

// Mean seconds that the work takes in each of `threads` concurrent threads, hence under the machine's later
// load. Half a second on a core of 2020. The work resembles a search: random numbers, and jumps in a table
// larger than the first-level cache. Blocks.
[[nodiscard]] double reference_seconds(std::uint32_t threads);

}  // namespace ludex::arena::run
