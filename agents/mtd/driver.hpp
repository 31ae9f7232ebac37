// The MTD driver: finds the minimax value of one depth by a sequence of narrow-window searches over one table
// (Plaat et al. 1996). MTD(f), MTD-bi and MTD-H differ only in the place of the next test.
#pragma once

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
  kBisect,  // MTD-bi: the middle of the remaining interval
  kMedian,  // MTD-H: the median of the distribution
  kMean     // the same with its mean
};

// The bounds of the value, for the mover at the root.
struct Interval {
  Score lower = -kInfinite;
  Score upper = kInfinite;
  [[nodiscard]] bool closed() const noexcept { return lower >= upper; }
  [[nodiscard]] bool contradictory() const noexcept { return lower > upper; }
};

// The middle of an interval, by the rules of the thesis (spec 2.2): an open side counts as 20000; wins and
// losses are never averaged: their bound itself is tested.
[[nodiscard]] Score middle(const Interval& i) noexcept;

class Stepper {
 public:
  Stepper(Step step, Score size) : step_(step), size_(size) {}

  // Call it before the first test of a depth. `mass` is the distribution over buckets in the view of player
  // 0, empty if there is none; `sign` is -1 if player 1 moves at the root.
  void begin(Score guess, std::vector<double> mass, Score width, int sign);
  // The first test.
  [[nodiscard]] Score first() { return by_distribution() ? from_mass({}) : guess_; }
  // The next test, after a search failed high or low and left this interval.
  [[nodiscard]] Score next(const Interval& i, Score last_value, bool failed_high);

 private:
  [[nodiscard]] bool by_distribution() const noexcept {
    return (step_ == Step::kMedian || step_ == Step::kMean) && !mass_.empty();
  }
  [[nodiscard]] Score lower_edge(std::size_t j) const noexcept {
    return width_ * (static_cast<Score>(j) - static_cast<Score>(mass_.size() / 2)) - width_ / 2;
  }
  [[nodiscard]] std::size_t bucket(Score value) const noexcept;
  // The interval in the view of player 0.
  [[nodiscard]] Interval turned(const Interval& i) const noexcept {
    return sign_ > 0 ? i : Interval{-i.upper, -i.lower};
  }
  void confine(const Interval& mover);
  [[nodiscard]] Score from_mass(const Interval& mover);

  Step step_;
  Score size_;
  Score guess_ = 0;
  std::vector<double> mass_;
  Score width_ = 20;
  int sign_ = 1;
};

}  // namespace ludex::agents::mtd
