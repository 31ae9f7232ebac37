// UCB1-Tuned: Auer, Cesa-Bianchi & Fischer, "Finite-time analysis of the multiarmed bandit problem", Machine
// Learning 47, 2002, section 4:
//   mean_i + sqrt(r min(1/4, V_i)), r = ln N / n_i, V_i = variance_i + sqrt(2 r)
// Published for rewards in [0, 1]; here, for [-1, 1], variance is at most 1, and c replaces sqrt 2.
#pragma once

#include <algorithm>
#include <cmath>

namespace ludex::agents::mcts {

// `ratio` is r, `squares` the sum of the squares of the rewards, `inverse_root` 1 / sqrt(n_i).
[[nodiscard]] inline float ucb1_tuned_bonus(float c, float squares, float inverse_root, float mean,
                                            float ratio) noexcept {
  const float variance = std::max(0.0F, squares * inverse_root * inverse_root - mean * mean);
  return std::sqrt(ratio * std::min(1.0F, variance + c * std::sqrt(ratio)));
}

}  // namespace ludex::agents::mcts
