// Stacks of pieces: all pieces of all stacks in one array, site by site, each stack from its bottom up. The
// contents of the sites are those of the tops.
#pragma once

#include "games/lud/runtime/places.hpp"

namespace ludex::games::lud::runtime {

LUD_INLINE Level* levels(u8* s) {
  return reinterpret_cast<Level*>(s + kLevelsAt);
}
LUD_INLINE u16* starts(u8* s) {
  return reinterpret_cast<u16*>(s + kStartsAt);
}
LUD_INLINE void shift_starts(u8* s, int i, int by) {
  u16* const first = starts(s);
  for (int k = i + 1; k <= kSites + 1; ++k) first[k] = (u16)(first[k] + by);
  more(s).levels = (u16)(more(s).levels + by);
}
LUD_INLINE LeftLevel& left_level(u8* s, int i, int level, LeftLevel& none) {
  LeftLevel* const all = reinterpret_cast<LeftLevel*>(s + kLeftLevelsAt);
  return level < kLeftLevels ? all[i * kLeftLevels + level] : none;
}

// Changes a stack, then shows its new top.
template <bool Hashes, class F>
LUD_INLINE void restack(u8* s, int type, int at, F&& change) {
  const int here = at >= kFirstHand || kBase[type] < 0 ? kOwn : type;
  if ((u32)at >= (u32)kSize[here]) return;
  const int i = kSlots == 1 ? at : at + kBase[here];
  if (Hashes) head(s).cells ^= key_of_stack(s, i);
  change(i);
  if (Hashes) head(s).cells ^= key_of_stack(s, i);
  const Level top = level_of(s, i, kOff);
  show(s, here, at, i, top.what, 1, top.state, top.rotation, top.value);
}
template <bool Hashes>
LUD_FUNCTION void insert_level(u8* s, int type, int at, int level, const Level& piece) {
  restack<Hashes>(s, type, at, [&](int i) {
    const int count = more(s).levels, size = height_of(s, i);
    if (count >= kMostLevels) return;
    const int place = starts(s)[i] + (level < 0 || level > size ? size : level);
    Level* const all = levels(s);
    __builtin_memmove(all + place + 1, all + place, sizeof(Level) * (u64)(count - place));
    all[place] = piece;
    shift_starts(s, i, 1);
  });
}
// `moves`: the piece goes to another site.
template <bool Hashes>
LUD_FUNCTION void erase_level(u8* s, int type, int at, int level, bool moves) {
  restack<Hashes>(s, type, at, [&](int i) {
    const int size = height_of(s, i);
    const bool named = level >= 0;
    const int taken = named ? level : size - 1;
    if (size == 0 || taken >= size) return;
    Level* const all = levels(s);
    const int place = starts(s)[i] + taken;
    if (kHasLeftLevels) {
      // By its level a piece leaves the uppermost one as it was, but for the last that is removed.
      const Level old = all[starts(s)[i] + size - 1];
      const bool leaves = named && (moves || size > 1);
      LeftLevel none;
      left_level(s, i, size - 1, none) = leaves ? LeftLevel{old.state, old.rotation, old.value} : LeftLevel{};
    }
    __builtin_memmove(all + place, all + place + 1, sizeof(Level) * (u64)(more(s).levels - place - 1));
    shift_starts(s, i, -1);
  });
}
template <bool Hashes>
LUD_FUNCTION void change_level(u8* s, int type, int at, int level, const Level& piece) {
  restack<Hashes>(s, type, at, [&](int i) {
    const int size = height_of(s, i), changed = level < 0 ? size - 1 : level;
    if (changed < size && size > 0) levels(s)[starts(s)[i] + changed] = piece;
  });
}
template <bool Hashes>
LUD_INLINE void set_top(u8* s, int type, int at, const Level& piece) {
  if (piece.what == 0)
    erase_level<Hashes>(s, type, at, kOff, false);
  else if (height_of(s, site_index(type, at)) == 0)
    insert_level<Hashes>(s, type, at, kOff, piece);
  else
    change_level<Hashes>(s, type, at, kOff, piece);
}
// Moves `count` pieces of a stack, the lowest of them at `level`, onto another; -1: its top alone.
template <bool Hashes>
LUD_FUNCTION void move_levels(u8* s, int type, int from, int to_type, int to, int level, int count,
                              int state) {
  if (to < 0 || from < 0) return;
  const int i = site_index(type, from), j = site_index(to_type, to);
  const int low = level < 0 ? height_of(s, i) - 1 : level;
  for (int k = 0; k < count && low >= 0 && low < height_of(s, i); ++k) {
    Level piece = level_of(s, i, low);
    keep_places(s, piece.what, from, to);
    erase_level<Hashes>(s, type, from, count == 1 ? level : low, true);
    // A piece that is moved by its site alone takes the state and value that its new level had before.
    if (kHasLeftLevels && count == 1 && level < 0) {
      LeftLevel none;
      const LeftLevel before = left_level(s, j, height_of(s, j), none);
      piece.state = before.state, piece.value = before.value;
    }
    if (state >= 0) piece.state = (u8)state;
    insert_level<Hashes>(s, to_type, to, kOff, piece);
    if (from == to && type == to_type) return;
  }
}
// The part of a stack that moves: its lowest level (-1: the top), and how many pieces. `said`: the number
// that the rules say; -1: none.
struct StackPart {
  int level, count;
};
LUD_INLINE StackPart part_of_stack(int size, int level, bool whole, int said) {
  if (said >= 0) return {size - (said < size ? said : size), said < size ? said : size};
  return whole ? StackPart{0, size} : StackPart{level < 0 ? (int)kOff : level, 1};
}
// The pieces of a player in all stacks, or in those of a region; of kinds that a table names, if there is
// one. `who` -1: of everybody.
LUD_INLINE int count_in(const u8* s, int first, int last, int who, const u8* named) {
  const Level* const all = reinterpret_cast<const Level*>(s + kLevelsAt);
  int sum = 0;
  for (int k = first; k < last; ++k)
    sum += (who < 0 || owner_of(all[k].what) == who) && (named == nullptr || named[all[k].what] != 0);
  return sum;
}
LUD_FUNCTION int count_levels(u8* s, int who, const u8* named, const SiteSet* in) {
  const u16* const first = starts(s) + index<kOwn>(0);
  if (in == nullptr) return count_in(s, first[0], first[kSize[kOwn]], who, named);
  int sum = 0;
  LUD_EACH_SITE (*in, at) {
    if (at >= kSize[kOwn]) break;
    sum += count_in(s, first[at], first[at + 1], who, named);
  }
  return sum;
}
template <int T>
LUD_FUNCTION SiteSet sites_with_level_of(u8* s, int who) {
  SiteSet r = none();
  for (int at = 0; at < kSize[T]; ++at) {
    const u16* const first = starts(s) + index<T>(at);
    if (count_in(s, first[0], first[1], who, nullptr) != 0) r = with(r, at);
  }
  return r;
}
LUD_INLINE int size_of_stacks(const u8* s, int base, const SiteSet& in) {
  int sum = 0;
  LUD_EACH_SITE (in, at) sum += height_of(s, base + at);
  return sum;
}
template <bool Hashes>
LUD_FUNCTION void add_levels(u8* s, int type, int at, int level, int count, const Level& piece) {
  keep_places(s, piece.what, kOff, at);
  for (int k = 0; k < count; ++k) insert_level<Hashes>(s, type, at, level, piece);
}
template <bool Hashes>
LUD_FUNCTION void remove_levels(u8* s, int type, int at, int level, int count) {
  for (int k = 0; k < count; ++k) {
    keep_places(s, level_of(s, site_index(type, at), level).what, at, kOff);
    erase_level<Hashes>(s, type, at, level, false);
  }
  if (kHasToClear) words(s + kToClearAt)[at >> 6] &= ~(1UL << (at & 63));
}

}  // namespace ludex::games::lud::runtime
