// The 5 x 5 board as bits of one 32-bit word, and the squares that a piece attacks.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/util/rng.hpp"

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

// Unpromoted types in the order of their hand fields. A promoted piece keeps its type; a flag marks it.
enum Type : unsigned { kPawn, kSilver, kGold, kBishop, kRook, kKing };
inline constexpr unsigned kTypes = 6;
inline constexpr unsigned kHandTypes = 5;  // all but the king

// The last row from a side's point of view: there pawns must promote, and silvers, bishops and rooks may.
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

// The columns of the squares, including those beyond the board.
[[nodiscard]] constexpr Bitboard columns_of(Bitboard b) noexcept {
  b |= b << 5 | b >> 5;
  b |= b << 10 | b >> 10;
  return b | b << 5 | b >> 5;
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

// Attacks of a slider by its blockers: the pieces on its lines except at their ends. One multiplication maps
// sets of blockers to places of a small table, different unless the attacks are the same (magic bitboards; P.
// Kannan, "Magic move-bitboard generation in computer chess", 2007).
template <unsigned kBits>
struct SliderTable {
  struct Way {
    Bitboard mask = 0;
    std::uint32_t factor = 0;
  };
  std::array<Way, kSquares> way{};
  std::array<std::array<Bitboard, 1U << kBits>, kSquares> attacks{};

  [[nodiscard]] constexpr Bitboard operator()(Square s, Bitboard occupied) const noexcept {
    return attacks[s][((occupied & way[s].mask) * way[s].factor) >> (32 - kBits)];
  }
};

struct Tables {
  SliderTable<6> rook{};
  SliderTable<4> bishop{};
  // Steps of one piece: [side][type] for pawn, silver, gold, and the king's at kKing.
  std::array<std::array<std::array<Bitboard, kSquares>, kTypes>, 2> step{};
  // Squares strictly between two squares of one line, and the whole line through them; 0 if on no line.
  std::array<std::array<Bitboard, kSquares>, kSquares> between{}, line{};
  // Attacks of a rook and a bishop on the empty board.
  std::array<Bitboard, kSquares> rook_lines{}, bishop_lines{};

  static constexpr bool inside(int x, int y) { return x >= 0 && x < 5 && y >= 0 && y < 5; }

  // Attacks from (x, y) along (dx, dy) both ways.
  static constexpr Bitboard slide(int x, int y, int dx, int dy, Bitboard occupied) {
    Bitboard attacks = 0;
    for (const int sign : {-1, 1}) {
      for (int u = x + sign * dx, v = y + sign * dy; inside(u, v); u += sign * dx, v += sign * dy) {
        const Bitboard here = bit(static_cast<Square>(v * 5 + u));
        attacks |= here;
        if ((occupied & here) != 0) break;
      }
    }
    return attacks;
  }
  // Tries factors until one works; `straight`: a rook's.
  template <unsigned kBits>
  static constexpr void fill(SliderTable<kBits>& table, Square s, bool straight, Rng& rng) {
    const int x = static_cast<int>(s % 5);
    const int y = static_cast<int>(s / 5);
    const auto attacks = [&](Bitboard occupied) {
      return straight ? slide(x, y, 1, 0, occupied) | slide(x, y, 0, 1, occupied)
                      : slide(x, y, 1, 1, occupied) | slide(x, y, 1, -1, occupied);
    };
    constexpr Bitboard kInnerColumns = kColumn * 0b01110;
    constexpr Bitboard kInnerRows = kRow << 5 | kRow << 10 | kRow << 15;
    const Bitboard inner = straight
                               ? (slide(x, y, 1, 0, 0) & kInnerColumns) | (slide(x, y, 0, 1, 0) & kInnerRows)
                               : attacks(0) & kInnerColumns & kInnerRows;
    std::array<Bitboard, 1U << kBits> ways{};  // subsets of `inner`
    std::array<Bitboard, 1U << kBits> expected{};
    std::size_t size = 0;
    Bitboard subset = 0;
    do {
      ways[size] = subset;
      expected[size++] = attacks(subset);
      subset = (subset - inner) & inner;
    } while (subset != 0);
    bool serves = false;
    while (!serves) {
      table.way[s] = {inner, static_cast<std::uint32_t>(rng.next() & (rng.next() | rng.next()))};
      table.attacks[s] = {};
      serves = true;
      for (std::size_t i = 0; serves && i < size; ++i) {
        Bitboard& place = table.attacks[s][(ways[i] * table.way[s].factor) >> (32 - kBits)];
        serves = place == 0 || place == expected[i];
        place = expected[i];
      }
    }
  }

  constexpr Tables() {
    Rng rng = Rng::seeded(733);  // chosen among a few thousand seeds to make the search short
    for (Square s = 0; s < kSquares; ++s) fill(rook, s, true, rng);
    for (Square s = 0; s < kSquares; ++s) fill(bishop, s, false, rng);
    for (int y = 0; y < 5; ++y) {
      for (int x = 0; x < 5; ++x) {
        const auto s = static_cast<Square>(y * 5 + x);
        rook_lines[s] = rook(s, 0);
        bishop_lines[s] = bishop(s, 0);
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
  return detail::kTables.rook(s, occupied);
}
[[nodiscard]] inline Bitboard bishop_attacks(Square s, Bitboard occupied) noexcept {
  return detail::kTables.bishop(s, occupied);
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
