// Whether two records tell of the same game.
#pragma once

#include <string>

#include "arena/model/game_record.hpp"

namespace ludex::arena {

// In which field two records differ, times aside, and what only the machine's load or a dying process
// decides: overruns, starved calls, what was printed, the note of a fault; "" if they are the same. The first
// of "id", "moves", "outcome" ... in the order of the log.
[[nodiscard]] std::string difference(const GameRecord& a, const GameRecord& b);

}  // namespace ludex::arena
