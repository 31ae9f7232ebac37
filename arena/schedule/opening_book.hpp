// Opening files, told apart by their names. FILE.pgn: every game is an opening, from its FEN tag if it has
// one. FILE.epd: every line is a position, with or without operations. Any other: one opening a line, blank
// lines and lines that start with '#' are skipped:
//
//     e2e4 e7e5                        moves from the initial position, separated by blanks
//     position TEXT                    a position as the game writes it (TEXT may have blanks)
//     position TEXT moves e2e4 e7e5    and moves from there
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/schedule/openings.hpp"

namespace ludex::arena {

// All openings of the file, each checked: legal moves, a game that is not over. Of the moves of an opening
// the first `plies` are taken (0: all). Every bad line is reported (up to a limit that says how many more
// there are); an empty book is a problem too.
[[nodiscard]] std::vector<Opening> read_opening_book(const Game& game, const std::string& file,
                                                     std::uint32_t plies, std::vector<Diagnostic>& problems);

}  // namespace ludex::arena
