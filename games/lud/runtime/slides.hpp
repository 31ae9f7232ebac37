// Slides as sets: from a site along lines. Moves of pieces are counted, drawn, found and listed piece by
// piece.
#pragma once

#include "games/lud/runtime/rays.hpp"
#include "games/lud/runtime/ways.hpp"

namespace ludex::games::lud::runtime {

// A kind of move along WAYS lines from a site, of at most 63 sites two of them, and 127 all. Bit k of UP is
// set if numbers grow along the k-th. SHOOTS: the move has its end for both sites. STOPS: moves also end on
// `stops`.
template <int WAYS, u32 UP, bool SHOOTS, bool STOPS>
struct Slide {
  // By site: the sites of its lines, each ended by -1, and where they begin, in the order of the list.
  const i16* pool;
  const u16* begins;
  const SiteSet* lines;  // the same as sets
  const SiteSet* pairs;  // the k-th line whose numbers grow, and the k-th whose numbers fall
  const u8* below;       // the sites of the latter
  const SiteSet* near;   // the first sites of its lines
  SiteSet free;          // the sites that it passes, on each of which a move ends
  SiteSet stops;         // sites on which it ends and goes no further
  u16 generator, stopping;

  // The K-th line whose numbers grow, or fall; WAYS: there is none.
  static constexpr int line_of(bool grows, int k) {
    int at = 0;
    for (; at < WAYS; ++at)
      if (((UP >> at & 1) != 0) == grows && k-- == 0) break;
    return at;
  }
  static constexpr int kUps = __builtin_popcount(UP), kPairs = kUps > WAYS - kUps ? kUps : WAYS - kUps;

