// Conditions that the interpreter can hold as sets of sites: found once, at compile time.
#pragma once

#include "games/lud/program/program.hpp"

namespace ludex::games::lud {

// Sets Node::form, subject and slot of conditions, Program::site_sets, and Node::count_form of moves.
void find_site_sets(Program& program);

}  // namespace ludex::games::lud
