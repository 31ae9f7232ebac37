// Static evaluation of MiniShogi in hundredths of a pawn: material on board and in hand, mobility, attacks
// around the kings. rules.md has the terms.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/game/extensions.hpp"
#include "games/minishogi/board.hpp"
#include "games/minishogi/position.hpp"

namespace ludex::games::minishogi {

[[nodiscard]] inline int side_terms(const Position& p, Side us) noexcept {
  // A piece in hand can go anywhere: it is worth more than on the board.
  constexpr std::array<int, kTypes> kPlain{100, 400, 500, 600, 700, 0};
  constexpr std::array<int, kTypes> kPromoted{480, 500, 0, 950, 1050, 0};
  constexpr std::array<int, kHandTypes> kInHand{130, 460, 560, 680, 780};
  int score = 0;
  for (unsigned t = 0; t < kHandTypes; ++t) {
    const Bitboard pieces = p.pieces(us, static_cast<Type>(t));
    score += kPlain[t] * static_cast<int>(count(pieces & ~p.promoted)) +
             kPromoted[t] * static_cast<int>(count(pieces & p.promoted)) +
             kInHand[t] * static_cast<int>(p.in_hand(us, static_cast<Type>(t)));
  }
  const Side them = 1 - us;
  const Bitboard occupied = p.occupied();
  const Bitboard attacks = p.attack_map(us, p.side[us] & ~p.type[kKing], occupied);
  const Bitboard king = bit(p.king(them));
  const Bitboard around = step_attacks(0, 0, 0, king, them);
  // Attacked squares next to the king that its own side does not hold.
  const Bitboard held = p.attack_map(them, p.side[them] & ~p.type[kKing], occupied);
  const int attacked = static_cast<int>(count(around & attacks));
  const int open = static_cast<int>(count(around & attacks & ~held));
  const int refuge = static_cast<int>(count(around & ~attacks & ~p.side[them]));
  score += 4 * static_cast<int>(count(attacks & ~p.side[us])) + 18 * attacked + 30 * open - 12 * refuge;
  // Guards of the own king.
  score += 16 * static_cast<int>(count(step_attacks(0, 0, 0, bit(p.king(us)), us) & p.side[us]));
  return score;
}

// Immediate gain of a capture or promotion; captures of much by little come first.
[[nodiscard]] inline int gain_of(const Position& p, Move move) noexcept {
  constexpr std::array<int, kTypes> kValue{100, 400, 500, 600, 700, 0};
  constexpr std::array<int, kTypes> kPromotion{380, 100, 0, 350, 350, 0};
  const MoveParts m = unpack(move);
  const bool takes = (p.side[1U - p.mover] & bit(m.to)) != 0;
  if (m.drop || (!takes && !m.promotes)) return Selective::kQuiet;
  int gain = m.promotes ? kPromotion[m.type] : 0;
  if (takes) {
    const Type victim = p.type_on(m.to);
    gain +=
        2 * kValue[victim] + ((p.promoted & bit(m.to)) != 0 ? kPromotion[victim] : 0) - kValue[m.type] / 16;
  }
  return gain;
}

// For the mover.
[[nodiscard]] inline int evaluate_position(const Position& p) noexcept {
  constexpr int kTempo = 40;
  return std::clamp(side_terms(p, p.mover) - side_terms(p, 1U - p.mover) + kTempo, -29000, 29000);
}

}  // namespace ludex::games::minishogi
