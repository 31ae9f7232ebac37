// Static exchange evaluation: the gain of a capture when both sides continue to capture on its target square,
// the least piece first, and stop when that pays.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/chess/position.hpp"

namespace ludex::games::chess {

inline constexpr std::array<int, kPieceTypes> kExchangeValue{100, 325, 335, 500, 975, 20000};

// In centipawns, for the mover. Ignores pins; includes sliders behind sliders.
template <class Sliders>
[[nodiscard]] inline int exchange(const Position& p, Move move) noexcept {
  const Square to = to_of(move);
  Bitboard occupied = p.occupied() ^ bit(from_of(move));
  std::array<int, 34> balance;  // [n]: for the side of the n-th capture, if the exchange ended there
  balance[0] = (p.occupied() & bit(to)) != 0             ? kExchangeValue[p.type_on(to)]
               : special_of(move) == Special::kEnPassant ? kExchangeValue[kPawn]
                                                         : 0;
  if (special_of(move) == Special::kEnPassant) occupied ^= bit(to ^ 8U);
  int at_risk = kExchangeValue[piece_of(move)];
  if (promotion_of(move) != kPawn) {
    at_risk = kExchangeValue[promotion_of(move)];
    balance[0] += at_risk - kExchangeValue[kPawn];
  }
  const Bitboard diagonal = p.type[kBishop] | p.type[kQueen];
  const Bitboard orthogonal = p.type[kRook] | p.type[kQueen];
  const Bitboard steppers = (kGeometry.pawn[kBlack][to] & p.pieces(kWhite, kPawn)) |
                            (kGeometry.pawn[kWhite][to] & p.pieces(kBlack, kPawn)) |
                            (kGeometry.knight[to] & p.type[kKnight]) | (kGeometry.king[to] & p.type[kKing]);
  Color side = opponent(p.mover());
  std::size_t n = 0;
  for (;; side = opponent(side)) {
    const Bitboard attackers =
        (steppers | (Sliders::bishop(to, occupied) & diagonal) | (Sliders::rook(to, occupied) & orthogonal)) &
        occupied;
    const Bitboard own = attackers & p.color[side];
    if (own == 0) break;
    std::uint32_t type = kPawn;
    while ((own & p.type[type]) == 0) ++type;
    // The king may not capture a guarded piece.
    if (type == kKing && (attackers & p.color[opponent(side)]) != 0) break;
    ++n;
    balance[n] = at_risk - balance[n - 1];
    at_risk = kExchangeValue[type];
    occupied ^= bit(first_square(own & p.type[type]));
  }
  for (; n > 0; --n) balance[n - 1] = -std::max(-balance[n - 1], balance[n]);
  return balance[0];
}

}  // namespace ludex::games::chess
