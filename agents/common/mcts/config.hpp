// What every search of the family can be told.
#pragma once

#include <cstdint>
#include <limits>

namespace ludex::agents::mcts {

// What a simulation that is under way counts as for the other workers: a loss (Chaslot, Winands & van den
// Herik 2008), or what the node is worth so far, so that only the exploration term sees it (WU-UCT: Liu et
// al., ICLR 2020).
enum class InFlight : std::uint32_t { kLoss, kMean };

enum class FinalMove : std::uint32_t { kVisits, kValue, kSecure };

// What every agent of the family has.
struct CommonConfig {
  double c = 1.4142135623730951;  // of UCB1, for rewards in [-1, 1]
  bool tree_reuse = false;
  FinalMove final_move = FinalMove::kVisits;
  InFlight in_flight = InFlight::kLoss;
  std::uint32_t batch = 1;         // simulations made from one node of the path at most, before it is left
  std::uint32_t playout_cap = 0;   // plies; a longer playout counts as a draw; 0: none
  std::uint32_t memory_mib = 512;  // when a budget does not say
  std::uint32_t max_depth = std::numeric_limits<std::uint32_t>::max();  // of the tree: 1 has no tree at all
  // Visits of a node after which it gets all its children at once, those without a visit being selected like
  // the others; 0: one at a time, each tried once before any is selected.
  std::uint32_t expand_after = 0;
};

}  // namespace ludex::agents::mcts
