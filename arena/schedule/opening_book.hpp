// Opening files. Their kind is told by the name, else by how the text begins (arena/formats/text_kind.hpp);
// any of them may be compressed. PGN: every game is an opening, from its FEN tag if it has one. SGF: the main
// line of every game. EPD, FEN: every line is a position, with or without operations. Any other: one opening
// a line, blank lines and lines that start with '#' or '%' are skipped:
//
//     e2e4 e7e5                        moves from the initial position, separated by blanks
//     position TEXT                    a position as the game writes it (TEXT may have blanks)
//     position TEXT moves e2e4 e7e5    and moves from there
//     TEXT                             likewise, where TEXT does not begin with a move
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arena/schedule/openings.hpp"

namespace ludex::arena {

struct OpeningBook {
  std::vector<Opening> openings;
  // Lines and games that are none, and a last entry that counts them; nothing if there is none.
  std::vector<Diagnostic> left_out;
  std::string problem;  // of the file as a whole, so that there are no openings
};

// All openings of the file, each checked: legal moves, a game that is not over. Of the moves of an opening
// the first `plies` are taken (0: all). Whatever is none is left out, with its place; up to a limit that says
// how many more there are. `label` is GameSpec::label, for the tag Variant. A file without an opening is a
// problem.
[[nodiscard]] OpeningBook read_opening_book(const Game& game, std::string_view label, const std::string& file,
                                            std::uint32_t plies);

}  // namespace ludex::arena
