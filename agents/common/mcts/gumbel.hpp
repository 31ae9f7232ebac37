// Gumbel: which moves of the root a search considers, and what they are worth to sequential halving.
//
// Idea: with few simulations most moves get none, so those that do are drawn from the prior policy without
// replacement, by the Gumbel-top-k trick: the m moves with the largest g(a) + logits(a), g(a) standard Gumbel
// noise. Sequential halving (halving.hpp) divides the simulations among them, its rounds by
//   g(a) + logits(a) + sigma(q(a)),  sigma(q) = (c_visit + max_b N(b)) c_scale q,  q in [0, 1],
// and the move that this prefers at the end is played: an improvement of the prior policy in expectation if
// the values are right (Danihelka, Guez, Schrittwieser & Silver, "Policy improvement by planning with
// Gumbel", ICLR 2022, Algorithm 1, Equations 7, 8, 11 and 33; m = 16, c_visit = 50, c_scale = 1).
//
// A move without a visit has the completed value v_mix, the mean of the values of visited moves by their
// priors. Departures: v_mix leaves out the root's own estimate, which a search with playouts has not; below
// the root the search stays as it is, as with root=halving.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "core/util/rng.hpp"

namespace ludex::agents::mcts {

struct GumbelConfig {
  std::uint32_t considered = 16;  // m
  double visits = 50;             // c_visit
  double scale = 1;               // c_scale
  bool prior = false;             // the game's scores of moves are the prior policy; else uniform
};

// The statistics of a root move: its value in [-1, 1] and its visits.
struct ArmValue {
  double mean = 0;
  std::uint32_t visits = 0;
};

class Gumbel {
 public:
  // Before a search of a position with these logits: one for each of its moves, at least one.
  void start(const GumbelConfig& config, std::span<const float> logits, Rng& rng) {
    config_ = config;
    logits_.assign(logits.begin(), logits.end());
    const float most = *std::max_element(logits_.begin(), logits_.end());
    noisy_.resize(logits_.size());
    double sum = 0;
    for (std::size_t i = 0; i < logits_.size(); ++i) {
      logits_[i] -= most;
      sum += std::exp(double{logits_[i]});
      noisy_[i] = double{logits_[i]} - std::log(-std::log(std::max(rng.uniform(), 1e-300)));
    }
    for (float& logit : logits_) logit -= static_cast<float>(std::log(sum));
    considered_.resize(logits_.size());
    std::iota(considered_.begin(), considered_.end(), 0U);
    std::sort(considered_.begin(), considered_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return noisy_[a] > noisy_[b]; });
    considered_.resize(std::min<std::size_t>(considered_.size(), std::max(config.considered, 1U)));
  }
  void stop() noexcept { considered_.clear(); }
  [[nodiscard]] bool on() const noexcept { return !considered_.empty(); }

  // The moves to search, best first, as indices of the logits.
  [[nodiscard]] std::span<const std::uint32_t> considered() const noexcept { return considered_; }
  [[nodiscard]] bool considers(std::uint32_t move) const noexcept {
    return std::find(considered_.begin(), considered_.end(), move) != considered_.end();
  }

  // Takes the values of all moves, value_of(i) that of move i. Call it before merit().
  template <class ValueOf>
  void look(ValueOf&& value_of) noexcept {
    double prior = 0;
    double sum = 0;
    most_visits_ = 0;
    for (std::uint32_t i = 0; i < logits_.size(); ++i) {
      const ArmValue arm = value_of(i);
      if (arm.visits == 0) continue;
      most_visits_ = std::max(most_visits_, arm.visits);
      const double share = std::exp(double{logits_[i]});
      prior += share;
      sum += share * arm.mean;
    }
    mixed_ = prior > 0 ? sum / prior : 0;
  }
  [[nodiscard]] double mixed_value() const noexcept { return mixed_; }
  // g + logits + sigma(completed q).
  [[nodiscard]] double merit(std::uint32_t move, const ArmValue& arm) const noexcept {
    return noisy_[move] + sigma(arm);
  }

 private:
  [[nodiscard]] double sigma(const ArmValue& arm) const noexcept {
    const double q = ((arm.visits == 0 ? mixed_ : arm.mean) + 1) / 2;
    return (config_.visits + most_visits_) * config_.scale * q;
  }

  GumbelConfig config_;
  std::vector<float> logits_;  // log probabilities
  std::vector<double> noisy_;  // with their noise
  std::vector<std::uint32_t> considered_;
  std::uint32_t most_visits_ = 0;
  double mixed_ = 0;
};

}  // namespace ludex::agents::mcts
