// Pieces that an enemy could capture.
#pragma once

#include "games/lud/runtime/moves.hpp"

namespace ludex::games::lud::runtime {

LUD_FUNCTION int first_taken(Workspace* w, u32 first) {
  int site = kOff;
  for (u32 k = first; k < w->action_count; ++k)
    if (w->actions[k].kind == kRemove) {
      site = w->actions[k].site;
      break;
    }
  w->action_count = first;
  return site;
}
// True if a move of an enemy ends there, or takes that piece first.
template <class F>
LUD_FUNCTION bool attacked(u8* s, Iterators it, int at, int piece, int owner, const SiteSet* reach,
                           F moves_of_piece) {
  Workspace* const w = it.workspace;
  const bool other = what<kOwn>(s, at) != piece;
  if (other) {
    s = copy_state(w, s);
    set_cell<false>(s, kOwn, at, piece, 1, 0, 0, 0);
  }
  const u32 begin = w->move_count;
  it.existence_only = it.tries_later = 0;
  bool hit = false;
  for (int enemy = 1; enemy <= kPlayers && !hit; ++enemy) {
    if (enemy == owner) continue;
    const AsMover as(s, enemy);
    // As in the interpreter: that enemy is the mover, even if he was before.
    head(s).mover = (i8)enemy, head(s).next = (i8)(enemy % kPlayers + 1),
    head(s).prev = (i8)((enemy + kPlayers - 2) % kPlayers + 1);
    const SiteSet pieces = owned<kOwn>(s, enemy);
    LUD_EACH_SITE (pieces, from) {
      if (hit || from >= kBoard[kOwn] || !test(reach[what<kOwn>(s, from) * kBoard[kOwn] + from], at))
        continue;
      it.from = it.to = from;
      moves_of_piece(s, it, what<kOwn>(s, from));
      for (u32 k = begin; k < w->move_count && !hit; ++k) {
        const PackedMove m = w->moves[k];
        hit = (m.to == (u32)at && m.from != kNoSite) || taken_by(s, it, m) == at;
      }
      w->move_count = begin;
    }
  }
  if (other) --w->copy_count;
  return hit;
}
template <class F>
LUD_FUNCTION bool threatened_at(u8* s, const Iterators& it, int piece, int at, const SiteSet* reach,
                                F moves_of_piece) {
  if (piece <= 0) return false;
  return at >= 0 && at < kBoard[kOwn] && attacked(s, it, at, piece, kOwner[piece], reach, moves_of_piece);
}
template <class F>
LUD_FUNCTION bool threatened(u8* s, const Iterators& it, int piece, const SiteSet* reach, F moves_of_piece) {
  if (piece <= 0) return false;
  const SiteSet sites = owned<kOwn>(s, kOwner[piece]);
  LUD_EACH_SITE (sites, at) {
    if (at < kBoard[kOwn] && what<kOwn>(s, at) == piece &&
        attacked(s, it, at, piece, kOwner[piece], reach, moves_of_piece))
      return true;
  }
  return false;
}

// Where pieces attack, by sets of sites, each by the attacked site: from where pieces of a player may, by
// player; from where a piece does, at once or with nothing between, by piece. And the sites between two.
struct AttackTables {
  const SiteSet *near, *steps, *slides, *between;
};
// True if one of the pieces of an enemy attacks a site.
LUD_INLINE bool hits(const u8* s, int at, int enemy, const SiteSet& pieces, const SiteSet& occupied,
                     const AttackTables& tables) {
  const SiteSet near = pieces & tables.near[enemy * kBoard[kOwn] + at];
  LUD_EACH_SITE (near, from) {
    const int k = what<kOwn>(s, from) * kBoard[kOwn] + at;
    if (test(tables.steps[k], from)) return true;
    if (test(tables.slides[k], from) && is_none(tables.between[from * kBoard[kOwn] + at] & occupied))
      return true;
  }
  return false;
}
LUD_FUNCTION bool hit_by_enemies(u8* s, int at, int owner, const AttackTables& tables) {
  const SiteSet occupied = pieces_of_all(s, kOwn);
  for (int enemy = 1; enemy <= kPlayers; ++enemy)
    if (enemy != owner && hits(s, at, enemy, without(owned<kOwn>(s, enemy), at), occupied, tables))
      return true;
  return false;
}
LUD_INLINE bool threatened_at(u8* s, int piece, int at, const AttackTables& tables) {
  return piece > 0 && piece < 256 && kOwner[piece] != 0 && at >= 0 && at < kBoard[kOwn] &&
         hit_by_enemies(s, at, kOwner[piece], tables);
}
LUD_INLINE bool threatened(u8* s, int piece, const AttackTables& tables) {
  if (piece <= 0) return false;
  const SiteSet sites = sites_of_piece(s, piece);
  LUD_EACH_SITE (sites, at) {
    if (hit_by_enemies(s, at, kOwner[piece], tables)) return true;
  }
  return false;
}

// Whether a piece of the player who moves is attacked after his move; -1: not known without making it.
// `besides`: what such moves change besides (Besides of the generator); `least`: what the question allows.
LUD_FUNCTION int hit_after(u8* s, const PackedMove& m, int piece, int least, const u8* besides,
                           const u8* taken_plainly, const AttackTables& tables) {
  if (besides[m.generator] < least || m.from >= kNone || m.to >= (u32)kBoard[kOwn]) return -1;
  const int from = m.from, to = m.to;
  const int moved = what<kOwn>(s, from), there = what<kOwn>(s, to);
  const int owner = kOwner[moved];
  if (moved == 0 || (there != 0 && (!taken_plainly[there] || kOwner[there] == owner))) return -1;
  if (kHasCount && from < kBoard[kOwn] && count_of(s, index<kOwn>(from)) != 1) return -1;
  if (piece <= 0) return 0;
  if (kOwner[piece] != owner) return -1;
  SiteSet occupied = pieces_of_all(s, kOwn);
  SiteSet sites = sites_of_piece(s, piece);
  if (from < kBoard[kOwn]) reset(occupied, from), reset(sites, from);
  set(occupied, to);
  if (moved == piece) set(sites, to);
  for (int enemy = 1; enemy <= kPlayers; ++enemy) {
    if (enemy == owner) continue;
    SiteSet pieces = owned<kOwn>(s, enemy);
    reset(pieces, to);
    LUD_EACH_SITE (sites, at) {
      if (hits(s, at, enemy, pieces, occupied, tables)) return 1;
    }
  }
  return 0;
}

}  // namespace ludex::games::lud::runtime
