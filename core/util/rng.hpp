// Random numbers: xoroshiro128++ (Blackman & Vigna, "Scrambled linear pseudorandom number generators", ACM
// TOMS 2021), seeded through splitmix64. A POD of 16 bytes, so that it crosses the plug-in boundary and
// playouts stay reproducible. Not thread-safe: one generator per thread.
#pragma once

#include <bit>
#include <cstdint>

namespace ludex {

// One step of splitmix64 (Steele, Lea & Flood 2014): a bijective mix of 64 bits. Also finalises Ludex's
// hashes.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t x) noexcept {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

struct Rng {
  std::uint64_t s0;
  std::uint64_t s1;

  // Every seed gives a valid generator: two successive splitmix outputs cannot both be 0.
  [[nodiscard]] static constexpr Rng seeded(std::uint64_t seed) noexcept {
    return Rng{mix64(seed), mix64(seed + 0x9E3779B97F4A7C15ULL)};
  }

  // Uniform over 64 bits.
  constexpr std::uint64_t next() noexcept {
    const std::uint64_t a = s0;
    std::uint64_t b = s1;
    const std::uint64_t result = std::rotl(a + b, 17) + a;
    b ^= a;
    s0 = std::rotl(a, 49) ^ b ^ (b << 21);
    s1 = std::rotl(b, 28);
    return result;
  }

  // Exactly uniform in [0, n), n >= 1: Lemire's multiplication with rejection (ACM TOMACS 2019).
  constexpr std::uint32_t below(std::uint32_t n) noexcept {
    std::uint64_t product = (next() >> 32) * n;
    if (static_cast<std::uint32_t>(product) < n) [[unlikely]] {
      const std::uint32_t threshold = (0U - n) % n;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * n;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Uniform in [0, 1) with 53 bits.
  constexpr double uniform() noexcept { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
};

static_assert(sizeof(Rng) == 16);

}  // namespace ludex
