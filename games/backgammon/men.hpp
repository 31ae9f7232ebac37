// The men of one player, in bit slices: bit p of slice i is bit i of the number of men on point p. Points are
// the player's own: 1 is the last before bearing off, 24 the farthest, 25 the bar.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace ludex::games::backgammon {

inline constexpr std::uint32_t kBar = 25;
inline constexpr std::uint32_t kMen = 15;
inline constexpr std::uint32_t kPoints = 0x1FFFFFEU;  // 1..24
inline constexpr std::uint32_t kHome = 0x7EU;         // 1..6

[[nodiscard]] constexpr std::uint32_t bit(std::uint32_t point) noexcept {
  return 1U << point;
}
// A set of points as the other player numbers them: p becomes 25 - p. The bar is dropped.
[[nodiscard]] constexpr std::uint32_t mirrored(std::uint32_t set) noexcept {
  set = (set >> 1 & 0x55555555U) | (set & 0x55555555U) << 1;
  set = (set >> 2 & 0x33333333U) | (set & 0x33333333U) << 2;
  set = (set >> 4 & 0x0F0F0F0FU) | (set & 0x0F0F0F0FU) << 4;
  return __builtin_bswap32(set) >> 6 & kPoints;
}

struct Men {
  std::array<std::uint32_t, 4> slices;

  constexpr void add(std::uint32_t point) noexcept {
    std::uint32_t carry = bit(point);
    for (std::uint32_t& slice : slices) {
      const std::uint32_t next = slice & carry;
      slice ^= carry;
      carry = next;
    }
  }
  constexpr void remove(std::uint32_t point) noexcept {
    std::uint32_t borrow = bit(point);
    for (std::uint32_t& slice : slices) {
      const std::uint32_t next = ~slice & borrow;
      slice ^= borrow;
      borrow = next;
    }
  }
  // Moves a man down by `pips`; off the board from points of at most that number.
  constexpr void advance(std::uint32_t point, std::uint32_t pips) noexcept {
    remove(point);
    if (point > pips) add(point - pips);
  }
  [[nodiscard]] constexpr std::uint32_t occupied() const noexcept {
    return slices[0] | slices[1] | slices[2] | slices[3];
  }
  // Points with two men or more.
  [[nodiscard]] constexpr std::uint32_t made() const noexcept { return slices[1] | slices[2] | slices[3]; }
  [[nodiscard]] constexpr std::uint32_t count(std::uint32_t point) const noexcept {
    std::uint32_t n = 0;
    for (std::uint32_t i = 0; i < 4; ++i) n |= (slices[i] >> point & 1U) << i;
    return n;
  }
  // Men on the points of a set.
  [[nodiscard]] constexpr std::uint32_t count_in(std::uint32_t set) const noexcept {
    std::uint32_t n = 0;
    for (std::uint32_t i = 0; i < 4; ++i)
      n += static_cast<std::uint32_t>(std::popcount(slices[i] & set)) << i;
    return n;
  }
  [[nodiscard]] constexpr std::uint32_t off() const noexcept { return kMen - count_in(~0U); }

  friend constexpr bool operator==(const Men&, const Men&) = default;
};

}  // namespace ludex::games::backgammon
