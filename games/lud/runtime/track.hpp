// Data that playouts keep as they go on, where pieces are only ever added: rows of pieces, and groups.
#pragma once

#include "games/lud/runtime/workspace.hpp"

namespace ludex::games::lud::runtime {

// The data kept of a piece that was added: the rows through it, and the regions that its group touches.
struct Tracked {
  u32 rows[kTrackWays + 1];
  u32 regions;
};
LUD_INLINE int root_of(Workspace* w, int at) {
  i16* const root = w->root;
  int top = root[at];
  while (root[top] != top) top = root[top];
  root[at] = (i16)top;
  return top;
}
// Adds a piece to those kept. `own`: the pieces of its owner so far.
LUD_INLINE Tracked track(Workspace* w, int piece, const SiteSet& own, int at) {
  Tracked made{};
  if (kTrackWays > 0 && piece <= kPlayers) {
    _Pragma("GCC unroll 8") for (int k = 0; k < kTrackWays; ++k) {
      const int e = kLineOf[at * kTrackWays + k];
      u32& row = w->rows[piece][e >> 5];
      row |= 1U << (e & 31);
      made.rows[k] = row;
    }
  }
  if (!kTrackLinks) return made;
  int root = at;
  u32 touch = kTouch[at];
  const auto join = [&](int next) __attribute__((always_inline)) {
    const int other = root_of(w, next);
    if (other == root) return;
    touch |= w->touch[other];
    w->root[root] = (i16)other;
    root = other;
  };
  w->root[at] = (i16)at;
  if (kTrackFirsts) {
    const i16* const sites = track_sites(at);
    u32 left = track_firsts(at)[extract(own, track_near(at))];
    if (left != 0) {
      root = root_of(w, sites[__builtin_ctz(left)]);
      w->root[at] = (i16)root;
      touch |= w->touch[root];
      for (left &= left - 1; left != 0; left &= left - 1) {
        const int other = root_of(w, sites[__builtin_ctz(left)]);
        touch |= w->touch[other];
        w->root[other] = (i16)root;
      }
    }
  } else {
    const SiteSet friends = track_near(at) & own;
    LUD_EACH_SITE (friends, next) join(next);
  }
  w->touch[root] = (u16)touch;
  made.regions = touch;
  return made;
}
// Not by one instruction for all, which takes long to begin.
LUD_INLINE void clear_rows(Workspace* w) {
  typedef u64 Four __attribute__((vector_size(32)));
  for (u32 k = 0; k < sizeof w->rows; k += sizeof(Four)) {
    const Four zero{};
    __builtin_memcpy((u8*)w->rows + k, &zero, sizeof zero);
    asm volatile("" : : : "memory");
  }
}
LUD_FUNCTION void track_all(Workspace* w, u8* s) {
  clear_rows(w);
  for (int owner = kFirstOwner; owner < kFirstOwner + kOwners; ++owner) {
    const SiteSet pieces = board_only<kOwn>(owned<kOwn>(s, owner));
    SiteSet so_far = none();
    LUD_EACH_SITE (pieces, at) {
      set(so_far, at);
      track(w, what<kOwn>(s, at), so_far, at);
    }
  }
}
LUD_INLINE bool enough(u32 regions, int wanted) {
  return __builtin_popcount(regions) >= wanted;
}
// As connected(): true if the group at the last site touches `wanted` of the regions.
LUD_INLINE bool linked(u8* s, Workspace* w, int owner, u32 bits, int wanted) {
  const int at = head(s).last_to;
  if (at < 0 || at >= kBoard[kOwn]) return false;
  if (owner >= 0 && !is_of<kOwn>(s, at, owner)) return false;
  return enough(w->touch[root_of(w, at)] & bits, wanted);
}
// The runs of so many pieces side by side in a row, by their first places; `runs`: those of N.
template <int LENGTH, int N = 1>
LUD_INLINE u32 runs_of(u32 runs) {
  if constexpr (N >= LENGTH) {
    return runs;
  } else {
    constexpr int kMore = LENGTH - N < N ? LENGTH - N : N;
    return runs_of<LENGTH, N + kMore>(runs & runs >> kMore);
  }
}
// True if one of the rows has so many pieces side by side.
template <int LENGTH>
LUD_INLINE bool has_run(const Tracked& kept) {
  u32 any = 0;
  _Pragma("GCC unroll 8") for (int k = 0; k < kTrackWays; ++k) any |= runs_of<LENGTH>(kept.rows[k]);
  return any != 0;
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
