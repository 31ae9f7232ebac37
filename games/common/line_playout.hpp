// Finds the ply of the first line if stones are placed in a given order. Instead of testing for lines after
// every stone, it gives each cell the ply at which it is filled: a window of k cells of one colour is
// complete at the maximum of its plies, and the game ends at the minimum over all windows. Both are plain
// loops over small integers, which compilers vectorise: for a 15 x 15 board some 300 instructions per colour.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace ludex::games {

// N: bits of the board's layout (see line_board.hpp). Ply: an unsigned type for more than the number of
// cells.
template <std::size_t N, class Ply>
class LineClock {
 public:
  static constexpr Ply kNever = std::numeric_limits<Ply>::max();

  LineClock() noexcept {
    for (auto& plies : filled_) plies.fill(kNever);
  }

  // Cell `bit` has a stone of `player` from `ply` on; 0 for stones already present.
  void fill(std::uint32_t player, std::uint32_t bit, std::uint32_t ply) noexcept {
    filled_[player][kRim + bit] = static_cast<Ply>(ply);
  }

  // The ply of the first line of k (exactly k if `exact`), or kNever. `bits` <= N: the layout's true size.
  template <class Steps>
  [[nodiscard]] Ply first_line(const Steps& steps, std::uint32_t bits, std::uint32_t k,
                               bool exact) const noexcept {
    std::array<Ply, N> best;
    best.fill(kNever);
    for (const auto& plies : filled_) {
      for (const std::uint32_t step : steps) {
        const std::uint32_t length = (k - 1) * step;
        if (length >= bits) continue;
        const Ply* const from = plies.data() + kRim;
        if (k == 5) {
          five(from, step, bits - length, exact, best.data());
        } else {
          any_length(from, step, k, bits - length, exact, best.data());
        }
      }
    }
    return *std::min_element(best.begin(), best.begin() + bits);
  }

 private:
  // Room for the neighbours beyond both ends of a window: at least the longest step, 20.
  static constexpr std::size_t kRim = 32;

  static Ply larger(Ply a, Ply b) noexcept { return a > b ? a : b; }
  static Ply smaller(Ply a, Ply b) noexcept { return a < b ? a : b; }
  // kNever if the condition holds, else the ply; arithmetic, as g++ 12 does not vectorise a choice here.
  static Ply unless(bool condition, Ply ply) noexcept {
    return static_cast<Ply>(ply | static_cast<Ply>(-static_cast<int>(condition)));
  }

  // Folds the windows that start at 0 ... n - 1 into `best`.
  static void five(const Ply* __restrict from, std::uint32_t step, std::uint32_t n, bool exact,
                   Ply* __restrict best) noexcept {
    const Ply* __restrict const b = from + step;
    const Ply* __restrict const c = b + step;
    const Ply* __restrict const d = c + step;
    const Ply* __restrict const e = d + step;
    if (!exact) {
      for (std::uint32_t i = 0; i < n; ++i) {
        const Ply made = larger(larger(larger(from[i], b[i]), larger(c[i], d[i])), e[i]);
        best[i] = smaller(best[i], made);
      }
      return;
    }
    const Ply* __restrict const before = from - step;
    const Ply* __restrict const behind = e + step;
    for (std::uint32_t i = 0; i < n; ++i) {
      const Ply made = larger(larger(larger(from[i], b[i]), larger(c[i], d[i])), e[i]);
      const Ply longer = smaller(before[i], behind[i]);
      best[i] = smaller(best[i], unless(longer <= made, made));
    }
  }
  static void any_length(const Ply* from, std::uint32_t step, std::uint32_t k, std::uint32_t n, bool exact,
                         Ply* __restrict best) noexcept {
    std::array<Ply, N> made;
    std::copy_n(from, n, made.data());
    for (std::uint32_t j = 1; j < k; ++j) {
      const Ply* __restrict const next = from + j * step;
      for (std::uint32_t i = 0; i < n; ++i) made[i] = larger(made[i], next[i]);
    }
    const Ply* const before = from - step;
    const Ply* const behind = from + k * step;
    for (std::uint32_t i = 0; i < n; ++i) {
      const bool overline = exact && smaller(before[i], behind[i]) <= made[i];
      best[i] = smaller(best[i], unless(overline, made[i]));
    }
  }

  std::array<std::array<Ply, N + 2 * kRim>, 2> filled_;
};

}  // namespace ludex::games
