// Implicit minimax backups: Lanctot, Winands, Pepels & Sturtevant, "Monte Carlo tree search with heuristic
// evaluations using implicit minimax backups", CIG 2014: the value of a child is
//   (1 - alpha) mean_i + alpha v_i
// where v_i is the minimax of the evaluations in the tree below it, backed up along with the rewards.
// Published with alpha from 0.1 to 0.4.
#pragma once

#include <algorithm>
#include <span>

#include "core/abi/types.hpp"

namespace ludex::agents::mcts {

[[nodiscard]] inline float implicit_minimax(double alpha, float mean, float minimax) noexcept {
  return mean + static_cast<float>(alpha) * (minimax - mean);
}

// v of a node where a game has ended, for the player whose move led there.
[[nodiscard]] inline float minimax_of_end(GameStatus result, Player player) noexcept {
  const Player winner = winner_of(result);
  return winner == kNobody ? 0.0F : winner == player ? 1.0F : -1.0F;
}

// v of a node, for its own player, from its children, which all belong to one player.
template <class N>
[[nodiscard]] float minimax_of_children(const N& node, std::span<const N> children) noexcept {
  float best = -1;
  for (const N& child : children) best = std::max(best, child.minimax);
  return node.player == children.front().player ? best : -best;
}

}  // namespace ludex::agents::mcts
