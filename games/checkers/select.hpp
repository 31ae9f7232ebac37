// The position of a set bit by its rank.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace ludex::games::checkers {

// Halves the word six times, counting.
[[nodiscard]] constexpr unsigned select_bit_portable(std::uint64_t word, std::uint32_t rank) noexcept {
  unsigned at = 0;
  for (unsigned half = 32; half != 0; half /= 2) {
    const auto below = static_cast<std::uint32_t>(std::popcount(word & ((std::uint64_t{1} << half) - 1)));
    const bool upper = rank >= below;
    at += upper ? half : 0;
    rank -= upper ? below : 0;
    word >>= upper ? half : 0;
  }
  return at;
}

// Index of the set bit that has `rank` set bits below it. Precondition: rank < popcount(word).
[[nodiscard]] inline unsigned select_bit(std::uint64_t word, std::uint32_t rank) noexcept {
#if defined(__BMI2__)
  return static_cast<unsigned>(std::countr_zero(_pdep_u64(std::uint64_t{1} << rank, word)));
#else
  return select_bit_portable(word, rank);
#endif
}

}  // namespace ludex::games::checkers
