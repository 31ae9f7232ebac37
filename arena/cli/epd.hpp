// Lists of positions with what is known of them: Extended Position Description, lists of FEN and suites of
// perft, for any game.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "arena/text/diagnostic.hpp"
#include "core/game/position.hpp"

namespace ludex::arena::cli {

struct EpdEntry {
  Position position;
  std::size_t number = 0;   // of the positions of the file, from 1, also of those that are left out
  std::string id;           // "id", else the number of the line
  std::vector<Move> best;   // "bm": one of them is to be found
  std::vector<Move> avoid;  // "am"
  std::string operations;   // all of them, as they are written
  std::string warning;      // what the game has dropped of the position; "": nothing
};

struct EpdFile {
  std::vector<EpdEntry> entries;  // at least one
  std::size_t positions = 0;      // with those that are left out
  std::vector<Diagnostic> left_out;
  std::vector<Diagnostic> notes;  // positions that the game has read in part

  // What was left out and noted, on standard error.
  void complain() const;
};

// Every position of a file (arena/formats/epd.hpp), compressed or not. Comments and empty lines are skipped;
// a line that is no position, or whose moves are not legal in it, is left out. `strict`: that is an error.
// Throws Failure with file and line, also for a file without a position.
[[nodiscard]] EpdFile read_epd(const Game& game, const std::string& path, bool strict);

}  // namespace ludex::arena::cli
