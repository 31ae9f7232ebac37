#include "core/util/rng.hpp"

#include <array>

#include <doctest/doctest.h>

namespace ludex {

TEST_CASE("splitmix64 reproduces the reference sequence of seed 0") {
  // Reference output of the public-domain splitmix64.c for state 0.
  CHECK(mix64(0) == 0xE220A8397B1DCDAFULL);
  CHECK(mix64(0x9E3779B97F4A7C15ULL) == 0x6E789E6AA1B965F4ULL);
}

TEST_CASE("below(n) is uniform: chi-square over 7 cells") {
  Rng rng = Rng::seeded(42);
  std::array<int, 7> counts{};
  constexpr int kDraws = 70000;
  for (int i = 0; i < kDraws; ++i) ++counts[rng.below(7)];
  double chi2 = 0;
  for (const int c : counts) chi2 += (c - kDraws / 7.0) * (c - kDraws / 7.0) / (kDraws / 7.0);
  CHECK(chi2 < 22.46);  // 99.9 % quantile, 6 degrees of freedom
  CHECK(chi2 > 0.38);   // 0.1 % quantile: neither too even
}

}  // namespace ludex
