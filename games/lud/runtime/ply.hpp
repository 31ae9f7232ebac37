// A ply from its list to the next mover.
#pragma once

#include "games/lud/runtime/changes.hpp"
#include "games/lud/runtime/dice.hpp"
#include "games/lud/runtime/ranks.hpp"
#include "games/lud/runtime/slides.hpp"
#include "games/lud/runtime/track.hpp"
#include "games/lud/runtime/turns.hpp"

namespace ludex::games::lud::runtime {

// Begins a ply, after its effects were found and before they are made.
LUD_INLINE void begin_ply(u8* s, const PackedMove& m, PlyKind mode, bool forced = false) {
  Head& h = head(s);
  if (mode == kOfGame) {
    const bool passes = m.from == kNoSite && m.to == 1;
    start_ply(h, fields(s).pending, passes, forced);
    if (kOthersGoOn) more(s).out = 0;
  }
  if (mode != kOfNone) ++h.plies;
}
// `low`: the lowest level of the pieces moved from a stack.
LUD_INLINE void moved(u8* s, const PackedMove& m, int type, int low = 0) {
  Head& h = head(s);
  const int from = m.from >= kNone ? (int)kOff : m.from,
            to = m.from == kNoSite || m.to >= kNone ? (int)kOff : m.to;
  h.last_from = (i16)from, h.last_to = (i16)to, h.last_type = (i8)type;
  if (kUsesLastTouched) rest(s).touched = rest(s).last_touched = (i16)to;
  if (kHasStacks) {
    more(s).level_from = more(s).level_to = (u8)low;
    if (from != to && to >= 0) {
      const int size = height_of(s, site_index(type, to));
      more(s).level_to = (i16)(size > 0 ? size - 1 : 0);
    }
  }
  if (kHasVisited && from >= 0) {
    words(s + kVisitedAt)[from >> 6] |= 1UL << (from & 63);
    if (to >= 0) words(s + kVisitedAt)[to >> 6] |= 1UL << (to & 63);
  }
}
LUD_COLD void make_interpreted(u8* s, const PackedMove& m, const Iterators& base, PlyKind mode) {
  u32 which;
  __builtin_memcpy(&which, &m.site, 4);
  begin_ply(s, m, mode);
  base.workspace->host->make(base.workspace->host, which, s, &base);
}
LUD_FUNCTION bool has_moves(u8* s, const Iterators& it, int player) {
  Workspace* const w = it.workspace;
  const AsMover as(s, player);
  head(s).prev = as.mover, head(s).next = (i8)(player % kPlayers + 1);
  const u32 begin = w->move_count;
  Iterators asked = it;
  // The whole list may be that of the next ply of a playout, if this is no look ahead and no loop's.
  const bool keeps = kKeepsList && begin == 0 && w->copy_count == 0 && player == as.next && it.from == kOff &&
                     it.to == kOff && it.site == kOff && it.between == kOff && it.player == 0;
  asked.existence_only = !keeps;
  asked.tries_later = keeps && kTriesLater;
  if (adds_anywhere(phase_of(s, player)) != 0) {
    const SiteSet free = empty_sites<kOwn>(s);
    return population(free) != 0;
  }
  if (kDraws && is_drawn(phase_of(s, player))) {
    PackedMove unused;
    if (const u32 found = draw<Ways::kAny>(s, w, nullptr, unused, 0); found != kNotDrawn) return found != 0;
  }
  moves_of(s, asked, player);
  bool any = w->move_count > begin;
  if (kTriesLater && keeps) {
    any = false;
    for (u32 k = 0; k < w->move_count && !any; ++k) any = stands(s, w, w->moves[k]);
  }
  // They stay, and what is listed until the end of the ply stands behind them.
  if (keeps)
    w->kept = w->move_count;
  else
    w->move_count = begin;
  return any;
}
// The hash of the position after a move, which is made without the end of its ply.
LUD_INLINE u64 hash_after(u8* s, Workspace* w, const Iterators& it, const PackedMove& m) {
  const u32 moves = w->move_count;
  if (w->copy_count >= kCopies) [[unlikely]]
    __builtin_trap();
  u8* const copy = w->copies[w->copy_count++];
  __builtin_memcpy(copy, s, used_bytes(s, false));
  head(copy).history = 0;
  exec<!kHashesAfter>(copy, it, m, kOfNone);
  if (kHashesAfter) hash_changes(s, copy);
  w->move_count = moves;
  --w->copy_count;
  return position_hash(copy);
}
// True if one of so many numbers is a key. Four at a time: histories are long.
LUD_INLINE bool is_among(const u64* numbers, u32 count, u64 key) {
  typedef u64 Four __attribute__((vector_size(32)));
  const Four wanted = key - Four{};
  Four seen{};
  u32 k = 0;
  for (; k + 4 <= count; k += 4) {
    Four there;
    __builtin_memcpy(&there, numbers + k, 32);
    seen |= (Four)(there == wanted);
  }
  u64 any = seen[0] | seen[1] | seen[2] | seen[3];
  for (; k < count; ++k) any |= numbers[k] == key;
  return any != 0;
}
// The hashes of the history, and some of their bits, by which most others are seen not to be among them.
class Remembered {
 public:
  explicit Remembered(u8* s) : first_(words(s + kHistoryAt)), count_(head(s).history) {
    __builtin_memset(some_, 0, sizeof some_);
    for (u32 k = 0; k < count_; ++k) some_[first_[k] >> 6 & 255] |= 1UL << (first_[k] & 63);
  }
  bool has(u64 key) const {
    if ((some_[key >> 6 & 255] >> (key & 63) & 1) == 0) return false;
    return is_among(first_, count_, key);
  }

