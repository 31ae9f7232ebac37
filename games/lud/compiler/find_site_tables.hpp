// Regions that depend on one site and the board alone, as a table by site: found once, at compile time.
#pragma once

#include "games/lud/program/program.hpp"

namespace ludex::games::lud {

// Replaces the functions of such nodes by one that reads the table (Node::by_site), after find_routes().
void find_site_tables(Program& program);

}  // namespace ludex::games::lud
