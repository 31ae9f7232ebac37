// The list of moves.
#pragma once

#include "games/lud/runtime/actions.hpp"

namespace ludex::games::lud::runtime {

// A move whose only iterators are (from) and (site).
LUD_INLINE void fill_move(int from, int to, u32 generator, int iterator_from, int site, PackedMove& m) {
  const u64 words[2] = {
      (u64)(u32)from | (u64)(u32)to << 16 | (u64)generator << 32 | (u64)(u16)iterator_from << 48,
      (u64)(u16)site | (u64)(u16)kUndefined << 16 | (u64)(u16)kOff << 32 | 0xFF00UL << 48};
  __builtin_memcpy(&m, words, sizeof m);
}
LUD_INLINE PackedMove& push(Workspace* w, u32 generator, int from, int to) {
  PackedMove& m = w->moves[w->move_count];
  if (w->move_count < kMoveCapacity - 1) [[likely]]
    ++w->move_count;
  m.from = (u16)(from < 0 ? (int)kNone : from), m.to = (u16)(to < 0 ? (int)kNone : to),
  m.generator = (u16)generator;
  return m;
}
// Appends a move that is made without iterators.
LUD_INLINE void push_plain(Workspace* w, u32 generator, int from, int to) {
  fill_move(from, to, generator, kOff, kOff, w->moves[w->move_count]);
  if (w->move_count < kMoveCapacity - 1) [[likely]]
    ++w->move_count;
}
// The same if `may`, without a branch, which would be hard to predict, at the end of a list that is kept in a
// register; returns the new end.
LUD_INLINE u32 plain_if(Workspace* w, u32 end, u32 generator, int from, int to, bool may) {
  fill_move(from, to, generator, kOff, kOff, w->moves[end]);
  return end + ((u32)may & (u32)(end < kMoveCapacity - 1));
}
LUD_INLINE void keep(PackedMove& m, const Iterators& it) {
  m.iterator_from = (i16)it.from, m.site = (i16)it.site, m.value = (i16)it.value, m.between = (i16)it.between;
  m.player = (i8)(kHasStacks ? it.level : it.player), m.test = (i8)(kDice != 0 ? it.dice : -1);
}
LUD_INLINE void push_if(Workspace* w, u32 generator, int from, int to, const Iterators& it, bool may) {
  PackedMove& m = w->moves[w->move_count];
  m.from = (u16)from, m.to = (u16)to, m.generator = (u16)generator;
  keep(m, it);
  w->move_count += (u32)may & (u32)(w->move_count < kMoveCapacity - 1);
}

// Appends the moves of a node that the interpreter evaluates.
LUD_COLD void push_interpreted(u32 generator, u32 node, const u32* thens, u32 then_count, u8* s,
                               const Iterators& it) {
  Workspace* w = it.workspace;
  const u64 found = w->host->moves(w->host, node, thens, then_count, s, &it);
  const u32 first = (u32)(found >> 32), count = (u32)found;
  for (u32 k = 0; k < count; ++k) {
    u16 sites[2];
    w->host->sites(w->host, first + k, sites);
    PackedMove& m = push(w, generator, 0, 0);
    m.from = sites[0], m.to = sites[1];
    const u32 at = first + k;
    __builtin_memcpy(&m.site, &at, 4);
    m.test = (i8)(kDice != 0 ? it.dice : -1);
  }
}

LUD_INLINE void fill_pass(u32 generator, i8 test, PackedMove& m) {
  m.from = kNoSite, m.to = 1, m.generator = (u16)generator, m.iterator_from = m.site = m.between = kOff;
  m.value = kUndefined, m.player = 0, m.test = test;
}
LUD_INLINE void pass(Workspace* w, u32 generator) {
  fill_pass(generator, -1, push(w, 0, 0, 0));
}

// Whether moves of the list share their sites; those that use other dice are known to differ. `drop`: equal
// moves do not count, and only the first of them stays.
enum Shared : u32 { kNoneShared, kDiffer, kUnknown };
LUD_FUNCTION Shared share(Workspace* w, bool drop) {
  if (kDistinct) return kNoneShared;
  // A bit for the sites of each move so far: exact on small boards.
  constexpr bool kSmall = kSites <= 64;
  constexpr u32 kRows = kSmall ? kSites + 1 : 64;
  u64 seen[kRows];
  __builtin_memset(seen, 0, sizeof seen);
  u32 kept = 0;
  Shared found = kNoneShared;
  for (u32 k = 0; k < w->move_count; ++k) {
    const u32 from = w->moves[k].from, to = w->moves[k].to, pair = from << 12 | to;
    const u32 bit = (pair * 2654435761U) >> 20;
    u64& row = seen[!kSmall ? bit >> 6 : from < kRows ? from : kRows - 1];
    const u64 mask = 1UL << ((kSmall ? to : bit) & 63);
    bool again = false;
    if ((row & mask) != 0) [[unlikely]] {
      for (u32 q = 0; q < kept; ++q) {
        if (((u32)w->moves[q].from << 12 | w->moves[q].to) != pair) continue;
        if (!drop || (kDice != 0 && w->moves[q].test != w->moves[k].test)) {
          found = kDiffer;
          continue;
        }
        if (w->moves[q].generator != w->moves[k].generator && is_fixed(w->moves[q].generator) &&
            is_fixed(w->moves[k].generator)) {
          found = kDiffer;
          continue;
        }
        if (w->moves[k].generator == kInterpreted ||
            __builtin_memcmp(w->moves + q, w->moves + k, sizeof(PackedMove)) != 0)
          return kUnknown;
        again = true;
      }
    }
    row |= mask;
    if (!again) {
      if (kept != k) w->moves[kept] = w->moves[k];
      ++kept;
    }
  }
  w->move_count = kept;
  return found;
}

// Keeps the first move from `first` on that passes a test, and no other; false: none passes.
template <class F>
LUD_INLINE bool keeps_one(Workspace* w, u32 first, F&& passes) {
  for (u32 k = first, end = w->move_count; k < end; ++k) {
    const PackedMove m = w->moves[k];
    if (!passes(m)) continue;
    w->moves[first] = m;
    w->move_count = first + 1;
    return true;
  }
  w->move_count = first;
  return false;
}

}  // namespace ludex::games::lud::runtime
