// The pieces on the sites of a position. All other headers ask these functions.
#pragma once

#include "games/lud/runtime/sets.hpp"

namespace ludex::games::lud::runtime {

template <int T>
LUD_INLINE int index(int at) {
  return kSlots == 1 ? at : at + kBase[at >= kFirstHand || kBase[T] < 0 ? kOwn : T];
}
template <int T>
LUD_INLINE bool in_range(int at) {
  return at >= 0 && (at >= kFirstHand ? at < kSize[kOwn] : at < kBoard[T]);
}
LUD_INLINE int slot(int type) {
  return kSlot[type] >= 0 ? kSlot[type] : kSlot[kOwn];
}
LUD_INLINE u8* empty_at(u8* s, int type) {
  return s + kEmptyAt + 8 * kWords * slot(type);
}
LUD_INLINE u8* owned_at(u8* s, int type, int who) {
  return s + kOwnedAt + 8 * kWords * (slot(type) * kOwners + who - kFirstOwner);
}
template <int T>
LUD_INLINE SiteSet board_only(SiteSet r) {
  LUD_EACH_WORD (k)
    if (64 * (k + 1) > kBoard[T])
      r.w[k] &= 64 * k >= kBoard[T] ? 0 : (1UL << ((kBoard[T] - 64 * k) & 63)) - 1;
  return r;
}
LUD_INLINE int owner_of(int piece) {
  return kOwner[piece];
}
LUD_INLINE int what_of(const u8* s, int i) {
  return s[kWhatAt + i];
}
LUD_INLINE bool has_piece(const u8* s, int i) {
  return s[kWhatAt + i] != 0;
}
LUD_INLINE int who_of(const u8* s, int i) {
  return kOwner[what_of(s, i)];
}
template <int T>
LUD_INLINE int what(const u8* s, int at) {
  return what_of(s, index<T>(at));
}
template <int T>
LUD_INLINE bool has_piece_at(const u8* s, int at) {
  return has_piece(s, index<T>(at));
}
template <int T>
LUD_INLINE int who(const u8* s, int at) {
  return who_of(s, index<T>(at));
}
// The sites of the board with the same contents.
class Alike {
 public:
  Alike(const u8* s, int piece) : at_(s + kWhatAt + index<kOwn>(0)), piece_(piece) {}
  bool has(int at) const { return at_[at] == piece_; }

 private:
  const u8* at_;
  int piece_;
};
LUD_INLINE SiteSet sites_of_piece(const u8* s, int piece) {
  return sites_with_byte(s + kWhatAt + index<kOwn>(0), piece);
}
// Puts a piece, or nothing, on a site, and keeps the sets of sites.
LUD_INLINE void put_piece(u8* s, int here, int at, int i, int piece) {
  const int before = s[kWhatAt + i];
  if (before == piece) return;
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

}  // namespace ludex::games::lud::runtime
