// Node: a position of the search while its moves are searched.
#pragma once

#include <cstdint>

#include "agents/common/minimax/score.hpp"
#include "agents/common/minimax/transposition_table.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::minimax {

struct Node {
  // Given.
  std::uint32_t ply;    // from the root
  std::uint32_t depth;  // plies to search below
  Score alpha;
  Score beta;
  const State* state;
  Player mover;
  Move* moves;  // in order as far as they have been searched
  std::int32_t* ranks;

  // Known before the first move.
  bool null_window = false;  // beta == alpha + 1
  bool forced = false;       // selective search: the mover is in check or forced
  bool narrowed = false;     // the width has removed moves
  bool staged = false;       // the table's move is searched before the others are ranked
  Score standing = 0;        // selective search: the evaluation, where the node may be pruned by it
  std::uint64_t hash = 0;
  TableEntry entry = {};

  // Changed by each move.
  std::uint32_t count = 0;
  std::uint32_t quiets = 0;  // quiet moves searched
  Score lowest;              // the value to beat: alpha, or the best so far
  bool late_pruned = false;  // the late quiet moves have been removed
};

}  // namespace ludex::agents::minimax
