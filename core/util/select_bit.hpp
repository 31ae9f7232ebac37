// The n-th set bit of a word, in a few instructions.
#pragma once

#include <bit>
#include <cstdint>

namespace ludex {

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
#if defined(__BMI2__)
  // Equals _pdep_u64, without the intrinsics header, which is slow to parse.
  return std::countr_zero(__builtin_ia32_pdep_di(std::uint64_t{1} << n, set));
#else
  return select_bit_portable(set, n);
#endif
}

}  // namespace ludex
