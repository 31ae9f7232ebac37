// The contents of the sites of a position.
#pragma once

#include "games/lud/runtime/pieces.hpp"

namespace ludex::games::lud::runtime {

LUD_INLINE Head& head(u8* s) {
  return *reinterpret_cast<Head*>(s);
}
LUD_INLINE const Head& head(const u8* s) {
  return *reinterpret_cast<const Head*>(s);
}
LUD_INLINE More& more(u8* s) {
  return *reinterpret_cast<More*>(s + kMoreAt);
}
LUD_INLINE const More& more(const u8* s) {
  return *reinterpret_cast<const More*>(s + kMoreAt);
}
// Only if the game has them.
LUD_INLINE Rest& rest(u8* s) {
  return *reinterpret_cast<Rest*>(s + kRestAt);
}
LUD_INLINE const Rest& rest(const u8* s) {
  return *reinterpret_cast<const Rest*>(s + kRestAt);
}
LUD_INLINE Pending& pending_values(u8* s) {
  return *reinterpret_cast<Pending*>(s + kPendingAt);
}
LUD_INLINE i32& score_of(u8* s, int player) {
  return reinterpret_cast<i32*>(s + kScoresAt)[player];
}
LUD_INLINE i32& player_value(u8* s, int player) {
  return reinterpret_cast<i32*>(s + kPlayerValuesAt)[player];
}
LUD_INLINE Fields fields(u8* s) {
  return {kRestAt != 0 ? &rest(s) : nullptr, kPendingAt != 0 ? &pending_values(s) : nullptr,
          kScoresAt != 0 ? &score_of(s, 0) : nullptr, kPlayerValuesAt != 0 ? &player_value(s, 0) : nullptr};
}
LUD_INLINE int phase_of(const u8* s, int player) {
  return kPhases > 1 ? s[kPhasesAt + player] : 0;
}
// Variables by number; -1: the one without a name.
LUD_INLINE int variable(const u8* s, int which) {
  if (which < 0) return rest(s).variable;
  i32 value;
  __builtin_memcpy(&value, s + kVariablesAt + 4 * which, 4);
  return value;
}
LUD_INLINE void set_variable(u8* s, int which, i32 value) {
  if (which < 0)
    rest(s).variable = value;
  else
    __builtin_memcpy(s + kVariablesAt + 4 * which, &value, 4);
}
LUD_INLINE bool triggered(const u8* s, int event, int player) {
  return player >= 1 && player <= kPlayers &&
         (rest(s).triggered >> trigger_bit(event, player, kPlayers) & 1) != 0;
}
LUD_INLINE int count_of(const u8* s, int i) {
  if (!kHasCount) return has_piece(s, i);
  u16 n;
  __builtin_memcpy(&n, s + kCountAt + 2 * i, 2);
  return n;
}
LUD_INLINE int state_of(const u8* s, int i) {
  return kHasState ? s[kStateAt + i] : 0;
}
LUD_INLINE int rotation_of(const u8* s, int i) {
  return kHasRotation ? s[kRotationAt + i] : 0;
}
LUD_INLINE int value_of(const u8* s, int i) {
  if (!kHasValue) return 0;
  i16 n;
  __builtin_memcpy(&n, s + kValueAt + 2 * i, 2);
  return n;
}
LUD_INLINE constexpr bool owns(int who) {
  return who >= kFirstOwner && who < kFirstOwner + kOwners;
}
template <int T>
LUD_INLINE SiteSet owned(u8* s, int who) {
  if (kOwners < kPlayers + 2 && !owns(who)) return none();
  return load(owned_at(s, T, who));
}
LUD_INLINE bool is_friend(const u8* s, int who) {
  if (!kTeams || who < 1 || who > kPlayers) return who == head(s).mover;
  return more(s).team[who] == more(s).team[(int)head(s).mover];
}
LUD_INLINE bool is_enemy(const u8* s, int who) {
  return who >= 1 && who <= kPlayers && !is_friend(s, who);
}
LUD_INLINE SiteSet pieces_of_enemies(u8* s, int type) {
  SiteSet r = none();
  for (int q = 1; q <= kPlayers; ++q)
    if (is_enemy(s, q)) r = r | load(owned_at(s, type, q));
  return r;
}
// Stacks, each from its bottom up; a level of -1 is the top.
LUD_INLINE int height_of(const u8* s, int i) {
  if (!kHasStacks) return has_piece(s, i);
  const u16* const first = reinterpret_cast<const u16*>(s + kStartsAt) + i;
  return first[1] - first[0];
}
LUD_INLINE Level level_of(const u8* s, int i, int level) {
  const int top = height_of(s, i) - 1;
  if (level < 0) level = top;
  if (level > top || top < 0) return Level{};
  return reinterpret_cast<const Level*>(s +
                                        kLevelsAt)[reinterpret_cast<const u16*>(s + kStartsAt)[i] + level];
}
template <int T>
LUD_INLINE Level level_at(const u8* s, int at, int level) {
  return in_range<T>(at) ? level_of(s, index<T>(at), level) : Level{};
}
template <int T>
LUD_INLINE int height_at(const u8* s, int at) {
  return in_range<T>(at) ? height_of(s, index<T>(at)) : 0;
}
template <int T>
LUD_INLINE int top_level(const u8* s, int at) {
  if (!in_range<T>(at)) return kOff;
  const int size = height_of(s, index<T>(at));
  return size > 0 ? size - 1 : 0;
}
template <int T>
LUD_INLINE bool is_empty(const u8* s, int at) {
  return in_range<T>(at) && !has_piece_at<T>(s, at);
}
template <int T>
LUD_INLINE bool is_occupied(const u8* s, int at) {
  return in_range<T>(at) && has_piece_at<T>(s, at);
}
template <int T>
LUD_INLINE int what_at(const u8* s, int at) {
  return in_range<T>(at) ? what<T>(s, at) : (int)kOff;
}
template <int T>
LUD_INLINE int who_at(const u8* s, int at) {
  return in_range<T>(at) ? who<T>(s, at) : (int)kOff;
}
template <int T>
LUD_INLINE int state_at(const u8* s, int at) {
  return in_range<T>(at) ? state_of(s, index<T>(at)) : (int)kOff;
}
template <int T>
LUD_INLINE int count_at(const u8* s, int at) {
  return in_range<T>(at) ? count_of(s, index<T>(at)) : 0;
}
template <int T>
LUD_INLINE int count_on_board(const u8* s, int at) {
  return at < kFirstHand ? count_at<T>(s, at) : 0;
}
LUD_INLINE int value_at(const u8* s, int at) {
  return in_range<kOwn>(at) ? value_of(s, index<kOwn>(at)) : 0;
}

LUD_INLINE u64 key_with(const u8* s, int i, int piece) {
  if (kHasKeys) return kKeys[piece * kSites + i];
  return cell_key(i, piece, state_of(s, i), rotation_of(s, i), kHasCount ? count_of(s, i) : piece != 0,
                  value_of(s, i));
}
LUD_INLINE u64 key_of(const u8* s, int i) {
  return key_with(s, i, what_of(s, i));
}
// Writes what stands on a site, or on top there, and keeps the sets of sites.
LUD_INLINE void show(u8* s, int here, int at, int i, int piece, int n, int state, int rotation, int value,
                     Before known = Before::kUnknown) {
  put_piece(s, here, at, i, piece, known);
  if (kHasCount) {
    const u16 v = (u16)(piece == 0 ? 0 : n < 1 ? 1 : n > 65535 ? 65535 : n);
    __builtin_memcpy(s + kCountAt + 2 * i, &v, 2);
  }
  if (kHasState) s[kStateAt + i] = (u8)state;
  if (kHasRotation) s[kRotationAt + i] = (u8)rotation;
  if (kHasValue) {
    const i16 v = (i16)value;
    __builtin_memcpy(s + kValueAt + 2 * i, &v, 2);
  }
}
template <bool Hashes>
LUD_INLINE void set_top(u8* s, int type, int at, const Level& piece);  // stacks.hpp
// Replaces the contents of a site.
template <bool Hashes>
LUD_CHANGE void set_cell(u8* s, int type, int at, int piece, int n, int state, int rotation, int value,
                         Before known = Before::kUnknown) {
  if constexpr (kHasStacks) {
    set_top<Hashes>(s, type, at, Level{(u8)piece, (u8)state, (u8)rotation, 0, (i16)value});
    return;
  }
  const int here = at >= kFirstHand || kBase[type] < 0 ? kOwn : type;
  const int i = kSlots == 1 ? at : at + kBase[here];
  if (Hashes) {
    const int before = known == Before::kEmpty ? 0 : known == Before::kSame ? piece : what_of(s, i);
    head(s).cells ^= key_with(s, i, before);
  }
  show(s, here, at, i, piece, n, state, rotation, value, known);
  if (Hashes) head(s).cells ^= key_with(s, i, piece);
}
// The hash of what stands on a site.
LUD_FUNCTION u64 key_of_stack(const u8* s, int i) {
  u64 key = 0;
  const int size = height_of(s, i);
  for (int k = 0; k < size; ++k) {
    const Level piece = level_of(s, i, k);
    key ^= cell_key(i, piece.what, piece.state, piece.rotation, k + 1, piece.value);
  }
  return key;
}
LUD_COLD void whole_hash(u8* s) {
  u64 key = 0;
  if (kHasStacks) {
    for (int i = 0; i < kSites; ++i) key ^= key_of_stack(s, i);
  } else if (!kHasBytes && !kHasState && !kHasValue) {
    for (int q = kFirstOwner; q < kFirstOwner + kOwners; ++q) {
      const SiteSet pieces = load(owned_at(s, kOwn, q));
      LUD_EACH_SITE (pieces, i) key ^= key_with(s, i, kPieceOf[q]);
    }
  } else if (kSlots == 1 && !kHasState && !kHasValue) {
    const SiteSet pieces = pieces_of_all(s, kOwn);
    LUD_EACH_SITE (pieces, i) key ^= key_of(s, i);
  } else {
    for (int i = 0; i < kSites; ++i) key ^= key_of(s, i);
  }
  head(s).cells = key;
}
LUD_INLINE int site_index(int type, int at) {
  return kSlots == 1 ? at : at + kBase[at >= kFirstHand || kBase[type] < 0 ? kOwn : type];
}
template <bool Hashes>
LUD_CHANGE void set_count(u8* s, int type, int at, int n) {
  const int i = site_index(type, at);
  if (n <= 0)
    set_cell<Hashes>(s, type, at, 0, 0, 0, 0, 0);
  else
    set_cell<Hashes>(s, type, at, what_of(s, i), n, state_of(s, i), rotation_of(s, i), value_of(s, i),
                     Before::kSame);
}
LUD_INLINE int role_next(const u8* s) {
  return head(s).next;
}
LUD_COLD u64 position_hash(u8* s) {
  u64 key = head(s).cells;
  if (kHasToClear)
    LUD_EACH_WORD (k) key ^= mix64(words(s + kToClearAt)[k] + (u64)(k + 77));
  return key;
}

}  // namespace ludex::games::lud::runtime
