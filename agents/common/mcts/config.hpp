// Settings of every search of the family.
#pragma once

#include <cstdint>
#include <limits>

#include "agents/common/mcts/gumbel.hpp"
#include "core/abi/enum_text.hpp"

namespace ludex::agents::mcts {

// The reward that a running simulation counts as for the other workers: a loss (Chaslot, Winands & van den
// Herik 2008), or the mean of the node, so that it changes only the exploration term (WU-UCT: Liu et al.,
// ICLR 2020).
enum class InFlight : std::uint32_t { kLoss, kMean };
[[nodiscard]] constexpr auto enum_texts(InFlight) noexcept {
  return EnumTexts{"virtual-loss", "wu-uct"};
}

enum class FinalMove : std::uint32_t { kVisits, kValue, kSecure };
[[nodiscard]] constexpr auto enum_texts(FinalMove) noexcept {
  return EnumTexts{"visits", "value", "secure"};
}

// The aim of the other players, as the search sees it: others.hpp.
enum class Players : std::uint32_t { kMaxN, kParanoid, kBestReply };
[[nodiscard]] constexpr auto enum_texts(Players) noexcept {
  return EnumTexts{"maxn", "paranoid", "best-reply"};
}

// How simulations are divided among the moves of the root: as in every node, by halving.hpp, or by halving of
// the moves that gumbel.hpp considers.
enum class RootBandit : std::uint32_t { kUcb, kHalving, kAnytimeHalving, kGumbel };
[[nodiscard]] constexpr auto enum_texts(RootBandit) noexcept {
  return EnumTexts{"ucb", "halving", "anytime-halving", "gumbel"};
}

// Settings that all agents of the family have.
struct CommonConfig {
  double c = 1.4142135623730951;  // of UCB1, for rewards in [-1, 1]
  bool tree_reuse = false;
  FinalMove final_move = FinalMove::kVisits;
  InFlight in_flight = InFlight::kLoss;
  std::uint32_t batch = 1;         // most simulations in a row from one node of the path
  std::uint32_t playout_cap = 0;   // plies; a longer playout counts as a draw; 0: none
  std::uint32_t memory_mib = 512;  // if the budget sets none
  std::uint32_t max_depth = std::numeric_limits<std::uint32_t>::max();  // of the tree; 1: no tree
  // Visits after which a node gets all its children at once, unvisited ones being selected like the others;
  // 0: one at a time, each tried once before any is selected.
  std::uint32_t expand_after = 0;
  Players players = Players::kMaxN;
  RootBandit root = RootBandit::kUcb;
  GumbelConfig gumbel;
};

}  // namespace ludex::agents::mcts
