// Progressive history: Nijssen & Winands, "Enhancements for multi-player Monte-Carlo tree search", CG 2010
// (LNCS 6515, 2011), adds to the value of a child
//   W h / (losses_i + 1)
// where h is the mean of its move over all simulations and losses_i = (1 - mean_i) n_i, so that a move that
// wins keeps its bonus. Published with W = 3 for rewards in [0, 1]; doubled here, for [-1, 1].
#pragma once

#include "agents/common/mcts/statistics.hpp"

namespace ludex::agents::mcts {

// `move` over all simulations, `mean` and `visits` of the child; rewards in [-1, 1].
[[nodiscard]] inline float progressive_history(double weight, const MeanReward& move, float mean,
                                               float visits) noexcept {
  const float global = (move.mean(0) + 1) / 2;
  const float losses = (1 - mean) / 2 * visits;
  return 2 * static_cast<float>(weight) * global / (losses + 1);
}

}  // namespace ludex::agents::mcts
