// MAST, the move-average sampling technique: Finnsson & Bjornsson, "Simulation-based approach to general game
// playing", AAAI 2008: playouts prefer moves with a good mean over all simulations, whatever the position. An
// unseen move counts as a win. Departure: epsilon-greedy (Tak, Winands & Bjornsson 2012) instead of Gibbs
// sampling.
#pragma once

#include <cstdint>

#include "agents/common/mcts/statistics.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::mcts {

[[nodiscard]] inline float mast_score(const MoveTable& means, Player mover,
                                      std::uint32_t move_class) noexcept {
  return means[means.index(mover, move_class)].mean(1);
}

// The index with the best score, ties broken at random; any of `count` with probability epsilon.
template <class Score>
[[nodiscard]] std::uint32_t epsilon_greedy(Rng& rng, double epsilon, std::uint32_t count,
                                           Score&& score_of) noexcept {
  if (rng.uniform() < epsilon) return rng.below(count);
  std::uint32_t best = 0;
  float best_score = -2;
  std::uint32_t ties = 1;
  for (std::uint32_t i = 0; i < count; ++i) {
    const float score = score_of(i);
    if (score > best_score) {
      best = i;
      best_score = score;
      ties = 1;
    } else if (score == best_score && rng.below(++ties) == 0) {
      best = i;
    }
  }
  return best;
}

}  // namespace ludex::agents::mcts
