// PUCT: Rosin, "Multi-armed bandits with episode context", ISAIM 2010, in the form of Silver et al.,
// "Mastering the game of Go with deep neural networks and tree search", Nature 529, 2016, adds to the value
// of a child
//   weight P_i sqrt(N) / (n_i + 1)
// where P_i is the game's score of the move, as its share of the scores of all siblings. In long searches the
// weight may grow with N, as in Silver et al., "A general reinforcement learning algorithm that masters
// chess, shogi, and Go through self-play", Science 362, 2018; the shares of scores^(1 / temperature) are
// flatter.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "core/game/extensions.hpp"

namespace ludex::agents::mcts {

// `root_visits` is sqrt(N).
[[nodiscard]] inline float puct(float weight, float prior, float root_visits, float visits) noexcept {
  return weight * prior * root_visits / (visits + 1);
}

[[nodiscard]] inline float puct_weight(double weight, double growth, float parent_visits) noexcept {
  constexpr float kBase = 19652;
  if (growth == 0) return static_cast<float>(weight);
  return static_cast<float>(weight) + static_cast<float>(growth) * std::log1p((1 + parent_visits) / kBase);
}

inline void soften(std::span<float> scores, double temperature) noexcept {
  if (temperature == 1) return;
  for (float& score : scores) score = std::pow(score, static_cast<float>(1 / temperature));
}

// Divisors of the scores of siblings.
[[nodiscard]] inline float largest_score(const float* scores, std::uint32_t count) noexcept {
  return *std::max_element(scores, scores + count);
}
[[nodiscard]] inline float sum_of_scores(const float* scores, std::uint32_t count) noexcept {
  return std::accumulate(scores, scores + count, 0.0F);
}

}  // namespace ludex::agents::mcts
