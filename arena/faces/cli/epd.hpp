// Lists of positions with known facts: Extended Position Description, lists of FEN and perft suites, for any
// game.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "arena/base/text/diagnostic.hpp"
#include "core/game/position.hpp"

namespace ludex::arena::cli {

struct EpdEntry {
  Position position;
  std::size_t number = 0;   // position in the file, from 1, counting those left out
  std::string id;           // "id", else the line's number
  std::vector<Move> best;   // "bm": any of them is a solution
  std::vector<Move> avoid;  // "am"
  std::string operations;   // all of them, as written
  std::string warning;      // parts of the position that the game dropped; "" if none
};

struct EpdFile {
  std::vector<EpdEntry> entries;  // at least one
  std::size_t positions = 0;      // including those left out
  std::vector<Diagnostic> left_out;
  std::vector<Diagnostic> notes;  // positions that the game has read in part

  // Prints what was left out, and the notes, to standard error.
  void complain() const;
};

// Reads every position of a file (arena/base/formats/epd.hpp), compressed or not. Skips comments and empty
// lines; leaves out a line that is no position or has illegal moves, which with `strict` is an error. Throws
// Failure with file and line, also for a file without a position.
[[nodiscard]] EpdFile read_epd(const Game& game, const std::string& path, bool strict);

}  // namespace ludex::arena::cli
