// Sets of squares as 64-bit words, and the tables that depend on geometry alone. Square a1 is bit 0, h1 bit
// 7, h8 bit 63.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace ludex::games::chess {

using Bitboard = std::uint64_t;
using Square = std::uint32_t;

enum Color : std::uint32_t { kWhite = 0, kBlack = 1 };
enum PieceType : std::uint32_t { kPawn = 0, kKnight = 1, kBishop = 2, kRook = 3, kQueen = 4, kKing = 5 };
inline constexpr std::uint32_t kPieceTypes = 6;
inline constexpr Square kNoSquare = 64;

[[nodiscard]] constexpr Color opponent(Color c) noexcept {
  return static_cast<Color>(c ^ 1U);
}
[[nodiscard]] constexpr Bitboard bit(Square s) noexcept {
  return Bitboard{1} << s;
}
[[nodiscard]] constexpr Square square(std::uint32_t file, std::uint32_t rank) noexcept {
  return rank * 8 + file;
}
[[nodiscard]] constexpr std::uint32_t file_of(Square s) noexcept {
  return s & 7U;
}
[[nodiscard]] constexpr std::uint32_t rank_of(Square s) noexcept {
  return s >> 3U;
}
// Precondition for both: the set is not empty.
[[nodiscard]] constexpr Square first_square(Bitboard b) noexcept {
  return static_cast<Square>(std::countr_zero(b));
}
constexpr Square pop_square(Bitboard& b) noexcept {
  const Square s = first_square(b);
  b &= b - 1;
  return s;
}
[[nodiscard]] constexpr std::uint32_t count(Bitboard b) noexcept {
  return static_cast<std::uint32_t>(std::popcount(b));
}
[[nodiscard]] constexpr bool has_two(Bitboard b) noexcept {
  return (b & (b - 1)) != 0;
}

inline constexpr Bitboard kFileA = 0x0101010101010101ULL;
inline constexpr Bitboard kFileH = kFileA << 7U;
inline constexpr Bitboard kRank1 = 0xFFULL;
[[nodiscard]] constexpr Bitboard rank_mask(std::uint32_t rank) noexcept {
  return kRank1 << (8 * rank);
}

// Shifts the set by a compile-time step; squares that would leave the board sideways are dropped.
template <int step>
[[nodiscard]] constexpr Bitboard shift(Bitboard b) noexcept {
  constexpr int kSideways = ((step % 8) + 8) % 8;  // 1: towards h, 7: towards a, 0: along the file
  static_assert(kSideways == 0 || kSideways == 1 || kSideways == 7);
  if constexpr (kSideways == 1) b &= ~kFileH;
  if constexpr (kSideways == 7) b &= ~kFileA;
  if constexpr (step > 0) {
    return b << step;
  } else {
    return b >> -step;
  }
}

namespace detail {

// Squares reached from `s` by one step (dx, dy), or none.
[[nodiscard]] constexpr Bitboard step_from(Square s, int dx, int dy) noexcept {
  const int x = static_cast<int>(file_of(s)) + dx;
  const int y = static_cast<int>(rank_of(s)) + dy;
  return x >= 0 && x < 8 && y >= 0 && y < 8 ? bit(static_cast<Square>(y * 8 + x)) : 0;
}
[[nodiscard]] constexpr Bitboard ray_from(Square s, int dx, int dy) noexcept {
  Bitboard ray = 0;
  for (Bitboard next = step_from(s, dx, dy); next != 0; next = step_from(first_square(next), dx, dy))
    ray |= next;
  return ray;
}

inline constexpr std::array<std::array<int, 2>, 8> kDirections{
    {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}};

struct Geometry {
  std::array<Bitboard, 64> knight{};
  std::array<Bitboard, 64> king{};
  std::array<std::array<Bitboard, 64>, 2> pawn{};      // [color]: squares such a pawn attacks
  std::array<Bitboard, 64> orthogonal{};               // rook moves on an empty board
  std::array<Bitboard, 64> diagonal{};                 // bishop moves on an empty board
  std::array<std::array<Bitboard, 64>, 64> between{};  // strictly between two aligned squares, else none
  std::array<std::array<Bitboard, 64>, 64> line{};     // the whole line through both, else none

  constexpr Geometry() {
    for (Square s = 0; s < 64; ++s) {
      for (const int dx : {-2, -1, 1, 2}) {
        const int dy = 3 - (dx < 0 ? -dx : dx);
        knight[s] |= step_from(s, dx, dy) | step_from(s, dx, -dy);
      }
      pawn[kWhite][s] = step_from(s, -1, 1) | step_from(s, 1, 1);
      pawn[kBlack][s] = step_from(s, -1, -1) | step_from(s, 1, -1);
      for (std::size_t d = 0; d < 8; ++d) {
        const auto [dx, dy] = kDirections[d];
        king[s] |= step_from(s, dx, dy);
        const Bitboard ray = ray_from(s, dx, dy);
        (d < 4 ? orthogonal : diagonal)[s] |= ray;
        const Bitboard whole = ray | ray_from(s, -dx, -dy) | bit(s);
        Bitboard passed = 0;
        for (Bitboard next = step_from(s, dx, dy); next != 0; next = step_from(first_square(next), dx, dy)) {
          between[s][first_square(next)] = passed;
          line[s][first_square(next)] = whole;
          passed |= next;
        }
      }
    }
  }
};

}  // namespace detail

inline constexpr detail::Geometry kGeometry{};

}  // namespace ludex::games::chess
