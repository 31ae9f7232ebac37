// Actions, as the interpreter makes them, and the list of them. Hashes: the hash of the position is kept.
#pragma once

#include "games/lud/runtime/hooks.hpp"
#include "games/lud/runtime/ludemes.hpp"
#include "games/lud/runtime/stacks.hpp"
#include "games/lud/runtime/workspace.hpp"

namespace ludex::games::lud::runtime {

template <bool Hashes>
LUD_CHANGE void move_piece(u8* s, int type, int from, int to_type, int to, int new_state) {
  if constexpr (kHasStacks) return move_levels<Hashes>(s, type, from, to_type, to, kOff, 1, new_state);
  const int i = site_index(type, from);
  const int piece = what_of(s, i);
  if (piece == 0 || to < 0) return;
  const int st = new_state >= 0 ? new_state : state_of(s, i), rot = rotation_of(s, i), val = value_of(s, i);
  if (kHasCount && count_of(s, i) > 1)
    set_count<Hashes>(s, type, from, count_of(s, i) - 1);
  else
    set_cell<Hashes>(s, type, from, 0, 0, 0, 0, 0);
  const int j = site_index(to_type, to);
  const bool adds = kHasCount && what_of(s, j) == piece;
  if (kPlacedTracks != 0) {
    if (!adds) keep_places(s, what_of(s, j), to, kOff);
    keep_places(s, piece, from, to);
  }
  set_cell<Hashes>(s, to_type, to, piece, adds ? count_of(s, j) + 1 : 1, st, rot, val);
}
template <bool Hashes>
LUD_CHANGE void add_piece(u8* s, int type, int at, int piece, int n, int state, int value) {
  if (n <= 0) return;
  if constexpr (kHasStacks)
    return add_levels<Hashes>(s, type, at, kOff, n, Level{(u8)piece, (u8)state, 0, 0, (i16)value});
  keep_places(s, piece, kOff, at);
  const int i = site_index(type, at);
  if (!has_piece(s, i))
    set_cell<Hashes>(s, type, at, piece, n, state, 0, value, Before::kEmpty);
  else
    set_cell<Hashes>(s, type, at, what_of(s, i), count_of(s, i) + n, state != 0 ? state : state_of(s, i),
                     rotation_of(s, i), value != 0 ? value : value_of(s, i), Before::kSame);
}
template <bool Hashes>
LUD_CHANGE void remove_piece(u8* s, int type, int at) {
  if constexpr (kHasStacks) return remove_levels<Hashes>(s, type, at, kOff, 1);
  const int i = site_index(type, at);
  if (has_piece(s, i)) {
    keep_places(s, what_of(s, i), at, kOff);
    set_cell<Hashes>(s, type, at, 0, 0, 0, 0, 0);
  }
  if (kHasToClear) words(s + kToClearAt)[at >> 6] &= ~(1UL << (at & 63));
}
// Positions of looks ahead have no hash, and none asks for what they remember.
template <bool Hashes>
LUD_INLINE void remember_state(u8* s) {
  if (Hashes && (int)head(s).history < kHistorySize)
    words(s + kHistoryAt)[head(s).history++] = position_hash(s);
}
template <bool Hashes>
LUD_FUNCTION void apply_action(u8* s, const Action& a, const Iterators& it) {
  switch (a.kind) {
    case kMove:
      move_piece<Hashes>(s, a.type, a.site, a.to_type, a.to, a.state);
      return;
    case kMoveStack:
      move_levels<Hashes>(s, a.type, a.site, a.to_type, a.to, a.level, a.count, a.state);
      return;
    case kRemove:
      if constexpr (kHasStacks)
        remove_levels<Hashes>(s, a.type, a.site, a.level, a.count);
      else
        remove_piece<Hashes>(s, a.type, a.site);
      return;
    case kRemoveLater:
      words(s + kToClearAt)[a.site >> 6] |= 1UL << (a.site & 63);
      return;
    case kAdd:
      if (kHasStacks && a.level >= 0) {
        const Level piece{(u8)a.what, (u8)a.state, 0, 0, a.value};
        return add_levels<Hashes>(s, a.type, a.site, a.level, a.count, piece);
      }
      add_piece<Hashes>(s, a.type, a.site, a.what, a.count, a.state, a.value);
      return;
    case kPromote: {
      const int i = site_index(a.type, a.site);
      if (has_piece(s, i)) set_cell<Hashes>(s, a.type, a.site, a.what, 1, 0, 0, 0);
      return;
    }
    case kSetState: {
      const int i = site_index(a.type, a.site);
      if (kHasStacks && a.level >= 0) {
        Level piece = level_of(s, i, a.level);
        piece.state = (u8)a.what;
        if (piece.what != 0) change_level<Hashes>(s, a.type, a.site, a.level, piece);
        return;
      }
      set_cell<Hashes>(s, a.type, a.site, what_of(s, i), count_of(s, i), a.what, rotation_of(s, i),
                       value_of(s, i), Before::kSame);
      return;
    }
    case kSetValue: {
      const int i = site_index(a.type, a.site);
      if (kHasStacks && a.level >= 0) {
        Level piece = level_of(s, i, a.level);
        piece.value = (i16)a.what;
        if (piece.what != 0) change_level<Hashes>(s, a.type, a.site, a.level, piece);
        return;
      }
      set_cell<Hashes>(s, a.type, a.site, what_of(s, i), count_of(s, i), state_of(s, i), rotation_of(s, i),
                       a.what, Before::kSame);
      return;
    }
    case kSetCount:
      if (has_piece(s, site_index(a.type, a.site))) set_count<Hashes>(s, a.type, a.site, a.what);
      return;
    case kMoveCount: {
      const int i = site_index(a.type, a.site);
      const int piece = what_of(s, i), held = count_of(s, i), n = a.count < held ? a.count : held;
      if (piece == 0 || n <= 0 || a.to < 0) return;
      set_count<Hashes>(s, a.type, a.site, held - n);
      const int j = site_index(a.to_type, a.to), there = what_of(s, j);
      if (there == 0 || there == piece)
        set_cell<Hashes>(s, a.to_type, a.to, piece, (there == piece ? count_of(s, j) : 0) + n, state_of(s, j),
                         rotation_of(s, j), value_of(s, j));
      return;
    }
    case kSetVariable:
      return set_variable(s, a.site, a.what);
    case kRememberState:
      return remember_state<Hashes>(s);
    case kPropose:
      return propose(s, a.what);
    case kVote:
      return vote(s, a.what);
    case kTrigger:
      rest(s).triggered |= 1U << trigger_bit(a.what, a.player, kPlayers);
      return;
    default:
      if (!apply_to_head(head(s), fields(s), a)) it.workspace->host->action(it.workspace->host, &a, s, &it);
  }
}
LUD_INLINE Action& put(Workspace* w, ActionKind kind) {
  Action& a = w->actions[w->action_count < kActionCapacity - 1 ? w->action_count++ : kActionCapacity - 1];
  a.kind = kind;
  return a;
}
LUD_INLINE void put_site(Workspace* w, ActionKind kind, int type, int site, int what) {
  Action& a = put(w, kind);
  a.type = (u8)type, a.site = (i16)site, a.what = what, a.count = 1, a.state = 0, a.value = 0, a.to = kOff;
  a.to_type = 0, a.player = 0;
  if (kHasStacks) a.level = kOff;
}
LUD_INLINE void put_then(Workspace* w, int id) {
  put(w, kThen).what = id;
  w->thens = 1;
}
LUD_INLINE void touch(u8* s, const Action& a) {
  if (const int at = touched_by(a); at != kUndefined) rest(s).touched = (i16)at;
}
// Makes a list of effects, its consequents in their places.
template <bool Hashes>
LUD_FUNCTION void run_parts(u8* s, u32 begin, const Iterators& it) {
  Workspace* w = it.workspace;
  const u32 end = w->action_count;
  for (u32 k = begin; k < end; ++k) {
    if (w->actions[k].kind == kThen)
      then_of(w->actions[k].what, Hashes, s, it);
    else {
      apply_action<Hashes>(s, w->actions[k], it);
      if (kUsesLastTouched) touch(s, w->actions[k]);
    }
  }
  w->action_count = begin;
}
// The effects of a move: the actions first, then the consequents.
template <bool Hashes>
LUD_INLINE void run_actions(u8* s, u32 begin, u32 end, const Iterators& it) {
  Workspace* w = it.workspace;
  for (u32 k = begin; k < end; ++k)
    if (w->actions[k].kind != kThen) apply_action<Hashes>(s, w->actions[k], it);
}
template <bool Hashes>
LUD_INLINE void run_thens(u8* s, u32 begin, u32 end, const Iterators& it) {
  Workspace* w = it.workspace;
  for (u32 k = begin; k < end; ++k)
    if (w->actions[k].kind == kThen) then_of(w->actions[k].what, Hashes, s, it);
}
template <bool Hashes>
LUD_CHANGE void set_state(u8* s, int type, int at, int state) {
  const int i = site_index(type, at);
  set_cell<Hashes>(s, type, at, what_of(s, i), count_of(s, i), state, rotation_of(s, i), value_of(s, i),
                   Before::kSame);
}
template <bool Hashes>
LUD_CHANGE void promote(u8* s, int type, int at, int piece) {
  const int i = site_index(type, at);
  if (has_piece(s, i)) set_cell<Hashes>(s, type, at, piece, 1, 0, 0, 0);
}
template <bool Hashes>
LUD_CHANGE void move_count(u8* s, const Iterators& it, int type, int from, int to_type, int to, int count) {
  Action a;
  a.kind = kMoveCount, a.type = (u8)type, a.site = (i16)from, a.to = (i16)to, a.to_type = (u8)to_type;
  a.count = (i16)clamped(count), a.value = 0;
  apply_action<Hashes>(s, a, it);
}

}  // namespace ludex::games::lud::runtime
