// Groups, lines and loops of pieces.
#pragma once

#include "games/lud/runtime/ludemes.hpp"

namespace ludex::games::lud::runtime {

// A line of sites: where it begins in a table of sites, its length, and its direction.
struct Ray {
  u16 first;
  i16 size;
  i16 direction;
};
// The site on which a loop ends: the first of `ends` from its shortest length on, `direction`, as long as the
// sites before it are passed; kOff: there is none.
LUD_INLINE int end_of_loop(const Ray& loop, const i16* pool, const SiteSet& passed, const SiteSet& ends) {
  const i16* const on = pool + loop.first;
  for (int k = 0; k < loop.size; ++k) {
    if (k >= loop.direction && test(ends, on[k])) return on[k];
    if (!test(passed, on[k])) break;
  }
  return kOff;
}
// The same for tables with a set of the sites before each site.
struct HopLine {
  u16 first, size;
};
template <class F>
LUD_INLINE SiteSet flood(int start, const i16* steps, int width, F&& belongs) {
  SiteSet group = none();
  i16 stack[kSites + 1];
  int size = 0;
  stack[size++] = (i16)start;
  set(group, start);
  while (size != 0) {
    const i16* p = steps + stack[--size] * width;
    for (; *p >= 0; ++p) {
      const int to = *p;
      if (test(group, to) || !belongs(to)) continue;
      set(group, to);
      stack[size++] = (i16)to;
    }
  }
  return group;
}
LUD_INLINE SiteSet grown(const SiteSet& r, const i16* steps, int width) {
  SiteSet out = r;
  LUD_EACH_SITE (r, at) {
    if (at < kBoard[kOwn])
      for (const i16* p = steps + at * width; *p >= 0; ++p) set(out, *p);
  }
  return out;
}
LUD_FUNCTION int liberties(u8* s, int at, const i16* steps, int width) {
  if (at < 0 || at >= kBoard[kOwn]) return 0;
  const Alike alike(s, what<kOwn>(s, at)), empty(s, 0);
  const SiteSet group = flood(at, steps, width, [&](int next) { return alike.has(next); });
  SiteSet free = none();
  LUD_EACH_SITE (group, member)
    for (const i16* p = steps + member * width; *p >= 0; ++p)
      if (empty.has(*p) && !test(group, *p)) set(free, *p);
  return population(free);
}
// True if the group there has a liberty.
LUD_FUNCTION bool has_liberty(u8* s, int at, const i16* steps, int width) {
  if (at < 0 || at >= kBoard[kOwn]) return false;
  const int piece = what<kOwn>(s, at);
  SiteSet group = none();
  i16 stack[kSites + 1];
  int size = 0;
  stack[size++] = (i16)at;
  set(group, at);
  while (size != 0) {
    for (const i16* p = steps + stack[--size] * width; *p >= 0; ++p) {
      const int there = what<kOwn>(s, *p);
      if (test(group, *p)) continue;
      if (there == 0 && piece != 0) return true;
      if (there != piece) continue;
      set(group, *p);
      stack[size++] = *p;
    }
  }
  return false;
}
// True if a site next to this one is empty.
LUD_INLINE bool has_open_step(const u8* s, int at, const i16* steps, int width) {
  if (at >= kBoard[kOwn]) return false;
  const Alike empty(s, 0);
  for (const i16* p = steps + at * width; *p >= 0; ++p)
    if (empty.has(*p)) return true;
  return false;
}
LUD_FUNCTION inline int group_size(u8* s, int at, const i16* steps, int width) {
  if (at < 0 || at >= kBoard[kOwn]) return 0;
  const Alike alike(s, what<kOwn>(s, at));
  return population(flood(at, steps, width, [&](int next) { return alike.has(next); }));
}
// True if the targets connected with `start` have at most `exceptions` empty neighbours.
template <class F>
LUD_INLINE bool enclosed(u8* s, int start, const i16* steps, int width, int exceptions, SiteSet& group,
                         F&& is_target) {
  group = none();
  SiteSet free = none();
  // An empty neighbour of a target that is no empty site never becomes a target, so the count may stop early.
  const Alike empty(s, 0);
  const bool solid = !empty.has(start);
  int count = 0;
  i16 stack[kSites + 1];
  int size = 0;
  stack[size++] = (i16)start;
  set(group, start);
  while (size != 0) {
    for (const i16* p = steps + stack[--size] * width; *p >= 0; ++p) {
      if (solid && exceptions == 0) {
        if (empty.has(*p)) return false;
      } else if (empty.has(*p) && !test(free, *p)) {
        set(free, *p);
        if (solid && ++count > exceptions) return false;
      }
      if (test(group, *p) || !is_target(*p)) continue;
      set(group, *p);
      stack[size++] = *p;
    }
  }
  return population(minus(free, group)) <= exceptions;
}
template <class F>
LUD_INLINE bool connected(u8* s, int at, int owner, const i16* steps, int width, F&& enough) {
  if (at < 0 || at >= kBoard[kOwn]) return false;
  const int his = who<kOwn>(s, at);
  if (owner >= 0 && his != owner) return false;
  const SiteSet all = owned<kOwn>(s, his);
  if (!enough(with(all, at))) return false;
  return enough(flood(at, steps, width, [&](int next) { return test(all, next); }));
}
template <int LENGTH, bool EXACT>
LUD_INLINE bool line(const u8* s, int at, const u16* index_of, const Ray* list, const i16* pool) {
  if (at < 0 || at >= kBoard[kOwn]) return false;
  const int piece = what<kOwn>(s, at);
  if (piece == 0) return false;
  const Alike alike(s, piece);
  for (u32 k = index_of[at]; k < index_of[at + 1]; ++k) {
    const Ray &a = list[2 * k], &b = list[2 * k + 1];
    int ahead = 0, behind = 0;
    while (ahead < a.size && alike.has(pool[a.first + ahead])) ++ahead;
    while (behind < b.size && alike.has(pool[b.first + behind])) ++behind;
    const int total = 1 + ahead + behind;
    if (EXACT ? total == LENGTH : total >= LENGTH) return true;
  }
  return false;
}
LUD_FUNCTION inline bool is_loop(u8* s, const SiteSet* near, const SiteSet& border) {
  const int at = head(s).last_to;
  if (at < 0 || at >= kBoard[kOwn]) return false;
  const SiteSet own = board_only<kOwn>(owned<kOwn>(s, who<kOwn>(s, at)));
  if (population(near[at] & own) < 2) return false;
  // Looks for neighbours of the piece from which the border cannot be reached.
  SiteSet beside = minus(near[at], own);
  for (int start = first_of(beside); start >= 0; start = first_of(beside)) {
    SiteSet group = none();
    set(group, start);
    SiteSet rest = group;
    bool outside = overlap(group, border);
    while (!outside) {
      const int each = first_of(rest);
      if (each < 0) return true;
      reset(rest, each);
      const SiteSet found = minus(minus(near[each], own), group);
      outside = overlap(found, border);
      group = group | found;
      rest = rest | found;
    }
    beside = minus(beside, group);
  }
  const auto filled = [&](int site) {
    return !test(border, site) && test(own, site) && same(near[site] & own, near[site]);
  };
  if (filled(at)) return true;
  const SiteSet friends = near[at] & own;
  LUD_EACH_SITE (friends, each)
    if (filled(each)) return true;
  return false;
}
// The members of a set that are connected with one of them. `near`: by site its neighbours.
LUD_INLINE SiteSet group_within(const SiteSet& members, int start, const SiteSet* near) {
  SiteSet group = none();
  set(group, start);
  SiteSet rest = group;
  for (int at = start; at >= 0; at = first_of(rest)) {
    reset(rest, at);
    const SiteSet found = minus(near[at] & members, group);
    group = group | found;
    rest = rest | found;
  }
  return group;
}
LUD_FUNCTION inline int count_groups(SiteSet rest, const SiteSet* near, int least) {
  int groups = 0;
  for (int start = first_of(rest); start >= 0; start = first_of(rest)) {
    const SiteSet group = group_within(rest, start, near);
    rest = minus(rest, group);
    if (least <= 1 || population(group) >= least) ++groups;
  }
  return groups;
}
LUD_INLINE bool is_one_group(const SiteSet& members, const SiteSet* near) {
  const int start = first_of(members);
  return start >= 0 && same(group_within(members, start, near), members);
}
// True if a row through a site is all of a set of pieces. A list has so many rows of each site, some of them
// again, in whole vectors; EXACT: and after them the same rows with the sites at their ends, which are not of
// the set.
template <bool EXACT, int ROWS>
LUD_INLINE bool row_of_set(const SiteSet& own, int at, const SiteSet* list) {
  static_assert(kWords <= 2 && ROWS * kWords % 4 == 0);
  const FourWords mine = {own.w[0], own.w[kWords - 1], own.w[0], own.w[kWords - 1]};
  const SiteSet* const rows = list + (EXACT ? 2 : 1) * ROWS * at;
  FourWords any{};
  _Pragma("GCC unroll 4") for (int k = 0; k < ROWS; k += 4 / kWords) {
    FourWords row, wider{};
    __builtin_memcpy(&row, rows + k, 32);
    if (EXACT) __builtin_memcpy(&wider, rows + ROWS + k, 32);
    const FourWords left = EXACT ? (mine & wider) ^ row : row & ~mine;
    FourWords found = (FourWords)(left == 0);
    if (kWords == 2) found &= FourWords{found[1], found[0], found[3], found[2]};
    any |= found;
  }
  return has_bits(any);
}
template <bool EXACT, int ROWS>
LUD_INLINE bool line_of_sets(u8* s, int at, const SiteSet* list) {
  if (at < 0 || at >= kBoard[kOwn]) return false;
  const int piece = what<kOwn>(s, at);
  return piece != 0 && row_of_set<EXACT, ROWS>(owned<kOwn>(s, kOwner[piece]), at, list);
}

// The sites of the lines from a site, as far as `farthest`, to the first where stops(it) holds, which counts
// if includes(it) does.
template <class Stops, class Includes>
LUD_INLINE SiteSet along_lines(const u32* index, const Ray* rays, const i16* pool, int at, bool self,
                               int farthest, Iterators it, Stops&& stops, Includes&& includes) {
  SiteSet out = none();
  if (at < 0 || at >= kBoard[kOwn]) return out;
  if (self) set(out, at);
  for (u32 r = index[at]; r < index[at + 1]; ++r) {
    for (int k = 0; k < rays[r].size && k < farthest; ++k) {
      it.to = pool[rays[r].first + k];
      if (stops(it)) {
        if (includes(it)) set(out, it.to);
        break;
      }
      set(out, it.to);
    }
  }
  return out;
}
// KIND 0: the empty sites in sight of one; 1: the farthest of each line; 2: the pieces.
template <int KIND>
LUD_INLINE SiteSet line_of_sight(const u8* s, const u32* index, const Ray* rays, const i16* pool, int at) {
  SiteSet out = none();
  if (at < 0 || at >= kBoard[kOwn]) return out;
  for (u32 r = index[at]; r < index[at + 1]; ++r) {
    const i16* const on = pool + rays[r].first;
    int k = 0;
    for (; k < rays[r].size && !has_piece_at<kOwn>(s, on[k]); ++k)
      if (KIND == 0) set(out, on[k]);
    if (KIND == 1 && k > 0) set(out, on[k - 1]);
    if (KIND == 2 && k < rays[r].size) set(out, on[k]);
  }
  return out;
}

}  // namespace ludex::games::lud::runtime
