// Options of a minimax search; see search.hpp.
#pragma once

#include <cstdint>

#include "agents/common/minimax/score.hpp"

namespace ludex::agents::minimax {

// Margins of forward pruning, in centi-units per ply to the horizon, and of reductions.
struct Margins {
  Score reverse_futility = 85;  // a node this far above the window is cut off
  Score razoring = 220;         // this far below it captures decide
  Score futility = 90;          // this far below it, plus 100, quiet moves are skipped
  Score losses = 60;            // moves that lose more are skipped
  std::uint32_t quiets = 5;     // this many quiet moves plus depth^2 are searched, the rest skipped
  double late_base = 1;         // late move reduction: this + ln depth ln index / late_divisor
  double late_divisor = 1.5;
  std::uint32_t null_base = 3;  // null move reduction: this + depth / null_divisor
  std::uint32_t null_divisor = 4;
};

struct Options {
  bool evaluation = true;  // false: the horizon counts as 0 and proves nothing
  bool quiescence = true;  // search captures beyond the horizon (games with captures and selective)
  bool exact = true;
  bool scout = true;  // null windows for all moves but the first
  bool table = true;
  bool table_standing = false;  // forward pruning prefers the table's values to evaluations
  bool reduce_root = false;     // apply late move reductions at the root too
  bool keep_order = false;      // keep the ordering statistics of the last search of the same game
  bool cutoffs = true;          // false: search every move of every node, plain minimax
  std::uint32_t width = 0;      // moves searched in a node, the best by ludex.move-scores/1; 0: all
  bool outcomes = false;        // end at positions whose result the game knows; the length of a win is lost
  std::uint64_t shuffle = 0;    // seed of the order of root moves that are otherwise equal; 0: the game's own
  Margins margins = {};
};

}  // namespace ludex::agents::minimax
