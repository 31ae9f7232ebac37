#include "games/minishogi/position.hpp"

namespace ludex::games::minishogi {
// Nothing can block the check, so the king must move or the pawn must be captured.
bool pawn_drop_mates(const Position& p, Square s) noexcept {
  const Side me = p.mover;
  const Side other = 1 - me;
  const Square king = p.king(other);
  const Bitboard occupied = p.occupied() | bit(s);
  // The king leaves its square; an own piece that the pawn blocks no longer attacks beyond it.
  const Bitboard attacked = p.attack_map(me, p.side[me], occupied ^ bit(king));
  if ((step(other, kKing, king) & ~p.side[other] & ~attacked) != 0) return false;
  const Bitboard captors = p.attackers(s, other, occupied) & ~bit(king);
  for (Bitboard b = captors; b != 0; b &= b - 1) {
    const Bitboard after = occupied ^ bit(first(b));
    const Bitboard revealed = (rook_attacks(king, after) & p.pieces(me, kRook)) |
                              (bishop_attacks(king, after) & p.pieces(me, kBishop));
    if (revealed == 0) return false;
  }
  return true;
}

MoveGroups::MoveGroups(const Position& p, bool uchifuzume_legal) noexcept {
  const Side me = p.mover;
  const Square king = p.king(me);
  const Bitboard king_bit = bit(king);
  const Bitboard occupied = p.occupied();
  const Bitboard enemy = p.side[1 - me];

  const Bitboard steps = step(me, kKing, king) & ~p.side[me];
  if (steps != 0) add(steps & ~p.attack_map(1 - me, enemy, occupied ^ king_bit), 0, king, kKing, false);

  // All other pieces must answer a check: capture the only checker, or block it.
  Bitboard targets = ~p.side[me] & kAll;
  Bitboard drops = ~occupied & kAll;
  if (p.checkers != 0) [[unlikely]] {
    if ((p.checkers & (p.checkers - 1)) != 0) return;
    drops = between(king, first(p.checkers));
    targets = drops | p.checkers;
  }
  add_pieces(p, targets);
  if (p.hands[me] != 0 && drops != 0) add_drops(p, drops, uchifuzume_legal);
}

inline void MoveGroups::add_pieces(const Position& p, Bitboard targets) noexcept {
  const Side me = p.mover;
  const Square king = p.king(me);
  const Bitboard occupied = p.occupied();
  const Bitboard pinned = p.pinned(me);
  const Bitboard zone = promotion_zone(me);
  for (unsigned t = kPawn; t < kKing; ++t) {
    const Type type = static_cast<Type>(t);
    for (Bitboard rest = p.pieces(me, type); rest != 0; rest &= rest - 1) {
      const Square from = first(rest);
      const bool promoted = (p.promoted >> from) & 1U;
      Bitboard to = 0;
      if (type <= kGold) {
        to = step(me, promoted ? kGold : type, from);
      } else {
        to = type == kBishop ? bishop_attacks(from, occupied) : rook_attacks(from, occupied);
        if (promoted) to |= step(me, kKing, from);
      }
      to &= targets;
      if ((pinned >> from) & 1U) to &= line(king, from);
      const Bitboard may = promoted || type == kGold ? 0 : (zone >> from) & 1U ? to : to & zone;
      add(type == kPawn ? to & ~may : to, may, from, type, false);
    }
  }
}

inline void MoveGroups::add_drops(const Position& p, Bitboard targets, bool uchifuzume_legal) noexcept {
  const Side me = p.mover;
  for (unsigned t = kSilver; t < kKing; ++t) {
    if (p.in_hand(me, static_cast<Type>(t)) != 0) add(targets, 0, 0, static_cast<Type>(t), true);
  }
  if (p.in_hand(me, kPawn) == 0) return;
  // One unpromoted pawn a column; none where it could not move.
  Bitboard pawn_targets = targets & ~pawn_columns(p, me) & ~promotion_zone(me);
  const Bitboard check = backward(p.pieces(1 - me, kKing), me) & pawn_targets;
  if (check != 0 && !uchifuzume_legal && pawn_drop_mates(p, first(check))) pawn_targets ^= check;
  add(pawn_targets, 0, 0, kPawn, true);
}

std::uint32_t MoveGroups::write(Move* out, Bitboard plain, Bitboard promoting) const noexcept {
  std::uint32_t n = 0;
  for (unsigned i = 0; i < size_; ++i) {
    const MoveGroup& g = group_[i];
    for (Bitboard b = g.promoting & promoting; b != 0; b &= b - 1)
      out[n++] = pack({first(b), g.from, g.type, true, g.drop});
    for (Bitboard b = g.plain & plain; b != 0; b &= b - 1)
      out[n++] = pack({first(b), g.from, g.type, false, g.drop});
  }
  return n;
}

std::uint32_t MoveGroups::write(Move* out) const noexcept {
  return write(out, kAll, kAll);
}

bool has_legal_move(const Position& p, bool uchifuzume_legal) noexcept {
  if (p.checkers == 0) {
    // Any step of an unpinned piece suffices, and so does a drop of anything but a pawn: the board is never
    // full.
    const Side me = p.mover;
    if ((p.hands[me] >> (2 * kSilver)) != 0) return true;
    const Bitboard movable = p.side[me] & ~p.type[kKing] & ~p.pinned(me);
    if ((p.attack_map(me, movable, p.occupied()) & ~p.side[me]) != 0) return true;
  }
  return MoveGroups(p, uchifuzume_legal).total() != 0;
}

std::uint64_t Position::full_key() const noexcept {
  const auto& keys = detail::kKeys;
  std::uint64_t k = mover != 0 ? keys.mover : 0;
  for (Side s = 0; s < 2; ++s) {
    for (unsigned t = 0; t < kTypes; ++t) {
      for (Bitboard b = side[s] & type[t]; b != 0; b &= b - 1)
        k ^= keys.piece[s][(promoted >> first(b)) & 1U][t][first(b)];
    }
    for (unsigned t = 0; t < kHandTypes; ++t) k ^= keys.hand[s][t][in_hand(s, static_cast<Type>(t))];
  }
  return k;
}

}  // namespace ludex::games::minishogi
