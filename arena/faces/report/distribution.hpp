// Distribution of a positive quantity over many orders of magnitude: times and nodes of moves.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace ludex::arena::report {

// A histogram of whole numbers with 64 bins per octave, so that quantiles are exact to 0.8 %; numbers below
// 128 have bins of their own. Grows with the largest number.
class Distribution {
 public:
  void add(std::uint64_t x, std::uint64_t times = 1) {
    const std::size_t bin = bin_of(x);
    if (bin >= bins_.size()) bins_.resize(bin + 1);
    bins_[bin] += times;
    count_ += times;
    sum_ += static_cast<double>(x) * static_cast<double>(times);
    max_ = std::max(max_, x);
  }

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] std::uint64_t max() const noexcept { return max_; }
  [[nodiscard]] double mean() const noexcept { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }
  // 0 <= q <= 1: the middle of the bin with the number of rank ceil(q n); 0 for an empty histogram.
  [[nodiscard]] double quantile(double q) const noexcept {
    const double rank = q * static_cast<double>(count_);
    std::uint64_t below = 0;
    for (std::size_t bin = 0; bin < bins_.size(); ++bin) {
      below += bins_[bin];
      if (bins_[bin] != 0 && static_cast<double>(below) >= rank)
        return std::min((lowest(bin) + lowest(bin + 1) - 1) / 2, static_cast<double>(max_));
    }
    return static_cast<double>(max_);
  }
  // Calls visit(from, to, count) for every non-empty bin: numbers x with from <= x < to.
  template <class Visit>
  void each(const Visit& visit) const {
    for (std::size_t bin = 0; bin < bins_.size(); ++bin) {
      if (bins_[bin] != 0) visit(lowest(bin), lowest(bin + 1), bins_[bin]);
    }
  }

 private:
  static constexpr int kBits = 6;
  static std::size_t bin_of(std::uint64_t x) noexcept {
    const int shift = std::max(0, static_cast<int>(std::bit_width(x)) - kBits - 1);
    return (static_cast<std::size_t>(shift) << kBits) + static_cast<std::size_t>(x >> shift);
  }
  static double lowest(std::size_t bin) noexcept {
    const std::size_t shift = bin < (2U << kBits) ? 0 : (bin >> kBits) - 1;
    return static_cast<double>(bin - (shift << kBits)) * static_cast<double>(std::uint64_t{1} << shift);
  }

  std::vector<std::uint64_t> bins_;
  std::uint64_t count_ = 0;
  double sum_ = 0;
  std::uint64_t max_ = 0;
};

}  // namespace ludex::arena::report
