// The star-shaped board: holes, neighbours, corners, distances. rules.md has the picture.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/util/instructions.hpp"
#include "games/common/square_set.hpp"

namespace ludex::games::chinese_checkers {

// A set of holes. The largest board has 121.
using Holes = bits::Word128;

inline constexpr unsigned kMaxSize = 4;
inline constexpr unsigned kMaxHoles = 121;
inline constexpr unsigned kMaxRows = 4 * kMaxSize + 1;
inline constexpr unsigned kMaxMen = kMaxSize * (kMaxSize + 1) / 2;
inline constexpr unsigned kCorners = 6;
inline constexpr std::uint8_t kNoHole = 255;

[[nodiscard]] constexpr Holes hole_bit(unsigned hole) noexcept {
  return bits::bit<Holes>(static_cast<int>(hole));
}
[[nodiscard]] constexpr bool contains(Holes set, unsigned hole) noexcept {
  return (static_cast<std::uint64_t>(set >> (hole & 64U)) >> (hole & 63U) & 1U) != 0;
}

// A neighbour of a hole, and the hole that lies beyond it in the same direction. kNoHole where the board
// ends.
struct Way {
  std::uint8_t over;
  std::uint8_t land;
};

// The twelve places of a hole's six ways in the order of hole numbers, as sets of bits of a word: the rows
// below it, its own, and those above. Ways are in the same order: to the lower left, lower right, left,
// right, upper left, upper right.
struct Around {
  static constexpr std::uint64_t kOvers = 0b0011'0110'1100;
  static constexpr std::uint64_t kLands = ~kOvers & 0xFFF;

  std::uint64_t low = 0;  // the places on the board as a set of holes: its two words
  std::uint64_t high = 0;
  std::uint16_t present = 0;  // the places on the board
  std::uint16_t closed = 0;   // the landings that are not
};

// Holes are numbered row by row from the lowest, each row from the left. Row and column run from 0 to 4 size;
// columns lean to the left: (column, row + 1) is the upper left neighbour of (column, row), and
// (column + 1, row + 1) the upper right one. Corners are numbered clockwise from the lowest.
struct Board {
  unsigned size = 0;  // rows of a corner
  unsigned rows = 0;  // 4 size + 1, and as many columns
  unsigned holes = 0;
  unsigned men = 0;  // of a player: size (size + 1) / 2
  std::array<std::array<Way, 6>, kMaxHoles> ways{};
  std::array<Around, kMaxHoles> around{};
  std::array<Holes, kMaxHoles> near{};  // the neighbours
  std::array<Holes, kCorners> corner{};
  std::array<std::uint8_t, kCorners> tip{};                               // the outermost hole of each corner
  std::array<std::array<std::uint8_t, kMaxHoles>, kMaxHoles> distance{};  // in steps, on an empty board
  std::array<std::uint8_t, kMaxHoles> row{};
  std::array<std::uint8_t, kMaxHoles> column{};
  std::array<std::uint8_t, kMaxHoles> mirror{};        // left and right exchanged
  std::array<std::uint8_t, kMaxRows + 1> row_begin{};  // the first hole of each row, and the number of holes

  [[nodiscard]] unsigned width(unsigned r) const noexcept {
    return unsigned{row_begin[r + 1]} - row_begin[r];
  }

  // The ways by which a man on that hole can jump, as a set of six bits.
  [[nodiscard]] unsigned jumps(Holes occupied, unsigned hole) const noexcept {
    if constexpr (kGathersBits) {
      const Around& a = around[hole];
      const std::uint64_t low = extract_bits(static_cast<std::uint64_t>(occupied), a.low);
      const std::uint64_t high = extract_bits(static_cast<std::uint64_t>(occupied >> 64), a.high);
      const std::uint64_t taken = deposit_bits(high << std::popcount(a.low) | low, a.present) | a.closed;
      return static_cast<unsigned>(extract_bits(taken, Around::kOvers) &
                                   ~extract_bits(taken, Around::kLands));
    }
    unsigned set = 0;
    if ((near[hole] & occupied) == 0) return set;
    for (unsigned d = 0; d < 6; ++d) {
      const Way way = ways[hole][d];
      if (way.land != kNoHole && contains(occupied, way.over) && !contains(occupied, way.land))
        set |= 1U << d;
    }
    return set;
  }

  // `star_size`: 1..kMaxSize.
  explicit Board(unsigned star_size);

 private:
  void place_around(unsigned hole);
};

// The board of that size, 1..kMaxSize; static lifetime.
[[nodiscard]] const Board& board_of(unsigned size);

}  // namespace ludex::games::chinese_checkers
