// Shortcuts for random playouts, which avoid a full list of moves: found once, at compile time.
#pragma once

#include "games/lud/program/program.hpp"

namespace ludex::games::lud {

// Sets Phase::adds_anywhere, Phase::adds_only and Program::tries_later.
void find_shortcuts(Program& program);

}  // namespace ludex::games::lud
