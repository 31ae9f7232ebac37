// Data that playouts keep as they go on, where pieces are only ever added: rows of pieces, and groups.
#pragma once

#include "games/lud/runtime/workspace.hpp"

namespace ludex::games::lud::runtime {

LUD_INLINE int root_of(Workspace* w, int at) {
  i16* const root = w->root;
  while (root[at] != at) {
    root[at] = root[root[at]];
    at = root[at];
  }
  return at;
}
LUD_INLINE void track(Workspace* w, u8* s, int at) {
  const int piece = what<kOwn>(s, at);
  if (kTrackWays > 0 && piece <= kPlayers)
    for (int k = 0; k < kTrackWays; ++k) {
      const int e = kLineOf[at * kTrackWays + k];
      w->rows[piece][e >> 5] |= 1U << (e & 31);
    }
  if (kTrackLinks) {
    const SiteSet own = owned<kOwn>(s, kOwner[piece]);
    w->root[at] = (i16)at;
    int root = at;
    u32 touch = kTouch[at];
    for (const i16* p = kTrackSteps + at * kTrackWidth; *p >= 0; ++p) {
      if (!test(own, *p) || w->root[*p] < 0) continue;
      const int other = root_of(w, *p);
      if (other == root) continue;
      touch |= w->touch[other];
      w->root[root] = (i16)other;
      root = other;
    }
    w->touch[root] = (u16)touch;
  }
}
LUD_FUNCTION void track_all(Workspace* w, u8* s) {
  __builtin_memset(w->rows, 0, sizeof w->rows);
  __builtin_memset(w->root, 0xFF, sizeof w->root);
  const SiteSet pieces = board_only<kOwn>(pieces_of_all(s, kOwn));
  LUD_EACH_SITE (pieces, at) track(w, s, at);
}
// As connected(): true if the group at the last site touches `wanted` of the regions.
LUD_INLINE bool linked(u8* s, Workspace* w, int owner, u32 bits, int wanted) {
  const int at = head(s).last_to;
  if (at < 0 || at >= kBoard[kOwn]) return false;
  if (owner >= 0 && !is_of<kOwn>(s, at, owner)) return false;
  return __builtin_popcount(w->touch[root_of(w, at)] & bits) >= wanted;
}
// As line(), through the last site.
template <int LENGTH, bool EXACT>
LUD_INLINE bool lined(u8* s, Workspace* w) {
  const int at = head(s).last_to;
  if (at < 0 || at >= kBoard[kOwn]) return false;
  const u32* const rows = w->rows[what<kOwn>(s, at)];
  bool any = false;
  for (int k = 0; k < kTrackWays; ++k) {
    const int e = kLineOf[at * kTrackWays + k], place = e & 31;
    const u64 row = rows[e >> 5];
    const int length = __builtin_ctzl(~(row >> place)) + __builtin_clzl(~(row << (63 - place))) - 1;
    any |= EXACT ? length == LENGTH : length >= LENGTH;
  }
  return any;
}

}  // namespace ludex::games::lud::runtime
