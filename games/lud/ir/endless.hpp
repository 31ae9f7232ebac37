// Rules that look ahead without end: found when a game is compiled, whatever its first plies show.
#pragma once

#include <vector>

#include "games/lud/ir/program.hpp"
#include "games/lud/ir/signature.hpp"

namespace ludex::games::lud {

// Adds a problem at each ludeme that asks for moves (or a region) that are found by asking it.
void find_endless(Program& program, std::vector<Problem>& problems);

}  // namespace ludex::games::lud
