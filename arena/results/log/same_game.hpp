// Compares two records of a game.
#pragma once

#include <string>

#include "arena/model/game_record.hpp"

namespace ludex::arena::log {

// The first field that differs, "id", "moves", "outcome" ... in the log's order; "" if none does. Ignores
// times and everything that depends on the machine's load or a dying process: overruns, starved calls,
// output, the note of a fault.
[[nodiscard]] std::string difference(const GameRecord& a, const GameRecord& b);

}  // namespace ludex::arena::log
