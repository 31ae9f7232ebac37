// Expressions that ludemes have in common.
#pragma once

#include "games/lud/runtime/cells.hpp"

namespace ludex::games::lud::runtime {

LUD_INLINE int at_or(const i16* t, int n, int k, int other) {
  return k >= 0 && k < n ? t[k] : other;
}
LUD_INLINE int mapped(const i32* t, int n, int k) {
  return k >= 0 && k < n && t[k] != kOff ? t[k] : k;
}
LUD_INLINE SiteSet region_at(const SiteSet* t, int n, int k) {
  return k >= 0 && k < n ? t[k] : none();
}
LUD_INLINE int hand_site(int base, int k) {
  return base < 0 ? (int)kOff : base + k;
}
LUD_INLINE int absolute(int x) {
  return x < 0 ? -x : x;
}
LUD_INLINE int divided(int a, int by) {
  return by == 0 ? (int)kOff : a / by;
}
LUD_INLINE int remainder(int a, int by) {
  return by == 0 ? (int)kOff : a % by;
}
LUD_INLINE int smaller(int a, int b) {
  return a < b ? a : b;
}
LUD_INLINE int larger(int a, int b) {
  return a > b ? a : b;
}
LUD_INLINE int between(int n, int low, int high) {
  return n < low ? low : n > high ? high : n;
}
LUD_INLINE int clamped(int n) {
  return n < 0 ? 0 : n > 30000 ? 30000 : n;
}
LUD_INLINE int ahead(const i16* t, int n, int at) {
  return at < 0 || at >= n ? (int)kOff : t[at];
}
LUD_INLINE int ahead_on_way(const i8* ways, int n, const i16* t, const Iterators& it, int at, int turn) {
  if (at < 0 || at >= n) return kOff;
  const bool known = it.from >= 0 && it.to >= 0 && it.from < n && it.to < n;
  const int way = known ? ways[it.from * n + it.to] : -1;
  return way < 0 || way >= 16 ? at : t[((way + turn) & 15) * n + at];
}
// Sets of directions: of the lines from a site through another, by a table; of the site, or of all.
LUD_INLINE u32 directions_between(const u32* masks, int n, int from, int to) {
  return from < 0 || to < 0 || from >= n || to >= n ? 0 : masks[from * n + to];
}
LUD_INLINE u32 mask_at(const u32* masks, int n, int at, int all) {
  return at < 0 || at >= n ? (u32)all : masks[at];
}
// The first of the directions of the last move, turned; a direction without a place on the compass: none.
LUD_INLINE u32 direction_of_last(u32 directions, int turn) {
  const int way = directions == 0 ? 16 : __builtin_ctz(directions);
  return way >= 16 ? 0 : 1U << ((way + turn) & 15);
}
LUD_INLINE int piece_row(const u8* s, int from) {
  const int piece = from >= 0 && in_range<kOwn>(from) ? what<kOwn>(s, from) : 0;
  return piece * kPlayers + head(s).mover - 1;
}
LUD_INLINE int ahead_of_piece(const u8* s, const i16* t, int n, int at) {
  return at < 0 || at >= n ? (int)kOff : t[piece_row(s, at) * n + at];
}
template <int T>
LUD_INLINE SiteSet owned_or_none(u8* s, int who) {
  return owns(who) ? owned<T>(s, who) : none();
}
LUD_INLINE bool overlap(const SiteSet& a, const SiteSet& b) {
  u64 x = 0;
  LUD_EACH_WORD (k) x |= a.w[k] & b.w[k];
  return x != 0;
}
LUD_INLINE bool visited(const u8* s, int at) {
  return at >= 0 && (reinterpret_cast<const u64*>(s + kVisitedAt)[at >> 6] >> (at & 63) & 1) != 0;
}
template <class F>
LUD_INLINE bool all_sites(const SiteSet& r, Iterators it, F&& f) {
  LUD_EACH_SITE (r, at) {
    it.site = at;
    if (!f(it)) return false;
  }
  return true;
}
template <class F>
LUD_INLINE SiteSet filter(const SiteSet& r, Iterators it, F&& f) {
  SiteSet out = r;
  LUD_EACH_SITE (r, at) {
    it.site = at;
    if (!f(it)) reset(out, at);
  }
  return out;
}
// The same with (to).
template <class F>
LUD_INLINE SiteSet filter_to(const SiteSet& r, Iterators it, F&& f) {
  SiteSet out = r;
  LUD_EACH_SITE (r, at) {
    it.to = at;
    if (!f(it)) reset(out, at);
  }
  return out;
}
// The union of a table's sets by site.
LUD_INLINE SiteSet neighbours(const SiteSet& r, const SiteSet* near, int n) {
  SiteSet out = none();
  LUD_EACH_SITE (r, at)
    if (at < n) out = out | near[at];
  return out;
}
LUD_INLINE bool related(const SiteSet& r, int from, const i16* steps, int width) {
  if (from < 0 || from >= kBoard[kOwn]) return false;
  for (const i16* p = steps + from * width; *p >= 0; ++p)
    if (test(r, *p)) return true;
  return false;
}
LUD_INLINE SiteSet sites_of_state(const u8* s, int state) {
  if (!kHasState) return state == 0 ? board_only<kOwn>(complement(none())) : none();
  return sites_with_byte(s + kStateAt + index<kOwn>(0), state);
}
LUD_INLINE SiteSet sites_with_state(u8* s, int wanted) {
  return sites_of_state(s, wanted) & pieces_of_all(s, kOwn);
}
// The sites of a set with a piece that a table has.
template <int T>
LUD_INLINE SiteSet sites_of_named(const u8* s, const SiteSet& r, const u8* named) {
  SiteSet out = r;
  LUD_EACH_SITE (r, at)
    if (named[what<T>(s, at)] == 0) reset(out, at);
  return out;
}
// The first site of a player's piece; `state` kUndefined: in any state.
LUD_FUNCTION int where_piece(u8* s, int piece, int owner, int state) {
  if (piece <= 0) return kOff;
  const auto is_it = [&](int at) {
    const int i = index<kOwn>(at);
    if (!kHasStacks) return what_of(s, i) == piece && (state == kUndefined || state_of(s, i) == state);
    for (int k = 0, size = height_of(s, i); k < size; ++k) {
      const Level there = level_of(s, i, k);
      if (there.what == piece && (state == kUndefined || there.state == state)) return true;
    }
    return false;
  };
  if (kHasStacks) {
    for (int at = 0; at < kBoard[kOwn]; ++at)
      if (is_it(at)) return at;
    return kOff;
  }
  const SiteSet sites = owned<kOwn>(s, owner);
  LUD_EACH_SITE (sites, at)
    if (is_it(at)) return at < kFirstHand ? at : (int)kOff;
  return kOff;
}
// The pieces of a player, in hands too, or in a region; of kinds that a table names, if there is one. `who`
// -1: of everybody.
LUD_FUNCTION int count_pieces(u8* s, int who, const u8* named, const SiteSet* in) {
  SiteSet r = who < 0 ? pieces_of_all(s, kOwn) : owned_or_none<kOwn>(s, who);
  if (in != nullptr) r = r & *in;
  int sum = 0;
  LUD_EACH_SITE (r, at)
    if (named == nullptr || named[what<kOwn>(s, at)] != 0) sum += count_of(s, index<kOwn>(at));
  return sum;
}
// The sites among remembered values: their number, then the values.
LUD_INLINE SiteSet sites_of_values(const u8* memory) {
  SiteSet r = none();
  i16 count, value;
  __builtin_memcpy(&count, memory, 2);
  for (int k = 1; k <= count; ++k) {
    __builtin_memcpy(&value, memory + 2 * k, 2);
    r = with(r, value);
  }
  return r;
}
// The counters on the sites of a set. A hand holds counters on its cells, whatever the board's sites are.
LUD_INLINE int count_in(const u8* s, SiteSet r) {
  constexpr int kCells = 0;
  int sum = 0;
  LUD_EACH_SITE (r, at) sum += kOwn == kCells ? count_at<kOwn>(s, at) : count_on_board<kOwn>(s, at);
  return sum;
}
// True if a piece stands on a site of a set.
LUD_INLINE bool is_within(const u8* s, const SiteSet& r, int piece) {
  LUD_EACH_SITE (r, at)
    if ((in_range<kOwn>(at) ? what<kOwn>(s, at) : 0) == piece) return true;
  return false;
}
// True if the last positions occurred three times one after the other.
LUD_INLINE bool is_cycle(const u8* s) {
  constexpr u32 kRound = kCycle / 3;
  if ((int)head(s).history < kCycle) return false;
  return __builtin_memcmp(s + kHistoryAt, s + kHistoryAt + 8 * kRound, 16 * kRound) == 0;
}
// Distances by pairs of sites, of which 32767 is none.
LUD_INLINE int steps_to_site(const i16* distances, int n, int from, int to) {
  if (to < 0 || to >= n || from < 0 || from >= n) return kOff;
  const int d = distances[from * n + to];
  return d == 32767 ? (int)kInfinity : d;
}
LUD_INLINE int steps_to_region(const i16* distances, int n, int from, const SiteSet& goals) {
  if (from < 0 || from >= n) return kOff;
  int best = 32767;
  LUD_EACH_SITE (goals, at)
    if (at < n && distances[from * n + at] < best) best = distances[from * n + at];
  return best == 32767 ? (int)kInfinity : best;
}
LUD_INLINE void propose(u8* s, int what) {
  rest(s).proposed = (i8)(rest(s).proposed | 1 << what);
}
LUD_INLINE void vote(u8* s, int what) {
  rest(s).vote[head(s).mover] = (i8)(what + 1);
  for (int q = 1; q <= kPlayers; ++q)
    if (rest(s).vote[q] != what + 1) return;
  rest(s).decided = (i8)what;
}
LUD_INLINE SiteSet pending(u8* s) {
  SiteSet r = none();
  for (int k = 0; k < pending_values(s).count; ++k) r = with(r, pending_values(s).values[k]);
  return r;
}
}  // namespace ludex::games::lud::runtime
