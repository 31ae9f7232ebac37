// What depends on the processor gives the numbers of plain loops.
#include "core/util/vectors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <doctest/doctest.h>

#include "core/util/instructions.hpp"
#include "core/util/rng.hpp"

namespace ludex::tests {

TEST_CASE("instructions: bits are gathered and scattered in the order of the mask") {
  Rng rng = Rng::seeded(1);
  CHECK(extract_bits(0xF0F0, 0xFF00) == 0xF0);
  CHECK(deposit_bits(0b101, 0b11010) == 0b10010);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t set = rng.next();
    const std::uint64_t mask = rng.next() & rng.next();
    std::uint64_t gathered = 0;
    unsigned count = 0;
    for (unsigned bit = 0; bit < 64; ++bit) {
      if ((mask >> bit & 1) != 0) gathered |= (set >> bit & 1) << count++;
    }
    REQUIRE(extract_bits(set, mask) == gathered);
    REQUIRE(deposit_bits(gathered, mask) == (set & mask));
  }
}

TEST_CASE("vectors: every place of every character") {
  std::array<char, 16> text{};
  for (int c = 0; c < 256; ++c) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      text.fill(static_cast<char>(c ^ 0x55));
      text[at] = static_cast<char>(c);
      text[15 - at] = static_cast<char>(c);
      const std::uint32_t expected = 1U << at | 1U << (15 - at);
      REQUIRE(vectors::Bytes::load(text.data()).where(static_cast<char>(c)) == expected);
    }
  }
  constexpr std::string_view kBrackets = "[{a]}..[{a]}..[{";
  CHECK(vectors::Bytes::load(kBrackets.data()).with(0x20).where('{') == 0b1100000110000011);
}

TEST_CASE("vectors: a set of numbers") {
  Rng rng = Rng::seeded(2);
  std::array<std::uint64_t, 4> expected{};
  expected.fill(~std::uint64_t{0});
  vectors::SmallSet set;
  for (int i = 0; i < 100; ++i) {
    const std::uint32_t number = rng.below(vectors::SmallSet::kSize);
    set.add(number);
    expected[number / 64] &= ~(std::uint64_t{1} << number % 64);
    std::array<std::uint64_t, 4> others{};
    set.write_complement(others.data());
    REQUIRE(others == expected);
  }
}

TEST_CASE("vectors: fused multiply-adds and sums of products of bytes, in each lane") {
  using namespace vectors;
  Rng rng = Rng::seeded(3);
  for (int round = 0; round < 100; ++round) {
    std::array<float, lanes::kWidth> sums;
    std::array<float, lanes::kWidth> factors;
    for (float& x : sums) x = static_cast<float>(rng.uniform());
    for (float& x : factors) x = static_cast<float>(rng.uniform());
    const auto x = static_cast<float>(rng.uniform());
    lanes::Lanes sum;
    lanes::Lanes factor;
    lanes::load(sum, sums.data());
    lanes::load(factor, factors.data());
    lanes::add_product(sum, x, factor);
    std::array<float, lanes::kWidth> results;
    lanes::store(results.data(), sum);
    for (std::size_t i = 0; i < results.size(); ++i) REQUIRE(results[i] == std::fma(x, factors[i], sums[i]));

    std::array<std::uint8_t, 4> inputs;
    alignas(64) std::array<std::int8_t, 4 * byte_lanes::kWidth> weights;
    for (auto& input : inputs) input = static_cast<std::uint8_t>(rng.below(128));
    for (auto& weight : weights) weight = static_cast<std::int8_t>(static_cast<int>(rng.below(255)) - 127);
    byte_lanes::Sums total{};
    byte_lanes::Weights four;
    byte_lanes::load_weights(four, weights.data());
    byte_lanes::add_products(total, inputs.data(), four);
    byte_lanes::add_products(total, inputs.data(), four);
    std::array<std::int32_t, byte_lanes::kWidth> totals;
    byte_lanes::store_sums(totals.data(), total);
    for (std::size_t i = 0; i < totals.size(); ++i) {
      int expected = 0;
      for (std::size_t j = 0; j < 4; ++j) expected += 2 * inputs[j] * weights[4 * i + j];
      REQUIRE(totals[i] == expected);
    }
  }
}

}  // namespace ludex::tests
