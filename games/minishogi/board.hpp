// The 5 x 5 board as bits of one 32-bit word, and which squares a piece attacks.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace ludex::games::minishogi {

// Squares 0..24 row by row from Sente's left corner (5e) to Gote's (1a): square = row * 5 + column.
using Square = unsigned;
using Bitboard = std::uint32_t;

inline constexpr Square kSquares = 25;
inline constexpr Bitboard kAll = (1U << kSquares) - 1;
inline constexpr Bitboard kRow = 0b11111;
inline constexpr Bitboard kColumn = 0x108421;

[[nodiscard]] constexpr Bitboard bit(Square s) noexcept {
  return 1U << s;
}
[[nodiscard]] constexpr Square first(Bitboard b) noexcept {
  return static_cast<Square>(std::countr_zero(b));
}
[[nodiscard]] constexpr std::uint32_t count(Bitboard b) noexcept {
  return static_cast<std::uint32_t>(std::popcount(b));
}

// Player 0 is Sente (plays upwards, capitals in SFEN), player 1 Gote.
using Side = unsigned;

// Unpromoted types in the order of their hand fields. A promoted piece keeps its type; it is marked apart.
enum Type : unsigned { kPawn, kSilver, kGold, kBishop, kRook, kKing };
inline constexpr unsigned kTypes = 6;
inline constexpr unsigned kHandTypes = 5;  // all but the king

// The last row from a side's point of view: there pawns must promote, silvers, bishops and rooks may.
[[nodiscard]] constexpr Bitboard promotion_zone(Side side) noexcept {
  return side == 0 ? kRow << 20 : kRow;
}
[[nodiscard]] constexpr Bitboard forward(Bitboard b, Side side) noexcept {
  return side == 0 ? (b << 5) & kAll : b >> 5;
}
[[nodiscard]] constexpr Bitboard backward(Bitboard b, Side side) noexcept {
  return forward(b, 1 - side);
}
// Both neighbours in the row.
[[nodiscard]] constexpr Bitboard sideways(Bitboard b) noexcept {
  return ((b << 1) & kAll & ~kColumn) | ((b & ~kColumn) >> 1);
}

// The squares attacked by whole sets of stepping pieces at once.
[[nodiscard]] constexpr Bitboard step_attacks(Bitboard pawns, Bitboard silvers, Bitboard golds,
                                              Bitboard kings, Side side) noexcept {
  const Bitboard silver_beside = sideways(silvers | kings);  // silver and king: all diagonals
  const Bitboard gold_beside = sideways(golds | kings);      // gold and king: beside and diagonally forward
  return forward(pawns | silvers | golds | kings | silver_beside | gold_beside, side) | gold_beside |
         backward(silver_beside | golds | kings, side);
}

namespace detail {

// Lines through a square are read off the board as five bits: the row directly; a column, and a diagonal
// (whose squares lie in different columns), gathered by one multiplication that moves each bit to its place
// in the top row without carries.
inline constexpr std::uint32_t kGatherColumn = 0x111110;   // bit 5i to 20 + i
inline constexpr std::uint32_t kGatherDiagonal = kColumn;  // every row onto the top row

struct Tables {
  std::array<std::array<Bitboard, 32>, kSquares> row{}, column{}, diagonal{}, antidiagonal{};
  std::array<Bitboard, kSquares> diagonal_mask{}, antidiagonal_mask{};
  // Steps of one piece: [side][type] for pawn, silver, gold, and the king's at kKing.
  std::array<std::array<std::array<Bitboard, kSquares>, kTypes>, 2> step{};
  // Squares strictly between two squares of one line, and the whole line through them; 0 if on no line.
  std::array<std::array<Bitboard, kSquares>, kSquares> between{}, line{};
  // What a rook and a bishop attack on the empty board.
  std::array<Bitboard, kSquares> rook_lines{}, bishop_lines{};

