// The 32 dark squares of a draughts board as bits of a 32-bit word.
//
// Squares are laid out along diagonals: one step in a direction is a rotation by a constant, the same for all
// squares, so one instruction moves a whole side. With row r from the top and column c from the left (dark: r
// + c odd), a = (r + c - 1) / 2 counts the diagonals that run up-right, b = (c - r - 1) / 2 the others, and
// bit (a - 7 b) mod 32 is free of collisions.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/abi/types.hpp"

namespace ludex::games::checkers {

using Board = std::uint32_t;  // a set of squares

// The first player (dark pieces, squares 1..12) moves down in diagrams, towards higher numbers.
enum Direction : unsigned { kDownRight, kDownLeft, kUpLeft, kUpRight };
inline constexpr std::array kDirections{kDownRight, kDownLeft, kUpLeft, kUpRight};
// Sets of directions, as bits.
inline constexpr unsigned kDownward = 0b0011, kUpward = 0b1100, kAllDirections = 0b1111;

inline constexpr std::array<int, 4> kRotation{1, 7, 31, 25};

[[nodiscard]] constexpr int bit_at(int row, int column) noexcept {
  const int a = (row + column - 1) / 2;
  const int b = (column - row - 1) / 2;
  return (a - 7 * b + 64) % 32;
}
// Standard numbering 1..32: from the top row, left to right (WCDF Rules of Draughts 1.5).
[[nodiscard]] constexpr int row_of(int square) noexcept {
  return (square - 1) / 4;
}
[[nodiscard]] constexpr int column_of(int square) noexcept {
  return (square - 1) % 4 * 2 + (row_of(square) % 2 == 0 ? 1 : 0);
}
[[nodiscard]] constexpr int bit_of(int square) noexcept {
  return bit_at(row_of(square), column_of(square));
}
[[nodiscard]] constexpr Board board_of(int square) noexcept {
  return Board{1} << bit_of(square);
}

namespace detail {

constexpr std::array<std::uint8_t, 32> squares_of_bits() {
  std::array<std::uint8_t, 32> squares{};
  for (int square = 1; square <= 32; ++square) {
    squares[static_cast<std::size_t>(bit_of(square))] = static_cast<std::uint8_t>(square);
  }
  return squares;
}
inline constexpr std::array<std::uint8_t, 32> kSquareOfBit = squares_of_bits();

// Squares with at least `distance` squares beyond them in each direction.
constexpr std::array<Board, 4> squares_with_room(int distance) {
  constexpr std::array<int, 4> kRowStep{1, 1, -1, -1}, kColumnStep{1, -1, -1, 1};
  std::array<Board, 4> room{};
  for (int square = 1; square <= 32; ++square) {
    for (std::size_t d = 0; d < 4; ++d) {
      const int row = row_of(square) + distance * kRowStep[d];
      const int column = column_of(square) + distance * kColumnStep[d];
      if (row >= 0 && row < 8 && column >= 0 && column < 8) room[d] |= board_of(square);
    }
  }
  return room;
}

constexpr Board squares_of_row(int row) {
  Board board = 0;
  for (int k = 1; k <= 4; ++k) board |= board_of(4 * row + k);
  return board;
}

}  // namespace detail

[[nodiscard]] constexpr int square_of(Board single) noexcept {
  return detail::kSquareOfBit[static_cast<std::size_t>(std::countr_zero(single))];
}

inline constexpr std::array<Board, 4> kStepRoom = detail::squares_with_room(1);
inline constexpr std::array<Board, 4> kJumpRoom = detail::squares_with_room(2);
// The king row of each player's men.
inline constexpr std::array<Board, 2> kKingRow{detail::squares_of_row(7), detail::squares_of_row(0)};

// The set moved one step; squares at the edge fall off.
[[nodiscard]] constexpr Board step(Board from, unsigned direction) noexcept {
  return std::rotl(from & kStepRoom[direction], kRotation[direction]);
}
// Members of `from` whose neighbour in that direction is in `targets`.
[[nodiscard]] constexpr Board steppers(Board from, Board targets, unsigned direction) noexcept {
  return from & std::rotr(targets, kRotation[direction]) & kStepRoom[direction];
}
// Members of `from` that can jump a piece of `over` to a square of `targets` in that direction.
[[nodiscard]] constexpr Board jumpers(Board from, Board over, Board targets, unsigned direction) noexcept {
  return from & std::rotr(over, kRotation[direction]) & std::rotr(targets, 2 * kRotation[direction]) &
         kJumpRoom[direction];
}

// Placement of the pieces. Kings are also members of their side's set.
struct Position {
  std::array<Board, 2> pieces;
  Board kings;

  [[nodiscard]] constexpr Board empty() const noexcept { return ~(pieces[0] | pieces[1]); }
  friend constexpr bool operator==(const Position&, const Position&) = default;
};

}  // namespace ludex::games::checkers
