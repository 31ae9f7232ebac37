// Counts moves by sets: steps and hops of many pieces, and additions.
#pragma once

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

// Some pieces on the board, and which moves count.
struct PiecesToMove {
  const std::uint64_t* sites;
  int low;
  int high;           // of the sites, exclusive
  const int* kinds;   // by component: not 0 for those that move
  const Node* given;  // their moves; null: each has those of its kind
};
// Counts the moves of each piece in turn until there are enough; or lists the move that is wanted, of those
// that were counted so. Pieces without moves leave no tally.
void offer_of_pieces(const PiecesToMove& pieces, Eval& e);
// One of the moves that put so many pieces, each in turn, on some sites.
struct OneOfSites {
  int at = kOff;
  int piece = 0;  // its number among those
};
// Counts such moves on the sites of a (to ...) of the board's own type at once, or finds the one that is
// wanted, which is yet to be counted. False if the sites must be tried one by one.
bool offer_sites_of(const Node* to, int pieces, Eval& e, OneOfSites& one);
// True if only the number of moves is wanted, or one of those counted, and sets can be used.
[[nodiscard]] inline bool counts_by_sets(const Eval& e) {
  return e.want.kind != Want::kAll && e.listing != 0 && e.way < 0 && !e.layout.has_stacks;
}

}  // namespace ludex::games::lud
