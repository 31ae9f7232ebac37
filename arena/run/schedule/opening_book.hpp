// Opening files. The name decides the kind, else the start of the text (arena/base/formats/text_kind.hpp);
// any kind may be compressed. PGN: every game is an opening, from its FEN tag if it has one. SGF: the main
// line of every game. EPD, FEN: every line is a position, with or without operations. Others: one opening per
// line, skipping blank lines and those that start with '#' or '%':
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

#include "arena/run/schedule/openings.hpp"

namespace ludex::arena::run {

struct OpeningBook {
  std::vector<Opening> openings;
  // Invalid lines and games, and a last entry that counts them; empty if there are none.
  std::vector<Diagnostic> left_out;
  std::string problem;  // of the whole file, which then has no openings
};

// Reads all openings of the file and checks them: legal moves, unfinished game. Keeps the first `plies` moves
// of each (0: all). Reports invalid entries with their places, up to a limit, and counts the rest. `label` is
// GameSpec::label, for the tag Variant. A file without openings is a problem.
[[nodiscard]] OpeningBook read_opening_book(const Game& game, std::string_view label, const std::string& file,
                                            std::uint32_t plies);

}  // namespace ludex::arena::run
