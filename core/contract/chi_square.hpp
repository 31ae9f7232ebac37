// Pearson's chi-square of counts against expected counts.
#pragma once

#include <algorithm>
#include <cmath>

namespace ludex::contract {

class ChiSquare {
 public:
  // Cells expected fewer than `rare` times are counted as one.
  explicit ChiSquare(double rare) : rare_(rare) {}

  void add(double expected, double found) noexcept {
    if (expected < rare_) {
      rare_expected_ += expected;
      rare_found_ += found;
    } else {
      count(expected, found);
    }
  }
  // Ends the counting.
  void close() noexcept {
    if (rare_expected_ > 0 && rare_expected_ >= rare_) count(rare_expected_, rare_found_);
  }

  [[nodiscard]] double value() const noexcept { return cells_ < 2 ? 0 : value_; }
  [[nodiscard]] double freedom() const noexcept { return std::max(cells_ - 1, 0.0); }
  // The value that right counts exceed as rarely as a normal variable exceeds `deviations` standard
  // deviations (Wilson & Hilferty, "The distribution of chi-square", PNAS 1931).
  [[nodiscard]] double bound(double deviations) const noexcept {
    const double spread = 2 / (9 * std::max(freedom(), 1.0));
    return std::max(freedom(), 1.0) * std::pow(1 - spread + deviations * std::sqrt(spread), 3);
  }

 private:
  void count(double expected, double found) noexcept {
    value_ += (found - expected) * (found - expected) / expected;
    ++cells_;
  }

  double rare_;
  double rare_expected_ = 0;
  double rare_found_ = 0;
  double value_ = 0;
  double cells_ = 0;
};

}  // namespace ludex::contract
