// Bit sets: elements written in order, random subsets that are all equally likely.
#include "games/common/bits.hpp"

#include <array>
#include <map>

#include <doctest/doctest.h>

namespace ludex::games {

TEST_CASE("select finds the n-th element") {
  Bits<3> set;
  std::uint32_t n = 0;
  for (const std::uint32_t element : {0U, 5U, 63U, 64U, 100U, 127U, 128U, 191U}) set.set(element);
  for (const std::uint32_t element : {0U, 5U, 63U, 64U, 100U, 127U, 128U, 191U})
    CHECK(select(set, n++) == element);
}

TEST_CASE("elements are written in ascending order, eight at once while there are so many, and none beyond") {
  Rng rng = Rng::seeded(11);
  for (int round = 0; round < 2000; ++round) {
    Bits<3> set;
    for (std::uint64_t& word : set.word) {
      word = rng.next();
      for (std::uint32_t thinner = rng.below(5); thinner != 0; --thinner) word &= rng.next();
      if (rng.below(8) == 0) word = rng.below(2) == 0 ? 0 : ~std::uint64_t{0};
    }
    constexpr std::uint32_t kUntouched = 1000;
    std::array<std::uint32_t, Bits<3>::kCapacity + 8> written;
    written.fill(kUntouched);
    const std::uint32_t count = set.count();
    Bits<3> rest = set;
    std::uint32_t n = write_elements(rest, count, written.data());
    REQUIRE(n + rest.count() == count);
    rest.for_each([&](std::uint32_t element) { written[n++] = element; });
    std::uint32_t i = 0;
    set.for_each([&](std::uint32_t element) { REQUIRE(written[i++] == element); });
    for (; i < written.size(); ++i) REQUIRE(written[i] == kUntouched);
  }
}

TEST_CASE("random subsets have the size asked for, and each is as likely as any other") {
  // Six elements of three words, three of them: 20 subsets. Chi-square of 19 degrees of freedom: beyond 60
  // once in 10^5 seeds; the seed is fixed.
  Bits<3> set;
  for (const std::uint32_t element : {1U, 62U, 70U, 90U, 130U, 180U}) set.set(element);
  Rng rng = Rng::seeded(7);
  constexpr int kDraws = 40'000;
  for (std::uint32_t size = 0; size <= 6; ++size) {
    CAPTURE(size);
    std::map<std::array<std::uint64_t, 3>, int> seen;
    for (int i = 0; i < kDraws; ++i) {
      const Bits<3> subset = random_subset(set, 6, size, rng);
      REQUIRE(subset.count() == size);
      REQUIRE_FALSE(subset.without(set).any());
      ++seen[subset.word];
    }
    const std::map<std::uint32_t, std::size_t> subsets{{0, 1},  {1, 6}, {2, 15}, {3, 20},
                                                       {4, 15}, {5, 6}, {6, 1}};
    REQUIRE(seen.size() == subsets.at(size));
    const double expected = double{kDraws} / static_cast<double>(seen.size());
    double chi2 = 0;
    for (const auto& [subset, count] : seen) chi2 += (count - expected) * (count - expected) / expected;
    CHECK(chi2 < 60);
  }
}

}  // namespace ludex::games
