#include "games/common/square_set.hpp"

#include <doctest/doctest.h>

#include "core/util/rng.hpp"

namespace ludex::games::bits {

TEST_CASE("select finds the n-th member, with and without BMI2, in 64 and in 128 bits") {
  Rng rng = Rng::seeded(5);
  for (int round = 0; round < 2000; ++round) {
    // Sparse, middling and dense sets.
    std::uint64_t halves[2];
    for (std::uint64_t& half : halves) {
      half = rng.next();
      if (round % 4 == 1) half &= rng.next() & rng.next();
      if (round % 4 == 2) half |= rng.next() | rng.next();
      if (round % 4 == 3) half &= rng.next() & rng.next() & rng.next() & rng.next();
    }
    std::uint32_t n = 0;
    for (std::uint64_t rest = halves[0]; rest != 0; ++n) {
      REQUIRE(select(halves[0], n) == lowest(rest));
      REQUIRE(select_bit_portable(halves[0], n) == pop_lowest(rest));
    }
    CHECK(int(n) == count(halves[0]));
    const Word128 wide = static_cast<Word128>(halves[1]) << 64 | halves[0];
    n = 0;
    for (Word128 rest = wide; rest != 0; ++n) REQUIRE(select(wide, n) == pop_lowest(rest));
    CHECK(int(n) == count(wide));
  }
  CHECK(select_bit_portable(~std::uint64_t{0}, 63) == 63);
  CHECK(select_bit_portable(std::uint64_t{1} << 63, 0) == 63);
}

TEST_CASE("single members") {
  CHECK(single(std::uint64_t{1} << 40));
  CHECK_FALSE(single(std::uint64_t{3}));
  CHECK_FALSE(single(std::uint64_t{0}));
  CHECK(single(bit<Word128>(100)));
  CHECK_FALSE(single(bit<Word128>(100) | bit<Word128>(3)));
}

}  // namespace ludex::games::bits
