// PUCT: Rosin, "Multi-armed bandits with episode context", ISAIM 2010, in the form of Silver et al.,
// "Mastering the game of Go with deep neural networks and tree search", Nature 529, 2016: to the value of a
// child is added
//   weight P_i sqrt(N) / (n_i + 1)
// where P_i is the game's score of the move, as its share of the scores of all siblings.
#pragma once

#include <algorithm>
#include <numeric>

#include "core/game/extensions.hpp"

namespace ludex::agents::mcts {

// `root_visits` is sqrt(N).
[[nodiscard]] inline float puct(double weight, float prior, float root_visits, float visits) noexcept {
  return static_cast<float>(weight) * prior * root_visits / (visits + 1);
}

// What the scores of siblings are divided by.
[[nodiscard]] inline float largest_score(const float* scores, std::uint32_t count) noexcept {
  return *std::max_element(scores, scores + count);
}
[[nodiscard]] inline float sum_of_scores(const float* scores, std::uint32_t count) noexcept {
  return std::accumulate(scores, scores + count, 0.0F);
}

}  // namespace ludex::agents::mcts
