// Sets of squares as machine words: 64 bits, or 128 for larger boards. Everything is a few instructions and
// constexpr-friendly, so that rules can be written once for both widths.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace ludex::bits {

__extension__ using Word128 = unsigned __int128;

template <class W>
concept SquareSet = std::same_as<W, std::uint64_t> || std::same_as<W, Word128>;

template <SquareSet W>
inline constexpr int kWidth = static_cast<int>(sizeof(W) * 8);

template <SquareSet W>
[[nodiscard]] constexpr W bit(int i) noexcept {
  return static_cast<W>(1) << i;
}

template <SquareSet W>
[[nodiscard]] constexpr int count(W set) noexcept {
  if constexpr (sizeof(W) == 8) {
    return std::popcount(set);
  } else {
    return std::popcount(static_cast<std::uint64_t>(set)) +
           std::popcount(static_cast<std::uint64_t>(set >> 64));
  }
}

// The index of the lowest member of a set that is not empty.
template <SquareSet W>
[[nodiscard]] constexpr int lowest(W set) noexcept {
  if constexpr (sizeof(W) == 8) {
    return std::countr_zero(set);
  } else {
    const auto low = static_cast<std::uint64_t>(set);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(set >> 64));
  }
}

// Removes the lowest member of a set that is not empty and returns its index.
template <SquareSet W>
constexpr int pop_lowest(W& set) noexcept {
  const int i = lowest(set);
  set &= static_cast<W>(set - 1);
  return i;
}

// Whether the set has exactly one member.
template <SquareSet W>
[[nodiscard]] constexpr bool single(W set) noexcept {
  return set != 0 && (set & static_cast<W>(set - 1)) == 0;
}

// select(set, n): the index of the member with n members below it; n < count(set). Without BMI2 this is the
// broadword search of Vigna, "Broadword implementation of rank/select queries" (2008), in its halving form.
[[nodiscard]] inline int select_portable(std::uint64_t set, std::uint32_t n) noexcept {
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

[[nodiscard]] inline int select(std::uint64_t set, std::uint32_t n) noexcept {
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(std::uint64_t{1} << n, set));
#else
  return select_portable(set, n);
#endif
}

[[nodiscard]] inline int select(Word128 set, std::uint32_t n) noexcept {
  const auto low = static_cast<std::uint64_t>(set);
  const auto in_low = static_cast<std::uint32_t>(std::popcount(low));
  return n < in_low ? select(low, n) : 64 + select(static_cast<std::uint64_t>(set >> 64), n - in_low);
}

}  // namespace ludex::bits
