// Games whose moves only ever add a piece of the mover to an empty site.
#pragma once

#include "games/lud/runtime/ply.hpp"

namespace ludex::games::lud::runtime {

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
// Writes a piece of the mover's to a site, without the set of empty sites; returns his pieces.
LUD_INLINE SiteSet put_addition(u8* s, int mover, int at) {
  if (kHasBytes) s[kWhatAt + at] = (u8)mover;
  u8* const set_of_mover = owned_at(s, kOwn, mover);
  words(set_of_mover)[at >> 6] |= 1UL << (at & 63);
  return load(set_of_mover);
}
// A ply that adds a piece, with its hash.
LUD_INLINE void add_piece_to(u8* s, Workspace* w, int at) {
  Head& h = head(s);
  const int mover = h.mover;
  w->action_count = w->copy_count = w->kept = 0;
  const SiteSet own = put_addition(s, mover, at);
  words(empty_at(s, kOwn))[at >> 6] &= ~(1UL << (at & 63));
  h.cells ^= key_with(s, at, mover);
  count_additions(h, 1, mover, at);
  if (is_none(board_only<kOwn>(load(empty_at(s, kOwn)))) || may_end(s, mover, own, at))
    end_ply(s, w);
  else
    go_on(s, w);
}
// Plays on until the game is over or the board is full; returns the number of plies. The end rules are
// evaluated only where they may hold. 0: nothing was done, since a limit of length is near, or the turn of
// the next player is not the next.
LUD_FUNCTION u32 add_pieces(u8* s, Workspace* w, Rng* rng) {
  Head& h = head(s);
  SiteSet free = board_only<kOwn>(load(empty_at(s, kOwn)));
  u32 left = (u32)population(free), plies = 0, counted = 0;
  if (h.next != player_after(h.mover, kPlayers)) return 0;
  if ((int)(h.plies + left) >= kMaxPlies || (int)(h.turns + left) >= kMaxTurns * kPlayers) return 0;
  Rng random = *rng;
  int mover = h.mover;
  while (left != 0) {
    const int at = nth(free, (int)random.below(left));
    reset(free, at);
    --left, ++plies;
    const SiteSet own = put_addition(s, mover, at);
    const Tracked kept = track(w, mover, own, at);
    if (left == 0 || may_end(s, mover, own, at, kept)) [[unlikely]] {
      count_additions(h, plies - counted, mover, at);
      counted = plies;
      LUD_EACH_WORD (k) words(empty_at(s, kOwn))[k] &= free.w[k] | ~board_only<kOwn>(complement(none())).w[k];
      end_ply(s, w);
      if (h.status != 0) break;
    }
    mover = mover == kPlayers ? 1 : mover + 1;
  }
  *rng = random;
  return plies;
}

}  // namespace ludex::games::lud::runtime
