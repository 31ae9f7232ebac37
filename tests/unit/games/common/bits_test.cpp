// Random subsets of bit sets: all equally likely.
#include "games/common/bits.hpp"

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
