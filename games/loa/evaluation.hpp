// Static evaluation of Lines of Action in hundredths of a disc's step: the distance of each side's discs from
// their centre of mass, minus the minimum for that number of discs (concentration, as in Winands, "Analysis
// and implementation of Lines of Action", 2000), the number of groups, and mobility. rules.md has the terms.
#pragma once

#include <algorithm>
#include <cstdint>

#include "games/loa/bits.hpp"

namespace ludex::games::loa {

// Sum of the king's distances of n cells packed around one of them to that cell: 8 at one, 16 at two ...
[[nodiscard]] constexpr int least_spread(int n) noexcept {
  int sum = 0;
  for (int ring = 1, left = n - 1; left > 0; left -= 8 * ring, ++ring) sum += ring * std::min(left, 8 * ring);
  return sum;
}

template <class B>
[[nodiscard]] int group_count(B discs) noexcept {
  int groups = 0;
  for (; discs.any(); ++groups) discs = discs & ~group_of_first(discs);
  return groups;
}

template <class B>
[[nodiscard]] int disc_terms(const B& discs, unsigned size) noexcept {
  const int n = static_cast<int>(discs.count());
  int columns = 0;
  int rows = 0;
  discs.for_each([&](unsigned cell) {
    columns += static_cast<int>(cell % B::kStride);
    rows += static_cast<int>(cell / B::kStride);
  });
  // Distances in units of 1/n of a step, which avoids rounding the centre of mass.
  int spread = 0;
  discs.for_each([&](unsigned cell) {
    const int x = n * static_cast<int>(cell % B::kStride) - columns;
    const int y = n * static_cast<int>(cell / B::kStride) - rows;
    spread += std::max(x < 0 ? -x : x, y < 0 ? -y : y);
  });
  const int surplus = 100 * (spread - n * least_spread(n)) / n;  // hundredths of steps in all
  // A group whose centre of mass is near the middle of the board is harder to keep apart.
  const int middle = n * (static_cast<int>(size) - 1);
  const int x = 2 * columns - middle;
  const int y = 2 * rows - middle;
  const int from_middle = 100 * std::max(x < 0 ? -x : x, y < 0 ? -y : y) / (2 * n);
  return -surplus - from_middle - 60 * group_count(discs);
}

}  // namespace ludex::games::loa
