// Single instructions that a processor may have: gathering and selecting bits, waiting. Together with
// vectors.hpp this is all that depends on the processor; other code uses these functions
// (tests/unit/core/structure_test.cpp). It uses the compilers' builtins, since the header of the intrinsics
// is slow to parse.
#pragma once

#include <bit>
#include <cstdint>

namespace ludex {

// True if extract_bits() and deposit_bits() are single instructions (BMI2). Where they are not, most uses
// have a better way than their loops.
#if defined(__BMI2__)
inline constexpr bool kGathersBits = true;
#else
inline constexpr bool kGathersBits = false;
#endif

// True if a shift of four 64-bit words, each by a number of its own, is one instruction (AVX2).
#if defined(__AVX2__)
inline constexpr bool kShiftsFourWords = true;
#else
inline constexpr bool kShiftsFourWords = false;
#endif

// The bits of `set` at the places of `mask`, moved together to the low end (PEXT).
[[nodiscard]] inline std::uint64_t extract_bits(std::uint64_t set, std::uint64_t mask) noexcept {
#if defined(__BMI2__)
  return __builtin_ia32_pext_di(set, mask);
#else
  std::uint64_t out = 0;
  for (std::uint64_t to = 1; mask != 0; mask &= mask - 1, to <<= 1) out |= (set & mask & -mask) != 0 ? to : 0;
  return out;
#endif
}

// Inverse of extract_bits(): the low bits of `set`, moved to the places of `mask` (PDEP).
[[nodiscard]] inline std::uint64_t deposit_bits(std::uint64_t set, std::uint64_t mask) noexcept {
#if defined(__BMI2__)
  return __builtin_ia32_pdep_di(set, mask);
#else
  std::uint64_t out = 0;
  for (; mask != 0; mask &= mask - 1, set >>= 1) out |= (set & 1) != 0 ? mask & -mask : 0;
  return out;
#endif
}

// select_bit(set, n): the index of the set bit with n set bits below it; n < popcount(set). Without BMI2 this
// is the broadword search of Vigna, "Broadword implementation of rank/select queries" (2008), in its halving
// form.
[[nodiscard]] inline int select_bit_portable(std::uint64_t set, std::uint32_t n) noexcept {
  const std::uint64_t pairs = set - ((set >> 1) & 0x5555555555555555ULL);
  const std::uint64_t nibbles = (pairs & 0x3333333333333333ULL) + ((pairs >> 2) & 0x3333333333333333ULL);
  const std::uint64_t bytes = (nibbles + (nibbles >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
  // Byte i of `ends` counts the members in bytes 0..i; the member sought lies in the first byte whose count
  // exceeds n.
  const std::uint64_t ends = bytes * 0x0101010101010101ULL;
  int base = 0;
  while (((ends >> base) & 0xFF) <= n) base += 8;
  const std::uint64_t before = base == 0 ? 0 : (ends >> (base - 8)) & 0xFF;
  std::uint64_t rest = (set >> base) & 0xFF;
  for (std::uint64_t skip = n - before; skip != 0; --skip) rest &= rest - 1;
  return base + std::countr_zero(rest);
}

[[nodiscard]] inline int select_bit(std::uint64_t set, std::uint32_t n) noexcept {
  if constexpr (kGathersBits) return std::countr_zero(deposit_bits(std::uint64_t{1} << n, set));
  return select_bit_portable(set, n);
}

// Tells the processor that this thread spins.
inline void cpu_pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace ludex
