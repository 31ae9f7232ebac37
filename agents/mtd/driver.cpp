#include "agents/mtd/driver.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace ludex::agents::mtd {

void Stepper::begin(Score guess, std::vector<double> mass, Score width, int sign) {
  guess_ = guess;
  mass_ = std::move(mass);
  width_ = width;
  sign_ = sign;
}

Score Stepper::next(const Interval& i, Score last_value, bool failed_high) {
  if (is_win(last_value) || is_loss(last_value)) return std::clamp(last_value, i.lower, i.upper);
  if (step_ == Step::kFixed) {
    // MTD(f): the bound just found; after a lower bound the driver adds one.
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

std::size_t Stepper::bucket(Score value) const noexcept {
  const Score last = static_cast<Score>(mass_.size()) - 1;
  const Score shifted = value + width_ / 2 + last / 2 * width_;
  return static_cast<std::size_t>(shifted <= 0 ? 0 : std::min(shifted / width_, last));
}

void Stepper::confine(const Interval& mover) {
  const Interval i = turned(mover);
  std::fill_n(mass_.begin(), bucket(i.lower), 0.0);
  std::fill(mass_.begin() + static_cast<std::ptrdiff_t>(bucket(i.upper)) + 1, mass_.end(), 0.0);
}

Score Stepper::from_mass(const Interval& mover) {
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

Score middle(const Interval& i) noexcept {
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

}  // namespace ludex::agents::mtd
