// Finds rules whose look-ahead never ends, at compile time, whatever the first plies show.
#pragma once

#include <vector>

#include "games/lud/program/program.hpp"
#include "games/lud/program/signature.hpp"

namespace ludex::games::lud {

// Adds a problem at each ludeme that needs moves (or a region) whose evaluation needs the ludeme.
void find_endless(Program& program, std::vector<Problem>& problems);

}  // namespace ludex::games::lud
