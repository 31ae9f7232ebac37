// Lines on one word: the branch-free look at all directions against cell by cell.
#include "games/common/line_board.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"

namespace ludex::games {

TEST_CASE("short lines are those that has_run finds") {
  Rng rng = Rng::seeded(5);
  for (std::uint32_t width = 1; width <= 19; ++width) {
    for (std::uint32_t height = 1; (width + 1) * height <= 64 && height <= 19; ++height) {
      const std::array<std::uint32_t, 4> steps{1, width + 1, width + 2, width};
      for (std::uint32_t k = 1; k <= 6; ++k) {
        CAPTURE(width);
        CAPTURE(height);
        CAPTURE(k);
        const ShortLines lines(steps, k);
        const bool shifts = std::all_of(steps.begin(), steps.end(), [k](auto s) { return (k - 1) * s < 64; });
        CHECK(lines.fit() == (k >= 2 && k <= 4 && shifts));
        if (!lines.fit()) continue;
        Bits<1> board;
        for (std::uint32_t y = 0; y < height; ++y) {
          for (std::uint32_t x = 0; x < width; ++x) board.set(y * (width + 1) + x);
        }
        for (int trial = 0; trial < 40; ++trial) {
          const Bits<1> some{board.word[0] & rng.next() & (trial % 2 == 0 ? rng.next() : ~std::uint64_t{0})};
          const bool found =
              std::any_of(steps.begin(), steps.end(), [&](auto s) { return has_run(some, s, k); });
          REQUIRE(lines.any(some.word[0]) == found);
        }
      }
    }
  }
}

}  // namespace ludex::games
