// Lines of stones on bitboards, for games won by k in a row. A direction is a step: the difference of the bit
// numbers of neighbouring cells. The board's layout must keep an empty bit between the end of one line and
// the start of the next (a padding column), so that a shift never joins two lines.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/common/bits.hpp"

namespace ludex::games {

// True if the set holds k cells in a row in direction `step`. Doubling: after the round with n, bit i is set
// if the n cells i, i + step ... are all in the set.
template <std::size_t W>
[[nodiscard]] constexpr bool has_run(Bits<W> set, std::uint32_t step, std::uint32_t k) noexcept {
  std::uint32_t n = 1;
  for (; 2 * n <= k; n *= 2) set &= set.down(n * step);
  if (n < k) set &= set.down((k - n) * step);
  return set.any();
}

// The same for a run of exactly k: neither neighbour beyond its ends is in the set.
template <std::size_t W>
[[nodiscard]] constexpr bool has_exact_run(const Bits<W>& set, std::uint32_t step, std::uint32_t k) noexcept {
  Bits<W> runs = set;
  for (std::uint32_t n = 1; n < k; ++n) runs &= set.down(n * step);
  return runs.without(set.up(step)).without(set.down(k * step)).any();
}

// Tests a board of one word for k in a row in any of four directions, without a branch if lines are short:
// small games need it after every move.
class ShortLines {
 public:
  // If fit() is false, call has_run.
  constexpr ShortLines(const std::array<std::uint32_t, 4>& steps, std::uint32_t k) noexcept
      : steps_(steps), fit_(k >= 2 && k <= 4) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      fit_ = fit_ && (k - 1) * steps[i] < 64;
      if (fit_) rest_[i] = (k - 2) * steps[i];
    }
  }
  [[nodiscard]] constexpr bool fit() const noexcept { return fit_; }
  // Two neighbours, and two neighbours k - 2 further on: for k = 2, 3, 4 these are k in a row.
  [[nodiscard]] constexpr bool any(std::uint64_t set) const noexcept {
    std::uint64_t lines = 0;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const std::uint64_t pairs = set & (set >> steps_[i]);
      lines |= pairs & (pairs >> rest_[i]);
    }
    return lines != 0;
  }

 private:
  std::array<std::uint32_t, 4> steps_;
  std::array<std::uint32_t, 4> rest_{};
  bool fit_;
};

// Length of the run through `cell`, which counts as a member in any case.
template <std::size_t W>
[[nodiscard]] constexpr std::uint32_t run_through(const Bits<W>& set, std::uint32_t cell,
                                                  std::uint32_t step) noexcept {
  std::uint32_t run = 1;
  for (std::uint32_t c = cell + step; c < Bits<W>::kCapacity && set.test(c); c += step) ++run;
  // Below zero the unsigned difference wraps to a huge value and the loop ends.
  for (std::uint32_t c = cell - step; c < Bits<W>::kCapacity && set.test(c); c -= step) ++run;
  return run;
}

// Every bit where one more member would complete a run of k or more (or exactly k) in direction `step`. With
// L_i = "the i cells before are members" and R_j = "the j cells after are", these are the bits of L_i and
// R_(k-1-i) for some i; an exact run also requires neither L_(i+1) nor R_(k-i).
template <std::size_t W>
[[nodiscard]] constexpr Bits<W> completing_cells(const Bits<W>& set, std::uint32_t step, std::uint32_t k,
                                                 bool exact) noexcept {
  constexpr std::uint32_t kMaxRun = 19;
  std::array<Bits<W>, kMaxRun + 1> after;  // after[j] = R_j
  for (auto& w : after[0].word) w = ~std::uint64_t{0};
  for (std::uint32_t j = 1; j <= k; ++j) after[j] = (set & after[j - 1]).down(step);
  Bits<W> found;
  Bits<W> before = after[0];
  for (std::uint32_t i = 0; i < k; ++i) {
    const Bits<W> longer = (set & before).up(step);
    Bits<W> here = before & after[k - 1 - i];
    if (exact) here = here.without(longer).without(after[k - i]);
    found |= here;
    before = longer;
  }
  return found;
}

}  // namespace ludex::games
