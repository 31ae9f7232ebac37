// What a minimax search can be told; see search.hpp.
#pragma once

#include <cstdint>

#include "agents/common/minimax/score.hpp"

namespace ludex::agents::minimax {

// Margins of forward pruning, centi-units for each ply to the horizon, and what is searched less deeply.
struct Margins {
  Score reverse_futility = 85;  // so far above the window a node is cut off
  Score razoring = 220;         // so far below it captures decide
  Score futility = 90;          // so far below it, and 100 more, quiet moves are left out
  Score losses = 60;            // moves are left out that lose more
  std::uint32_t quiets = 5;     // so many quiet moves and depth^2 more are searched, the rest left out
  double late_base = 1;         // plies less for late moves: this + ln depth ln index / late_divisor
  double late_divisor = 1.5;
  std::uint32_t null_base = 3;  // plies less after a null move: this + depth / null_divisor
  std::uint32_t null_divisor = 4;
};

struct Options {
  bool evaluation = true;  // false: the horizon counts as 0 and proves nothing
  bool quiescence = true;  // captures are searched on beyond the horizon (games with captures and selective)
  bool exact = true;
  bool scout = true;  // null windows for all moves but the first
  bool table = true;
  bool table_standing = false;  // forward pruning trusts the table's values more than evaluations
  bool reduce_root = false;     // late move reductions at the root, too
  bool keep_order = false;      // what the search before of the same game learnt of moves counts on
  bool cutoffs = true;          // false: every move of every node is searched, plain minimax
  std::uint32_t width = 0;      // moves searched in a node, the best by ludex.move-scores/1; 0: all
  std::uint64_t shuffle = 0;    // seed of the order of root moves that are otherwise equal; 0: the game's own
  Margins margins = {};
};

}  // namespace ludex::agents::minimax
