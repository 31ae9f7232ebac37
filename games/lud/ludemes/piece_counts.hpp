// Counts moves by sets: steps and hops of many pieces, and additions.
#pragma once

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

// Counts the moves of the piece at (from), of a kind of piece, as Eval::offer does.
void count_of_piece(const Node& moves, std::size_t piece, Eval& e);
// Counts the sites of a (to ...) on the board's own sites at once; false if they must be tried one by one.
bool count_sites_of(const Node* to, int pieces, Eval& e);
// True if only the number of moves is wanted and sets can be used.
[[nodiscard]] inline bool counts_by_sets(const Eval& e) {
  return e.want.kind == Want::kCount && e.listing != 0 && e.way < 0;
}

}  // namespace ludex::games::lud
