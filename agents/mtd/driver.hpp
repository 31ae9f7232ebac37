// The MTD driver: finds the minimax value of one depth by a sequence of narrow-window searches over one table
// (Plaat et al. 1996). What differs between MTD(f), MTD-bi and MTD-H is only where the next test is put.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <vector>

#include "agents/common/minimax/score.hpp"
#include "agents/mtd/distribution.hpp"

namespace ludex::agents::mtd {

using minimax::is_loss;
using minimax::is_win;
using minimax::kInfinite;
using minimax::kMaxEvaluation;
using minimax::Score;
using minimax::Value;

enum class Step {
  kFull,    // no MTD: one search with an open window (the baselines alpha-beta and pvs)
  kFixed,   // MTD(f): a fixed step beyond the last value, 1 in the original
  kBisect,  // MTD-bi: the middle of what is left
  kMedian,  // MTD-H: the median of the distribution
  kMean     // the same with its mean
};

// What is known of the value, for the mover at the root.
struct Interval {
  Score lower = -kInfinite;
  Score upper = kInfinite;
  [[nodiscard]] bool closed() const noexcept { return lower >= upper; }
  [[nodiscard]] bool contradictory() const noexcept { return lower > upper; }
};

// The middle of an interval, rules of the thesis (spec 2.2): an open side counts as 20000; wins and losses
// are never averaged: their bound itself is tested.
[[nodiscard]] inline Score middle(const Interval& i) noexcept {
  constexpr Score kFar = 20'000;
  if (is_win(i.lower)) return i.lower;
  if (is_loss(i.upper)) return i.upper;
  if (i.lower == -kInfinite && i.upper == kInfinite) return 0;
  if (is_loss(i.lower)) {
    if (is_win(i.upper)) return 0;
    return i.lower == -kInfinite && i.upper > -kFar ? -kFar : i.upper;
  }
  if (is_win(i.upper)) return i.upper == kInfinite && i.lower < kFar ? kFar : i.lower;
  return i.lower + (i.upper - i.lower) / 2;
}

class Stepper {
 public:
  Stepper(Step step, Score size) : step_(step), size_(size) {}

  // Before the first test of a depth. `mass` is the distribution over buckets in the view of player 0, empty
  // if there is none; `sign` is -1 if player 1 moves at the root.
  void begin(Score guess, std::vector<double> mass, Score width, int sign) {
    guess_ = guess;
    mass_ = std::move(mass);
    width_ = width;
    sign_ = sign;
  }
  // Where to test first.
  [[nodiscard]] Score first() { return by_distribution() ? from_mass({}) : guess_; }
  // Where to test after a search at `tested` has left this interval; it failed high or low.
  [[nodiscard]] Score next(const Interval& i, Score last_value, bool failed_high) {
    if (is_win(last_value) || is_loss(last_value)) return std::clamp(last_value, i.lower, i.upper);
    if (step_ == Step::kFixed) {
      // MTD(f): the bound just found; after a lower bound the driver asks for one more than it.
      if (size_ == 1) return last_value;
      const Score to = failed_high ? last_value + size_ : last_value - size_;
      // A step that reaches the other bound would only repeat it.
      if (failed_high ? to >= i.upper : to <= i.lower) return middle(i);
      return to;
    }
    if (by_distribution()) {
      confine(i);
      return from_mass(i);
    }
    return middle(i);
  }

 private:
  [[nodiscard]] bool by_distribution() const noexcept {
    return (step_ == Step::kMedian || step_ == Step::kMean) && !mass_.empty();
  }
  [[nodiscard]] Score lower_edge(std::size_t j) const noexcept {
    return width_ * (static_cast<Score>(j) - static_cast<Score>(mass_.size() / 2)) - width_ / 2;
  }
  [[nodiscard]] std::size_t bucket(Score value) const noexcept {
    const Score last = static_cast<Score>(mass_.size()) - 1;
    const Score shifted = value + width_ / 2 + last / 2 * width_;
    return static_cast<std::size_t>(shifted <= 0 ? 0 : std::min(shifted / width_, last));
  }
  // In the view of player 0.
  [[nodiscard]] Interval turned(const Interval& i) const noexcept {
    return sign_ > 0 ? i : Interval{-i.upper, -i.lower};
  }
  void confine(const Interval& mover) {
    const Interval i = turned(mover);
    std::fill_n(mass_.begin(), bucket(i.lower), 0.0);
    std::fill(mass_.begin() + static_cast<std::ptrdiff_t>(bucket(i.upper)) + 1, mass_.end(), 0.0);
  }
  [[nodiscard]] Score from_mass(const Interval& mover) {
    double total = 0;
    for (const double m : mass_) total += m;
    if (!(total > 0)) return middle(mover);
    const Interval i = turned(mover);
    if (step_ == Step::kMean) {
      double sum = 0;
      for (std::size_t j = 0; j < mass_.size(); ++j) sum += mass_[j] * (lower_edge(j) + width_ * 0.5);
      return sign_ * std::clamp(static_cast<Score>(std::lround(sum / total)), i.lower, i.upper);
    }
    double passed = 0;
    std::size_t j = 0;
    for (; j + 1 < mass_.size(); ++j) {
      passed += mass_[j];
      if (passed > total / 2) break;
    }
    Interval edges{j == 0 ? -kInfinite : lower_edge(j),
                   j + 1 == mass_.size() ? kInfinite : lower_edge(j + 1) - 1};
    edges.lower = std::max(edges.lower, i.lower);
    edges.upper = std::min(edges.upper, i.upper);
    return sign_ * middle(edges);
  }

  Step step_;
  Score size_;
  Score guess_ = 0;
  std::vector<double> mass_;
  Score width_ = 20;
  int sign_ = 1;
};

}  // namespace ludex::agents::mtd
