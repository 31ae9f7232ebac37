// Discs that can never be flipped again, as far as a glance tells: in each of the four directions the line is
// full, or one side of the disc is the edge or a stable disc of the same player. Fewer than there are, so
// 64 - 2 * stable is a bound on what the other player can still get.
#pragma once

#include <cstdint>

namespace ludex::games::othello {

class Stability {
 public:
  using Set = std::uint64_t;

  // From which alpha on the bound is worth computing: enough discs must be stable, few ever are while many
  // squares are empty.
  [[nodiscard]] static constexpr int worth_asking(int empties) noexcept { return 2 * empties - 4; }

  // The stable discs of `own`.
  [[nodiscard]] static Set discs(Set own, Set other) noexcept {
    constexpr Set kEdgeColumns = 0x8181818181818181ULL;
    constexpr Set kEdgeRows = 0xFF000000000000FFULL;
    const Set occupied = own | other;
    const Set row = full_rows(occupied) | kEdgeColumns;
    const Set column = full_columns(occupied) | kEdgeRows;
    const Set falling = full_falling(occupied) | kEdgeColumns | kEdgeRows;
    const Set rising = full_rising(occupied) | kEdgeColumns | kEdgeRows;
    Set stable = own & row & column & falling & rising;
    if (stable == 0) return 0;
    constexpr Set kNotFirst = 0xFEFEFEFEFEFEFEFEULL;
    constexpr Set kNotLast = 0x7F7F7F7F7F7F7F7FULL;
    for (;;) {
      const Set right = (stable & kNotLast) << 1;
      const Set left = (stable & kNotFirst) >> 1;
      const Set more = own & (row | right | left) & (column | stable << 8 | stable >> 8) &
                       (falling | (stable & kNotLast) << 9 | (stable & kNotFirst) >> 9) &
                       (rising | (stable & kNotFirst) << 7 | (stable & kNotLast) >> 7);
      if ((more & ~stable) == 0) return stable;
      stable |= more;
    }
  }

 private:
  static Set full_rows(Set s) noexcept {
    s &= s >> 4;
    s &= s >> 2;
    s &= s >> 1;
    return (s & 0x0101010101010101ULL) * 0xFF;
  }
  static Set full_columns(Set s) noexcept {
    s &= s >> 32 | s << 32;
    s &= s >> 16 | s << 48;
    s &= s >> 8 | s << 56;
    return s;
  }
  // Runs of full squares, doubled in length three times; squares beyond the board count as full.
  static Set full_falling(Set s) noexcept {
    constexpr Set kUp1 = 0xFF80808080808080ULL, kDown1 = 0x01010101010101FFULL;
    constexpr Set kUp2 = 0xFFFFC0C0C0C0C0C0ULL, kDown2 = 0x030303030303FFFFULL;
    constexpr Set kUp4 = 0xFFFFFFFFF0F0F0F0ULL, kDown4 = 0x0F0F0F0FFFFFFFFFULL;
    Set up = s & (kUp1 | s >> 9);
    Set down = s & (kDown1 | s << 9);
    up &= kUp2 | up >> 18;
    down &= kDown2 | down << 18;
    up &= kUp4 | up >> 36;
    down &= kDown4 | down << 36;
    return up & down;
  }
  static Set full_rising(Set s) noexcept {
    constexpr Set kUp1 = 0xFF01010101010101ULL, kDown1 = 0x80808080808080FFULL;
    constexpr Set kUp2 = 0xFFFF030303030303ULL, kDown2 = 0xC0C0C0C0C0C0FFFFULL;
    constexpr Set kUp4 = 0xFFFFFFFF0F0F0F0FULL, kDown4 = 0xF0F0F0F0FFFFFFFFULL;
    Set up = s & (kUp1 | s >> 7);
    Set down = s & (kDown1 | s << 7);
    up &= kUp2 | up >> 14;
    down &= kDown2 | down << 14;
    up &= kUp4 | up >> 28;
    down &= kDown4 | down << 28;
    return up & down;
  }
};

}  // namespace ludex::games::othello
