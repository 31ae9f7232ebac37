#include "agents/common/mcts/lanes.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"

namespace ludex::agents::mcts {

TEST_CASE("lanes: the largest number and where it is, for every size and with ties") {
  Rng rng = Rng::seeded(7);
  for (std::size_t size = 1; size <= 200; ++size) {
    for (int trial = 0; trial < 20; ++trial) {
      std::vector<float> x(lanes::padded(size), 1e9F);  // what is beyond the end does not count
      lanes::seal(x.data(), size);
      for (std::size_t i = 0; i < size; ++i) {
        x[i] = static_cast<float>(rng.below(5)) - 7.5F;
        if (rng.below(4) == 0) x[i] = -std::numeric_limits<float>::infinity();
      }
      const float top = *std::max_element(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(size));
      REQUIRE(lanes::largest(x.data(), size) == top);
      const std::size_t window = std::min<std::size_t>(size, 64);
      for (const float value : {-7.5F, -3.5F, 0.0F}) {
        const std::uint64_t found = lanes::where_equal(x.data(), window, value);
        for (std::size_t i = 0; i < 64; ++i)
          REQUIRE((found >> i & 1) == (i < window && x[i] == value ? 1U : 0U));
      }
    }
  }
}

TEST_CASE("lanes: the two zeros are equal") {
  std::vector<float> x(lanes::padded(3));
  lanes::seal(x.data(), 3);
  x[0] = -0.0F;
  x[1] = -1.0F;
  x[2] = 0.0F;
  CHECK(lanes::where_equal(x.data(), 3, lanes::largest(x.data(), 3)) == 0b101);
}

}  // namespace ludex::agents::mcts