  static constexpr bool inside(int x, int y) { return x >= 0 && x < 5 && y >= 0 && y < 5; }

  // Attacks from (x, y) along (dx, dy) both ways; `occupied` holds column numbers, or rows for a column.
  static constexpr Bitboard slide(int x, int y, int dx, int dy, unsigned occupied) {
    Bitboard attacks = 0;
    for (const int sign : {-1, 1}) {
      int u = x + sign * dx;
      int v = y + sign * dy;
      while (inside(u, v)) {
        attacks |= bit(static_cast<Square>(v * 5 + u));
        if ((occupied >> (dx != 0 ? u : v)) & 1U) break;
        u += sign * dx, v += sign * dy;
      }
    }
    return attacks;
  }

  constexpr Tables() {
    for (int y = 0; y < 5; ++y) {
      for (int x = 0; x < 5; ++x) {
        const auto s = static_cast<Square>(y * 5 + x);
        for (unsigned occupied = 0; occupied < 32; ++occupied) {
          row[s][occupied] = slide(x, y, 1, 0, occupied);
          column[s][occupied] = slide(x, y, 0, 1, occupied);
          diagonal[s][occupied] = slide(x, y, 1, 1, occupied);
          antidiagonal[s][occupied] = slide(x, y, 1, -1, occupied);
        }
        diagonal_mask[s] = diagonal[s][0];
        antidiagonal_mask[s] = antidiagonal[s][0];
        rook_lines[s] = row[s][0] | column[s][0];
        bishop_lines[s] = diagonal[s][0] | antidiagonal[s][0];
        for (const Side side : {0U, 1U}) {
          step[side][kPawn][s] = step_attacks(bit(s), 0, 0, 0, side);
          step[side][kSilver][s] = step_attacks(0, bit(s), 0, 0, side);
          step[side][kGold][s] = step_attacks(0, 0, bit(s), 0, side);
          step[side][kKing][s] = step_attacks(0, 0, 0, bit(s), side);
        }
        for (const auto& [dx, dy] : {std::array{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
          const Bitboard whole = slide(x, y, dx, dy, 0) | bit(s);
          for (const int sign : {-1, 1}) {
            Bitboard passed = 0;
            for (int u = x + sign * dx, v = y + sign * dy; inside(u, v); u += sign * dx, v += sign * dy) {
              const auto t = static_cast<Square>(v * 5 + u);
              between[s][t] = passed;
              line[s][t] = whole;
              passed |= bit(t);
            }
          }
        }
      }
    }
  }
};

inline constexpr Tables kTables{};

}  // namespace detail

[[nodiscard]] inline Bitboard rook_attacks(Square s, Bitboard occupied) noexcept {
  const auto& t = detail::kTables;
  const unsigned row = (occupied >> (s / 5 * 5)) & kRow;
  const unsigned column = (((occupied >> (s % 5)) & kColumn) * detail::kGatherColumn >> 20) & kRow;
  return t.row[s][row] | t.column[s][column];
}
[[nodiscard]] inline Bitboard bishop_attacks(Square s, Bitboard occupied) noexcept {
  const auto& t = detail::kTables;
  const unsigned a = ((occupied & t.diagonal_mask[s]) * detail::kGatherDiagonal >> 20) & kRow;
  const unsigned b = ((occupied & t.antidiagonal_mask[s]) * detail::kGatherDiagonal >> 20) & kRow;
  return t.diagonal[s][a] | t.antidiagonal[s][b];
}
[[nodiscard]] inline Bitboard step(Side side, Type type, Square s) noexcept {
  return detail::kTables.step[side][type][s];
}
[[nodiscard]] inline Bitboard between(Square a, Square b) noexcept {
  return detail::kTables.between[a][b];
}
[[nodiscard]] inline Bitboard line(Square a, Square b) noexcept {
  return detail::kTables.line[a][b];
}

}  // namespace ludex::games::minishogi
