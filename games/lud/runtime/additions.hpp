// Games whose moves only ever add a piece of the mover to an empty site.
#pragma once

#include "games/lud/runtime/ply.hpp"

namespace ludex::games::lud::runtime {

// Sets are of two words, and which of them a site belongs to cannot be predicted.
constexpr bool kTwoHalves = kWords == 2 && kBoard[kOwn] >= 96;
// A set of one site, without a store of one word.
LUD_INLINE SiteSet only(int at) {
  SiteSet r;
  LUD_EACH_WORD (k) r.w[k] = (u64)(at >> 6 == k) << (at & 63);
  return r;
}
// Writes to the head what that many additions in turn change, the last of them, at a site, up to its end
// rules. `mover` made the last.
LUD_INLINE void count_additions(Head& h, u32 plies, int mover, int at) {
  for (u32 k = 0; k < plies && k < (u32)kPlayers; ++k)
    h.stalemated = (i16)(h.stalemated & ~(1 << ((mover - 1 + kPlayers - (int)k) % kPlayers + 1)));
  h.plies = (u16)(h.plies + plies);
  if (plies > 1) {
    h.turns = (u16)(h.turns + plies - 1);
    h.turn_moves = 0;
    h.prev = (i8)((mover + kPlayers - 2) % kPlayers + 1);
    h.mover = (i8)mover;
    h.next = (i8)player_after(mover, kPlayers);
  }
  h.passes = 0;
  h.last_from = h.last_to = (i16)at;
  h.last_type = (i8)kOwn;
}
// Writes a piece of the mover's to a site; returns his pieces.
LUD_INLINE SiteSet put_addition(u8* s, int mover, int at) {
  if (kHasBytes) s[kWhatAt + at] = (u8)mover;
  u8* const set_of_mover = owned_at(s, kOwn, mover);
  if (kTrackLinks) {
    // A part of it that was written alone would have to reach memory before all of it is read.
    const SiteSet own = load(set_of_mover) | only(at);
    __builtin_memcpy(set_of_mover, &own, sizeof own);
    return own;
  }
  words(set_of_mover)[at >> 6] |= 1UL << (at & 63);
  return load(set_of_mover);
}
// A ply that adds a piece, with its hash.
LUD_INLINE void add_piece_to(u8* s, Workspace* w, int at) {
  Head& h = head(s);
  const int mover = h.mover;
  w->action_count = w->copy_count = w->kept = 0;
  const SiteSet own = put_addition(s, mover, at);
  h.cells ^= key_with(s, at, mover);
  count_additions(h, 1, mover, at);
  if (is_none(empty_sites<kOwn>(s)) || may_end(s, mover, own, at))
    end_ply(s, w);
  else
    go_on(s, w);
}
// Plays on until the game is over or the board is full; returns the number of plies. The end rules are
// evaluated only where they may hold. 0: nothing was done, since a limit of length is near, or the turn of
// the next player is not the next.
LUD_FUNCTION u32 add_pieces(u8* s, Workspace* w, Rng* rng) {
  Head& h = head(s);
  SiteSet free = empty_sites<kOwn>(s);
  u32 left = (u32)population(free), plies = 0, counted = 0;
  if (h.next != player_after(h.mover, kPlayers)) return 0;
  if ((int)(h.plies + left) >= kMaxPlies || (int)(h.turns + left) >= kMaxTurns * kPlayers) return 0;
  Rng random = *rng;
  int mover = h.mover;
  while (left != 0) {
    const int at = nth(free, (int)random.below(left));
    if (kTwoHalves)
      free = minus(free, only(at));
    else
      reset(free, at);
    --left, ++plies;
    const SiteSet own = put_addition(s, mover, at);
    const Tracked kept = track(w, mover, own, at);
    if (left == 0 || may_end(s, mover, own, at, kept)) [[unlikely]] {
      count_additions(h, plies - counted, mover, at);
      counted = plies;
      end_ply(s, w);
      if (h.status != 0) break;
    }
    mover = mover == kPlayers ? 1 : mover + 1;
  }
  *rng = random;
  return plies;
}

}  // namespace ludex::games::lud::runtime
