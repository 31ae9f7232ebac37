// What a random playout may do without a whole list of moves: found once, when a game is compiled.
#pragma once

#include "games/lud/ir/program.hpp"

namespace ludex::games::lud {

// Sets Phase::adds_anywhere and Program::tries_later.
void find_shortcuts(Program& program);

}  // namespace ludex::games::lud
