// Routes of directions that depend at most on a piece's facing: found once, at compile time.
#pragma once

#include "games/lud/program/program.hpp"

namespace ludex::games::lud {

// Sets Program::adjacent and Node::routes.
void find_routes(Program& program);

}  // namespace ludex::games::lud
