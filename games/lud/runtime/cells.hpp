// The contents of the sites of a position.
#pragma once

#include "games/lud/runtime/sets.hpp"

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
template <int T>
LUD_INLINE int index(int at) {
  return kSlots == 1 ? at : at + kBase[at >= kFirstHand || kBase[T] < 0 ? kOwn : T];
}
template <int T>
LUD_INLINE bool in_range(int at) {
  return at >= 0 && (at >= kFirstHand ? at < kSize[kOwn] : at < kBoard[T]);
}
LUD_INLINE int what_of(const u8* s, int i) {
  return s[kWhatAt + i];
}
template <int T>
LUD_INLINE int what(const u8* s, int at) {
  return s[kWhatAt + index<T>(at)];
}
LUD_INLINE int owner_of(int piece) {
  return kOwner[piece];
}
template <int T>
LUD_INLINE int who(const u8* s, int at) {
  return kOwner[what<T>(s, at)];
}
LUD_INLINE int count_of(const u8* s, int i) {
  if (!kHasCount) return s[kWhatAt + i] != 0;
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
LUD_INLINE int slot(int type) {
  return kSlot[type] >= 0 ? kSlot[type] : kSlot[kOwn];
}
LUD_INLINE u8* empty_at(u8* s, int type) {
  return s + kEmptyAt + 8 * kWords * slot(type);
}
LUD_INLINE u8* owned_at(u8* s, int type, int who) {
  return s + kOwnedAt + 8 * kWords * (slot(type) * kOwners + who);
}
template <int T>
LUD_INLINE SiteSet board_only(SiteSet r) {
  LUD_EACH_WORD (k)
    if (64 * (k + 1) > kBoard[T])
      r.w[k] &= 64 * k >= kBoard[T] ? 0 : (1UL << ((kBoard[T] - 64 * k) & 63)) - 1;
  return r;
}
template <int T>
LUD_INLINE SiteSet empty_sites(u8* s) {
  const SiteSet r = load(empty_at(s, T));
  // The set of empty sites has the hands' too.
  return kSize[kOwn] > kBoard[T] || (kSlots > 1) ? board_only<T>(r) : r;
}
template <int T>
LUD_INLINE SiteSet owned(u8* s, int who) {
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
LUD_INLINE SiteSet pieces_of_all(u8* s, int type) {
  SiteSet r = none();
  for (int q = 0; q <= kPlayers + 1; ++q) r = r | load(owned_at(s, type, q));
  return r;
}
template <int T>
LUD_INLINE bool is_empty(const u8* s, int at) {
  return in_range<T>(at) && what<T>(s, at) == 0;
}
template <int T>
LUD_INLINE bool is_occupied(const u8* s, int at) {
  return in_range<T>(at) && what<T>(s, at) != 0;
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

LUD_INLINE u64 key_of(const u8* s, int i) {
  return cell_key(i, s[kWhatAt + i], state_of(s, i), rotation_of(s, i), count_of(s, i), value_of(s, i));
}
// Replaces the contents of a site.
template <bool Hashes>
LUD_CHANGE void set_cell(u8* s, int type, int at, int piece, int n, int state, int rotation, int value) {
  const int here = at >= kFirstHand || kBase[type] < 0 ? kOwn : type;
  const int i = kSlots == 1 ? at : at + kBase[here];
  if (Hashes) head(s).cells ^= key_of(s, i);
  const int before = s[kWhatAt + i];
  if (before != piece) {
    const u64 bit = 1UL << (at & 63);
    const int word = at >> 6;
    u64* free = words(empty_at(s, here)) + word;
    if (before != 0) words(owned_at(s, here, kOwner[before]))[word] &= ~bit;
    s[kWhatAt + i] = (u8)piece;
    if (piece != 0) {
      words(owned_at(s, here, kOwner[piece]))[word] |= bit;
      *free &= ~bit;
    } else {
      *free |= bit;
    }
  }
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
  if (Hashes) head(s).cells ^= key_of(s, i);
}
LUD_COLD void whole_hash(u8* s) {
  u64 key = 0;
  if (kSlots == 1 && !kHasState && !kHasValue) {
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
    set_cell<Hashes>(s, type, at, what_of(s, i), n, state_of(s, i), rotation_of(s, i), value_of(s, i));
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
