// Loops of a board, along lines and through the arcs that join them: captures on them.
#pragma once

#include "games/lud/runtime/slides.hpp"

namespace ludex::games::lud::runtime {

// The loops of a board of at most 64 sites: LOOPS of them, each of four lines of SIDE sites.
template <int SIDE, int LOOPS>
struct Loops {
  static constexpr int kPlaces = 4 * SIDE, kChunks = (kBoard[kOwn] + 5) / 6;
  // A way from a site: its line has arcs; the loop, and the place there; along growing places.
  struct FromSite {
    bool has_arcs;
    u8 loop, place;
    bool grows;
  };
  // By six sites of the board and those of them in a set: their places on each loop, a bit a place.
  u32 places[kChunks][64][LOOPS] = {};
  // The site of a place, twice around.
  u8 sites[LOOPS][2 * kPlaces] = {};
  // By site: up, right, down, left.
  FromSite ways[SIDE * SIDE][4] = {};

  explicit constexpr Loops(const u8 (&order)[LOOPS * kPlaces]) {
    for (int k = 0; k < LOOPS * kPlaces; ++k) {
      const int at = order[k], loop = k / kPlaces, place = k % kPlaces;
      sites[loop][place] = sites[loop][place + kPlaces] = (u8)at;
      for (int some = 0; some < 64; ++some) places[at / 6][some][loop] |= (u32)(some >> at % 6 & 1) << place;
      const int step = k % SIDE == SIDE - 1 ? at - order[k - 1] : order[k + 1] - at;
      const int way = (step == 1 || step == -1 ? 1 : 0) + (step < 0 ? 2 : 0);
      ways[at][way] = {true, (u8)loop, (u8)place, true};
      ways[at][way ^ 2] = {true, (u8)loop, (u8)place, false};
    }
  }
};
template <int LOOPS>
struct OnLoops {
  u32 places[LOOPS];
};
template <int SIDE, int LOOPS>
LUD_INLINE OnLoops<LOOPS> places_on(const Loops<SIDE, LOOPS>& loops, const SiteSet& pieces) {
  OnLoops<LOOPS> there{};
  for (int k = 0; k < Loops<SIDE, LOOPS>::kChunks; ++k)
    for (int q = 0; q < LOOPS; ++q) there.places[q] |= loops.places[k][pieces.w[0] >> 6 * k & 63][q];
  return there;
}
// The sites of a set from which a piece may reach one of `ends` through an arc, and some others: those next
// to an arc on a loop with one of `ends`, or themselves, on its other side.
template <int SIDE, int LOOPS>
LUD_FUNCTION SiteSet facing_through_arcs(const Loops<SIDE, LOOPS>& loops, const OnLoops<LOOPS>& there,
                                         const SiteSet& from, const SiteSet& ends) {
  constexpr int kPlaces = 4 * SIDE;
  u64 found = 0;
  for (int q = 0; q < LOOPS; ++q) {
    const u32 once = there.places[q];
    if (once == 0) continue;
    const u64 twice = once | (u64)once << kPlaces;
    _Pragma("GCC unroll 4") for (int arc = 0; arc < kPlaces; arc += SIDE) {
      const u64 after = 1UL << loops.sites[q][arc + __builtin_ctzl(twice >> arc)];
      const u64 before =
          1UL << loops.sites[q][arc + kPlaces - 1 - __builtin_clzl(twice << (64 - kPlaces - arc))];
      found |= (before & (ends.w[0] | after)) != 0 ? after : 0;
      found |= (after & (ends.w[0] | before)) != 0 ? before : 0;
    }
  }
  SiteSet r = from;
  r.w[0] &= found;
  return r;
}
// The ends of the ways from a site: the first piece through an arc, if it is one of `ends`. Each is given
// `once`, or as often as ways lead there.
template <int SIDE, int LOOPS>
LUD_FUNCTION int ends_on_loops(const Loops<SIDE, LOOPS>& loops, const OnLoops<LOOPS>& there, int from,
                               const SiteSet& ends, bool once, u8 (&to)[4]) {
  constexpr int kPlaces = 4 * SIDE;
  u64 left = ends.w[0];
  int n = 0;
  for (const auto& way : loops.ways[from]) {
    if (!way.has_arcs) continue;
    // It passes itself.
    const u32 others = there.places[way.loop] & ~loops.places[from / 6][1 << from % 6][way.loop];
    if (others == 0) continue;
    const u64 twice = others | (u64)others << kPlaces;
    const int line = way.place - way.place % SIDE;
    const int place = way.grows
                          ? way.place + __builtin_ctzl(twice >> way.place)
                          : way.place + kPlaces - 1 - __builtin_clzl(twice << (64 - kPlaces - way.place));
    const bool turns = way.grows ? place >= line + SIDE : place < line + kPlaces;
    const int at = loops.sites[way.loop][place];
    to[n] = (u8)at;
    const u64 end = turns ? left & 1UL << at : 0;
    n += end != 0;
    left &= ~(once ? end : 0);
  }
  return n;
}

// Moves of sets and of `pieces`, of which few have any. From a site, the latter come after the former.
// `until`: see count_moves.
template <int N>
LUD_INLINE u32 total_until(const SiteSet (&sets)[N], int at) {
  u32 n = 0;
  for (int q = 0; q < N; ++q) {
    LUD_EACH_WORD (k) {
      const u64 until = k < at >> 6 ? ~0UL : k > at >> 6 ? 0 : ~0UL >> (63 - (at & 63));
      n += (u32)__builtin_popcountl(sets[q].w[k] & until);
    }
  }
  return n;
}
template <int N, class F>
LUD_INLINE void take_mixed(const SiteSet (&sets)[N], const Way (&ways)[N], const SiteSet& pieces,
                           const u16* until, u32 k, F&& kinds, PackedMove& m) {
  LUD_EACH_SITE (pieces, from) {
    const u32 before = total_until(sets, from) + *until;
    if (k < before) break;
    if (k - before < (u32)(until[1] - until[0])) {
      TakeMove use{k - before, m};
      kinds(from, use);
      return;
    }
    ++until;
  }
  take_way(sets, ways, k - *until, m);
}
template <int N, class F>
LUD_INLINE void list_mixed(Workspace* w, const SiteSet (&sets)[N], const Way (&ways)[N],
                           const SiteSet& pieces, F&& kinds) {
  SiteSet any = pieces;
  for (const SiteSet& each : sets) any = any | each;
  LUD_EACH_SITE (any, at) {
    for (int q = 0; q < N; ++q)
      if (test(sets[q], at)) fill_way(ways[q], at, push(w, 0, 0, 0));
    ListMoves use{w};
    if (test(pieces, at)) kinds(at, use);
  }
}

}  // namespace ludex::games::lud::runtime