  [[gnu::always_inline]] inline const i16* line(int from, int k) const {
    return pool + begins[from * WAYS + k];
  }
  // The numbers of free sites next to a site on its lines; the last has no meaning.
  template <int K = 0>
  [[gnu::always_inline]] inline void run_along(int from, u32 (&runs)[WAYS + 1]) const {
    if constexpr (K < kPairs) {
      const int pair = from * kPairs + K;
      const Runs both = runs_on(pairs[pair], below[pair], free);
      runs[line_of(true, K)] = both.up, runs[line_of(false, K)] = both.down;
      run_along<K + 1>(from, runs);
    }
  }
  // The numbers of moves along the lines.
  [[gnu::always_inline]] inline void count_along(int from, u32 (&counts)[WAYS + 1]) const {
    run_along(from, counts);
    if constexpr (STOPS) {
      _Pragma("GCC unroll 16") for (int k = 0; k < WAYS; ++k) {
        const int at = line(from, k)[counts[k]];
        counts[k] += at >= 0 && test(stops, at);
      }
    }
  }
  [[gnu::always_inline]] inline u32 count(int from) const {
    u32 counts[WAYS + 1], all = 0;
    count_along(from, counts);
    _Pragma("GCC unroll 16") for (int k = 0; k < WAYS; ++k) all += counts[k];
    return all;
  }
  // The end of the k-th move.
  [[gnu::always_inline]] inline int end(int from, u32 k) const {
    u32 counts[WAYS + 1];
    count_along(from, counts);
    if constexpr (WAYS > 8) {
      int way = 0;
      for (; k >= counts[way]; ++way) k -= counts[way];
      return line(from, way)[k];
    }
    // Byte K is the number of moves along the lines up to the K-th.
    constexpr u64 kOnes = 0x0101010101010101UL, kHigh = 0x80 * kOnes;
    u64 until = 0;
    _Pragma("GCC unroll 8") for (int way = 0; way < WAYS; ++way) until += (u64)counts[way] << 8 * way;
    until *= kOnes;
    const int way = __builtin_popcountl(((k * kOnes | kHigh) - until) & kHigh);
    return line(from, way)[k - (u32)(until << 8 >> 8 * way & 255)];
  }
  // True if a move leads to a site.
  [[gnu::always_inline]] inline bool leads_to(int from, int to) const {
    return (test(free, to) || (STOPS && test(stops, to))) && is_open<0>(from, to);
  }
  template <int K>
  [[gnu::always_inline]] inline bool is_open(int from, int to) const {
    if constexpr (K < WAYS) {
      const SiteSet& sites = lines[from * WAYS + K];
      if (test(sites, to)) return test(through_first<(UP >> K & 1) != 0>(sites, complement(free)), to);
      return is_open<K + 1>(from, to);
    }
    return false;
  }
  [[gnu::always_inline]] inline void fill(int from, int to, u16 kind, PackedMove& m) const {
    fill_move(SHOOTS ? to : from, to, kind, SHOOTS ? (int)kOff : from, kOff, m);
  }
  [[gnu::always_inline]] inline void fill(int from, int to, PackedMove& m) const {
    fill(from, to, STOPS && test(stops, to) ? stopping : generator, m);
  }
  // Appends all moves from a site.
  [[gnu::always_inline]] inline void list(Workspace* w, int from) const {
    u32 runs[WAYS + 1];
    run_along(from, runs);
    u32 end = w->move_count;
    if (end + 128 > kMoveCapacity) return;
    _Pragma("GCC unroll 16") for (int k = 0; k < WAYS; ++k) {
      const i16* at = line(from, k);
      for (u32 n = runs[k]; n != 0; --n) fill(from, *at++, generator, w->moves[end++]);
      if (STOPS && *at >= 0 && test(stops, *at)) fill(from, *at, stopping, w->moves[end++]);
    }
    w->move_count = end;
  }
};

// Uses of the moves from a site: `step` or `slide` is called for each kind of move that there is,
// `step_if` for one that may not be there, `steps` for those to the sites of a table, ended by -1 within
// WIDTH, that are in a set; `near`: the same sites as a set. `bits`: for those to the sites of a table whose
// bits a word has.
struct CountMoves {
  u32 count = 0;
  [[gnu::always_inline]] inline void step(int, int, u16) { ++count; }
  [[gnu::always_inline]] inline void step_if(bool may, int, int, u16) { count += may; }
  template <int WIDTH>
  [[gnu::always_inline]] inline void steps(const SiteSet& near, const i16*, const SiteSet& may, int, u16) {
    count += (u32)population(near & may);
  }
  [[gnu::always_inline]] inline void bits(u32 word, const i16*, int, u16) {
    count += (u32)__builtin_popcount(word);
  }
  template <class S>
  [[gnu::always_inline]] inline void slide(const S& kind, int from) {
    count += kind.count(from);
  }
};
struct AnyMove {
  bool any = false;
  [[gnu::always_inline]] inline void step(int, int, u16) { any = true; }
  [[gnu::always_inline]] inline void step_if(bool may, int, int, u16) { any |= may; }
  template <int WIDTH>
  [[gnu::always_inline]] inline void steps(const SiteSet& near, const i16*, const SiteSet& may, int, u16) {
    any |= !is_none(near & may);
  }
  [[gnu::always_inline]] inline void bits(u32 word, const i16*, int, u16) { any |= word != 0; }
  template <class S>
  [[gnu::always_inline]] inline void slide(const S& kind, int from) {
    any |= !is_none(kind.near[from] & (kind.free | kind.stops));
  }
};
struct TakeMove {
  u32 k;  // the number of moves before it
  PackedMove& m;
  bool taken = false;
  [[gnu::always_inline]] inline void step(int from, int to, u16 generator) {
    if (!taken && k-- == 0) fill_move(from, to, generator, from, kOff, m), taken = true;
  }
  [[gnu::always_inline]] inline void step_if(bool may, int from, int to, u16 generator) {
    if (may) step(from, to, generator);
  }
  [[gnu::always_inline]] inline void bits(u32 word, const i16* to, int from, u16 generator) {
    const u32 n = (u32)__builtin_popcount(word);
    if (!taken && k < n)
      fill_move(from, to[select64(word, (int)k)], generator, from, kOff, m), taken = true;
    else
      k -= n;
  }
  template <int WIDTH>
  [[gnu::always_inline]] inline void steps(const SiteSet&, const i16* to, const SiteSet& may, int from,
                                           u16 generator) {
    u32 word = 0;
    _Pragma("GCC unroll 8") for (int q = 0; q < WIDTH; ++q) word |=
        (u32)(test(may, to[q] < 0 ? 0 : to[q]) & (to[q] >= 0)) << q;
    bits(word, to, from, generator);
  }
  template <class S>
  [[gnu::always_inline]] inline void slide(const S& kind, int from) {
    if (taken) return;
    const u32 n = kind.count(from);
    taken = k < n;
    if (taken)
      kind.fill(from, kind.end(from, k), m);
    else
      k -= n;
  }
};
struct FindMove {
  int to;
  PackedMove& m;
  bool found = false;
  [[gnu::always_inline]] inline void step(int from, int at, u16 generator) {
    if (at == to) fill_move(from, to, generator, from, kOff, m), found = true;
  }
  [[gnu::always_inline]] inline void step_if(bool may, int from, int at, u16 generator) {
    if (may) step(from, at, generator);
  }
  template <int WIDTH>
  [[gnu::always_inline]] inline void steps(const SiteSet& near, const i16*, const SiteSet& may, int from,
                                           u16 generator) {
    if (test(near & may, to)) fill_move(from, to, generator, from, kOff, m), found = true;
  }
  [[gnu::always_inline]] inline void bits(u32 word, const i16* ends, int from, u16 generator) {
    for (; word != 0; word &= word - 1) step(from, ends[__builtin_ctz(word)], generator);
  }
  template <class S>
  [[gnu::always_inline]] inline void slide(const S& kind, int from) {
    if (kind.leads_to(from, to)) kind.fill(from, to, m), found = true;
  }
};
struct ListMoves {
  Workspace* w;
  [[gnu::always_inline]] inline void step(int from, int to, u16 generator) {
    fill_move(from, to, generator, from, kOff, push(w, 0, 0, 0));
  }
  [[gnu::always_inline]] inline void step_if(bool may, int from, int to, u16 generator) {
    if (w->move_count < kMoveCapacity - 1) [[likely]] {
      fill_move(from, to, generator, from, kOff, w->moves[w->move_count]);
      w->move_count += may;
    }
  }
  template <int WIDTH>
  [[gnu::always_inline]] inline void steps(const SiteSet&, const i16* to, const SiteSet& may, int from,
                                           u16 generator) {
    for (; *to >= 0; ++to) step_if(test(may, *to), from, *to, generator);
  }
  [[gnu::always_inline]] inline void bits(u32 word, const i16* to, int from, u16 generator) {
    for (; word != 0; word &= word - 1) step(from, to[__builtin_ctz(word)], generator);
  }
  template <class S>
  [[gnu::always_inline]] inline void slide(const S& kind, int from) {
    kind.list(w, from);
  }
};

// A bit for each of WIDTH lines whose first site is in `hurdles`, and its second one in `may`; these are the
// bits of the first and of the second half of a table. On boards of one word.
template <int WIDTH>
LUD_INLINE u32 open_lines(const u64* lines, const SiteSet& hurdles, const SiteSet& may) {
  u32 open = 0;
  const u64 no_hurdle = ~hurdles.w[0], no_end = ~may.w[0];
  _Pragma("GCC unroll 2") for (int k = 0; k < WIDTH; k += 4) {
    FourWords first, second;
    __builtin_memcpy(&first, lines + k, sizeof first);
    __builtin_memcpy(&second, lines + WIDTH + k, sizeof second);
    open |= highest_bits((FourWords)(((first & no_hurdle) | (second & no_end)) == 0)) << k;
  }
  return open;
}

// `kinds(from, use)` calls `use` for the kinds of moves from a site. `until`: the moves of the pieces before
// each, in the order of their sites, and of all.
template <class F>
LUD_INLINE u32 count_moves(const SiteSet& pieces, u16* until, F&& kinds) {
  CountMoves use;
  *until = 0;
  LUD_EACH_SITE (pieces, from) {
    kinds(from, use);
    *++until = (u16)(use.count < 65535 ? use.count : 65535);  // far more than are drawn from
  }
  return use.count;
}
template <class F>
LUD_INLINE bool any_move(const SiteSet& pieces, F&& kinds) {
  LUD_EACH_SITE (pieces, from) {
    AnyMove use;
    kinds(from, use);
    if (use.any) return true;
  }
  return false;
}
template <class F>
LUD_INLINE void take_move(const SiteSet& pieces, const u16* until, u32 k, F&& kinds, PackedMove& m) {
  // Without branches: the piece cannot be predicted.
  u32 before = 0;
  for (int piece = 1, all = population(pieces); piece < all; ++piece) before += until[piece] <= k;
  TakeMove use{k - until[before], m};
  kinds(nth(pieces, (int)before), use);
}
// The move between two sites, FROM << 12 | TO; false: there is none. `shoots`: the moves are those from one
// site, and have their end for both sites.
template <class F>
LUD_INLINE bool find_move(const SiteSet& pieces, bool shoots, F&& kinds, u32 sites, PackedMove& m) {
  const int to = (int)(sites & 4095), from = shoots ? first_of(pieces) : (int)(sites >> 12);
  if (to >= kBoard[kOwn] || !within(pieces, from) || (shoots && (int)(sites >> 12) != to)) return false;
  FindMove use{to, m};
  kinds(from, use);
  return use.found;
}
template <class F>
LUD_INLINE void list_moves_of(Workspace* w, const SiteSet& pieces, F&& kinds) {
  LUD_EACH_SITE (pieces, from) {
    ListMoves use{w};
    kinds(from, use);
  }
}

}  // namespace ludex::games::lud::runtime
