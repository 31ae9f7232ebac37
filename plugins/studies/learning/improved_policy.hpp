// The policy that a few simulations improve by completed values (Danihelka, Guez, Schrittwieser & Silver,
// "Policy improvement by planning with Gumbel", ICLR 2022, Equations 10, 11 and 33).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "agents/common/mcts/gumbel.hpp"

namespace ludex::studies::learning {

// Writes pi' = softmax(logits + sigma(completed q)) for `count` moves, and returns the sum of pi' q.
// arm_of(i): the prior probability of move i, and its statistics for the mover. `own`: the value of the
// position itself by the model. A move without visits has the completed value
//   v_mix = (own + N sum pi(b) q(b) / sum pi(b)) / (1 + N), sums over the visited moves, N their visits.
template <class ArmOf>
double improved_policy(const agents::mcts::GumbelConfig& config, std::size_t count, double own,
                       ArmOf&& arm_of, std::span<float> policy) {
  double prior = 0;
  double sum = 0;
  std::uint32_t most = 0;
  std::uint32_t total = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto [share, arm] = arm_of(i);
    if (arm.visits == 0) continue;
    most = std::max(most, arm.visits);
    total += arm.visits;
    prior += share;
    sum += share * arm.mean;
  }
  const double mixed = prior > 0 ? (own + total * sum / prior) / (1 + total) : own;
  const auto q_of = [&](const agents::mcts::ArmValue& arm) { return arm.visits == 0 ? mixed : arm.mean; };
  const auto logit_of = [&](std::size_t i) {
    const auto [share, arm] = arm_of(i);
    return std::log(std::max(share, 1e-30)) + (config.visits + most) * config.scale * (q_of(arm) + 1) / 2;
  };
  double highest = logit_of(0);
  for (std::size_t i = 1; i < count; ++i) highest = std::max(highest, logit_of(i));
  double all = 0;
  double value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double weight = std::exp(logit_of(i) - highest);
    policy[i] = static_cast<float>(weight);
    all += weight;
    value += weight * q_of(arm_of(i).second);
  }
  for (std::size_t i = 0; i < count; ++i)
    policy[i] = static_cast<float>(static_cast<double>(policy[i]) / all);
  return value / all;
}

}  // namespace ludex::studies::learning
