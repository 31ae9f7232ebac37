// Playouts mixed with an evaluation: Silver et al., "Mastering the game of Go with deep neural networks and
// tree search", Nature 529, 2016: a simulation counts
//   (1 - share) z + share v
// where z is the result of the playout and v the evaluation of the leaf. Departure: v is that of the leaf's
// parent, whose children were made together with their scores, so that a game that computes both at once does
// so once for several simulations.
#pragma once

#include "core/abi/types.hpp"

namespace ludex::agents::mcts {

// `value` in [-1, 1], for `player`; two players.
inline void mix_with_evaluation(double share, float value, Player player, float* rewards) noexcept {
  const auto part = static_cast<float>(share);
  for (Player p = 0; p < 2; ++p) rewards[p] += part * ((p == player ? value : -value) - rewards[p]);
}

}  // namespace ludex::agents::mcts