 private:
  const u64* first_;
  u32 count_;
  u64 some_[256];
};
LUD_INLINE u64 repetition_key(u8* s, Workspace* w, const PackedMove& m) {
  return hash_after(s, w, fresh(w), m) ^ (kNoRepeat == 1 ? mix64((u64)head(s).mover) : 0);
}
LUD_FUNCTION bool repeats(u8* s, Workspace* w, const PackedMove& m) {
  if (m.from == kNoSite) return false;
  return is_among(words(s + kHistoryAt), head(s).history, repetition_key(s, w, m));
}
// Draws moves until one passes the test that it waits for, and leads to no position that is forbidden; the
// others leave the list. `take` makes the move of a number. If none passes, the mover must pass.
template <class F>
LUD_INLINE void draw_tested(u8* s, Workspace* w, Rng* rng, u32 count, PackedMove& m, F&& take) {
  w->move_count = 0;
  for (Remaining left(count); left.size() != 0;) {
    const u32 k = rng->below(left.size());
    take(left[k]);
    if (stands(s, w, m) && !(kNoRepeat >= 0 && repeats(s, w, m))) return;
    left.remove(k);
  }
  fill_pass(kForcedPass, -1, m);
}
LUD_FUNCTION void forbid_repetition(u8* s, Workspace* w) {
  const Remembered history(s);
  u32 kept = 0;
  const u32 end = w->move_count;
  for (u32 k = 0; k < end; ++k) {
    const PackedMove m = w->moves[k];
    if (m.from == kNoSite || !history.has(repetition_key(s, w, m))) w->moves[kept++] = m;
  }
  w->move_count = kept;
}
// Keeps the moves from `first` on that lead to no remembered position; `one`: the first of them is enough.
LUD_FUNCTION void keep_new(u8* s, Workspace* w, const Iterators& it, u32 first, bool one) {
  const Remembered history(s);
  u32 kept = first;
  const u32 end = w->move_count;
  for (u32 k = first; k < end && !(one && kept != first); ++k) {
    const PackedMove m = w->moves[k];
    if (!history.has(hash_after(s, w, it, m))) w->moves[kept++] = m;
  }
  w->move_count = kept;
}
LUD_FUNCTION void special(Workspace* w, u32 generator, u16 kind) {
  pass(w, generator);
  w->moves[w->move_count - 1].to = kind;
}
// The list of the mover's moves. True if it is known that no two of them share their sites.
LUD_FUNCTION bool list_moves(u8* s, Workspace* w, bool later, int duplicates) {
  Head& h = head(s);
  w->move_count = w->action_count = w->copy_count = 0;
  if (kAsksHost) w->host->reset(w->host);
  if (h.status != 0) return true;
  const int phase = phase_of(s, h.mover);
  Iterators it = fresh(w);
  it.tries_later = later;
  PackedMove unused;
  w->duplicates = duplicates;
  const bool drawn = kDraws && !(kDrawsOnce && duplicates != 0) && is_drawn(phase) &&
                     draw<Ways::kList>(s, w, nullptr, unused, 0) != kNotDrawn;
  if (!drawn) moves_of(s, it, h.mover);
  if (kNoRepeat >= 0 && !later) forbid_repetition(s, w);
  if (kSwapRule && (int)h.plies == kPlayers - 1) special(w, kSwapSeats, 2);
  if (w->move_count == 0) special(w, kForcedPass, 1);
  if (w->move_count > kMaxMoves) w->move_count = kMaxMoves;
  return drawn || adds_anywhere(phase) != 0;
}
// Ends a ply after which the game goes on by its end rules.
LUD_INLINE void go_on(u8* s, Workspace* w) {
  Head& h = head(s);
  const Iterators base = fresh(w);
  const bool turn_ends = h.next != h.mover;
  if (kKeepsList < 2 && !turn_ends) w->kept = 0;
  if (is_too_long(h, kPlayers)) {
    draw_all(s, w);
    return;
  }
  if (kPhases > 1) next_phases(s, base);
  if (kCycle != 0) {
    u64* const kept = words(s + kHistoryAt);
    if ((int)h.history == kCycle) {
      --h.history;
      for (u32 k = 0; k < h.history; ++k) kept[k] = kept[k + 1];
    }
    u64 key = position_hash(s) ^ mix64((u64)(u32)rest(s).variable + 5);
    for (int q = 1; q <= kPlayers; ++q) key ^= mix64((u64)q << 32 ^ (u64)phase_of(s, q));
    kept[h.history++] = key;
  }
  // Whoever is out is passed over, unless he moves again.
  if (kOthersGoOn && turn_ends && !is_active(s, h.next)) h.next = (i8)active_after(s, h.next);
  pass_the_turn(h, fields(s).rest, kPlayers);
  if (kOthersGoOn) h.next = (i8)active_after(s, h.mover);
  if (turn_ends && kHasVisited) __builtin_memset(s + kVisitedAt, 0, 8 * kWords);
  if (kDice != 0) more(s).rolling = (u8)(asks_for_roll(s, base, phase_of(s, h.mover)) ? kToRoll : kNoRoll);
}
LUD_FUNCTION void end_ply(u8* s, Workspace* w) {
  Head& h = head(s);
  const Iterators base = fresh(w);
  if (kNoRepeat >= 0 && (int)h.history < kHistorySize) {
    u64 key = position_hash(s);
    if (kNoRepeat == 1) key ^= mix64((u64)h.mover);
    words(s + kHistoryAt)[h.history++] = key;
  }
  if (ends(s, base, phase_of(s, h.mover))) return;
  go_on(s, w);
}
// Makes a move up to the end of its ply.
template <bool Hashes>
LUD_INLINE void make(u8* s, Workspace* w, const PackedMove& m, u32 moves) {
  Head& h = head(s);
  exec<Hashes>(s, fresh(w), m, kOfGame);
  w->move_count = moves;
  if (kTracks && w->tracked && m.from != kNoSite) {
    const int piece = what<kOwn>(s, m.to);
    track(w, piece, owned<kOwn>(s, kOwner[piece]), m.to);
  }
  if (kHasToClear && h.next != h.mover) {
    const SiteSet gone = load(s + kToClearAt);
    LUD_EACH_SITE (gone, at) do {
        set_cell<Hashes>(s, kOwn, at, 0, 0, 0, 0, 0);
      } while (kHasStacks && has_piece_at<kOwn>(s, at));
    __builtin_memset(s + kToClearAt, 0, 8 * kWords);
  }
}
template <bool Hashes>
LUD_INLINE void ply(u8* s, Workspace* w, const PackedMove& m, u32 moves) {
  if constexpr (Hashes && kHashesAfter) {
    alignas(16) u8 before[kBytes];
    __builtin_memcpy(before, s, kBytes);
    make<false>(s, w, m, moves);
    hash_changes(before, s);
  } else {
    make<Hashes>(s, w, m, moves);
  }
  end_ply(s, w);
}
template <bool Hashes>
LUD_INLINE void play(u8* s, Workspace* w, const PackedMove& m) {
  w->action_count = w->copy_count = w->kept = 0;
  ply<Hashes>(s, w, m, 0);
}
// The number of plies for which the mover can continue from a move of the list.
LUD_FUNCTION u32 chain(u8* s, Workspace* w, const PackedMove m) {
  const u32 moves = w->move_count, actions = w->action_count;
  u8* const copy = copy_state(w, s);
  ply<false>(copy, w, m, moves);
  u32 best = 0;
  const bool rolls = kDice != 0 && more(copy).rolling == kToRoll;
  if (head(copy).status == 0 && head(copy).mover == head(s).mover && !rolls) {
    Iterators it = fresh(w);
    it.tries_later = 2;
    moves_of(copy, it, head(copy).mover);
    if (w->move_count == moves) special(w, kForcedPass, 1);
    for (u32 k = moves, end = w->move_count; k < end; ++k) {
      const u32 length = chain(copy, w, w->moves[k]);
      best = length > best ? length : best;
    }
  }
  --w->copy_count;
  w->move_count = moves, w->action_count = actions;
  return 1 + best;
}
LUD_FUNCTION void keep_longest(u8* s, Workspace* w, u32 first) {
  const u32 end = w->move_count;
  if (end <= first + 1) return;
  u32 best = 0, kept = first;
  for (u32 k = first; k < end; ++k) {
    const PackedMove m = w->moves[k];
    const u32 length = chain(s, w, m);
    if (length > best) best = length, kept = first;
    if (length == best) w->moves[kept++] = m;
  }
  w->move_count = kept;
}
LUD_INLINE PackedMove add_at(int generator, int at) {
  PackedMove m;
  m.from = m.to = (u16)at, m.generator = (u16)generator, m.iterator_from = m.between = kOff, m.site = (i16)at,
  m.value = kUndefined;
  m.player = 0, m.test = -1;
  return m;
}

}  // namespace ludex::games::lud::runtime
