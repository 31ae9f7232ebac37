// Sets of squares as machine words: 64 bits, or 128 for larger boards. All functions take a few instructions
// and are constexpr-friendly, so that rules can be written once for both widths.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

#include "core/util/instructions.hpp"

namespace ludex::games::bits {

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

// The index of the lowest member of a non-empty set.
template <SquareSet W>
[[nodiscard]] constexpr int lowest(W set) noexcept {
  if constexpr (sizeof(W) == 8) {
    return std::countr_zero(set);
  } else {
    const auto low = static_cast<std::uint64_t>(set);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(set >> 64));
  }
}

// Removes the lowest member of a non-empty set and returns its index.
template <SquareSet W>
constexpr int pop_lowest(W& set) noexcept {
  const int i = lowest(set);
  set &= static_cast<W>(set - 1);
  return i;
}

// True if the set has exactly one member.
template <SquareSet W>
[[nodiscard]] constexpr bool single(W set) noexcept {
  return set != 0 && (set & static_cast<W>(set - 1)) == 0;
}

// select(set, n): the index of the member with n members below it; n < count(set).
[[nodiscard]] inline int select(std::uint64_t set, std::uint32_t n) noexcept {
  return select_bit(set, n);
}

[[nodiscard]] inline int select(Word128 set, std::uint32_t n) noexcept {
  const auto low = static_cast<std::uint64_t>(set);
  const auto in_low = static_cast<std::uint32_t>(std::popcount(low));
  return n < in_low ? select(low, n) : 64 + select(static_cast<std::uint64_t>(set >> 64), n - in_low);
}

}  // namespace ludex::games::bits
