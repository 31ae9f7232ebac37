// Halving: sequential halving, which divides a search among the moves of the root.
//
// Idea: at the root only the final choice counts, so simple regret should be small, not the cumulative regret
// that UCB1 bounds. Sequential halving (Karnin, Koren & Somekh, "Almost optimal exploration in multi-armed
// bandits", ICML 2013) does ceil(log2 n) rounds for n moves. In a round each of the moves S that are left
// gets
//   max(1, floor(T / (|S| ceil(log2 n))))
// of the T simulations; then the better half by mean, ceil(|S| / 2) moves, remains. Below the root the search
// stays as it is (H-MCTS: Pepels, Cazenave, Winands & Lanctot, "Minimizing simple and cumulative regret in
// Monte-Carlo tree search", 2014). As in SHOT (Cazenave, "Sequential halving applied to trees", IEEE TCIAIG
// 7, 2015) a move's mean is over all its simulations, and none of T is left over: the last round gets what
// rounding leaves. The move that remains is played.
//
// Anytime sequential halving (Sagers, Winands & Soemers, "Anytime sequential halving in Monte-Carlo tree
// search", CG 2024) needs no T: passes of such rounds follow one another, in which each move of the first
// round gets one simulation, and each move that is left twice as many as in the round before. A pass ends
// when one move remains. The usual final move is played.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace ludex::agents::mcts {

class Halving {
 public:
  static constexpr std::uint32_t kNoArm = std::numeric_limits<std::uint32_t>::max();

  // Before a search of `budget` simulations; 0: anytime. Arms are numbered 0 to arms - 1, arms >= 1.
  void start(std::uint32_t arms, std::uint64_t budget) {
    arms_.resize(arms);
    std::iota(arms_.begin(), arms_.end(), 0U);
    start(budget);
  }
  // The same with arms of these numbers, at least one.
  void start(std::span<const std::uint32_t> arms, std::uint64_t budget) {
    arms_.assign(arms.begin(), arms.end());
    start(budget);
  }
  void stop() noexcept { order_.clear(); }
  [[nodiscard]] bool on() const noexcept { return !order_.empty(); }
  [[nodiscard]] bool anytime() const noexcept { return budget_ == 0; }

  // The arm of the next simulation. At the end of a round it asks mean(arm) of the arms that are left, whose
  // order among equals is kept. An arm that is not open(arm) gets no simulation; kNoArm if none that is left
  // is open.
  template <class Mean, class Open>
  [[nodiscard]] std::uint32_t next(Mean&& mean, Open&& open) noexcept {
    // Rounds in which every arm is closed cost nothing; then all that are left may be.
    for (std::uint32_t skipped = 0; skipped <= 2 * order_.size(); ++skipped) {
      if (at_ == left_) {
        at_ = 0;
        if (++sweep_ >= share_ && !last()) end_round(mean);
      }
      const std::uint32_t arm = order_[at_++];
      if (open(arm)) return arm;
    }
    return kNoArm;
  }

  // The arms of the present round.
  [[nodiscard]] std::span<const std::uint32_t> left() const noexcept { return {order_.data(), left_}; }
  // Simulations of each of them in this round; the last round with a budget goes on beyond that.
  [[nodiscard]] std::uint64_t share() const noexcept { return share_; }

 private:
  void start(std::uint64_t budget) {
    order_.resize(arms_.size());
    budget_ = budget;
    rounds_ = std::max(1U, static_cast<std::uint32_t>(std::bit_width(arms_.size() - 1)));
    begin_pass();
  }
  // With a budget the round of the last two goes on until it is used up.
  [[nodiscard]] bool last() const noexcept { return budget_ != 0 && left_ <= 2; }

  void begin_pass() noexcept {
    std::copy(arms_.begin(), arms_.end(), order_.begin());
    left_ = static_cast<std::uint32_t>(order_.size());
    share_ = 1;
    begin_round();
  }
  void begin_round() noexcept {
    at_ = 0;
    sweep_ = 0;
    if (budget_ != 0) share_ = std::max<std::uint64_t>(1, budget_ / (std::uint64_t{left_} * rounds_));
  }
  template <class Mean>
  void end_round(Mean& mean) noexcept {
    // An insertion sort keeps the order of equals and allocates nothing.
    for (std::uint32_t i = 1; i < left_; ++i) {
      const std::uint32_t arm = order_[i];
      const double value = mean(arm);
      std::uint32_t to = i;
      for (; to != 0 && mean(order_[to - 1]) < value; --to) order_[to] = order_[to - 1];
      order_[to] = arm;
    }
    left_ = (left_ + 1) / 2;
    if (budget_ == 0 && left_ == 1) return begin_pass();
    share_ *= 2;
    begin_round();
  }

  std::uint64_t budget_ = 0;
  std::uint32_t rounds_ = 1;

  std::vector<std::uint32_t> arms_;
  std::vector<std::uint32_t> order_;  // the first left_ are those of this round
  std::uint32_t left_ = 0;
  std::uint32_t at_ = 0;     // the next of them
  std::uint64_t sweep_ = 0;  // simulations that each has had in this round
  std::uint64_t share_ = 1;
};

}  // namespace ludex::agents::mcts
