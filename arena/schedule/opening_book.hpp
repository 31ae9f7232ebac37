// Opening files. One opening a line; blank lines and lines that start with '#' are skipped:
//
//     e2e4 e7e5                        moves from the initial position, separated by blanks
//     position TEXT                    a position as the game writes it (TEXT may have blanks)
//     position TEXT moves e2e4 e7e5    and moves from there
#pragma once

#include <string>
#include <vector>

#include "arena/schedule/openings.hpp"

namespace ludex::arena {

// All openings of the file, each checked: legal moves, a game that is not over. Every bad line is reported
// (up to a limit that says how many more there are); an empty book is a problem too.
[[nodiscard]] std::vector<Opening> read_opening_book(const Game& game, const std::string& file,
                                                     std::vector<Diagnostic>& problems);

}  // namespace ludex::arena
