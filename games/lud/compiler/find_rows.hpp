// (is Line ...) as a table: the rows of pieces through each site as sets.
#pragma once

#include "games/lud/program/program.hpp"

namespace ludex::games::lud {

// Makes the table of lines of one length that are of the piece on their site alone (Node::by_site, with
// Node::aux rows a site), after find_routes().
void find_rows(Program& program);

}  // namespace ludex::games::lud
