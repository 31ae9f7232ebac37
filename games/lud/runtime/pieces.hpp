// The pieces on the sites of a position. All other headers ask these functions. A position has a byte a site,
// or, where each owner has at most one kind of piece, only the sets of the owners' sites.
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
constexpr bool kHasBytes = kWhatAt != 0;
LUD_INLINE int slot(int type) {
  if (kSlots == 1) return 0;
  return kSlot[type] >= 0 ? kSlot[type] : kSlot[kOwn];
}
LUD_INLINE const u8* owned_at(const u8* s, int type, int who) {
  return s + kOwnedAt + 8 * kWords * (slot(type) * kOwners + who - kFirstOwner);
}
LUD_INLINE u8* owned_at(u8* s, int type, int who) {
  return s + kOwnedAt + 8 * kWords * (slot(type) * kOwners + who - kFirstOwner);
}
// The first sites of a set.
LUD_INLINE SiteSet up_to(SiteSet r, int sites) {
  LUD_EACH_WORD (k)
    if (64 * (k + 1) > sites) r.w[k] &= 64 * k >= sites ? 0 : (1UL << ((sites - 64 * k) & 63)) - 1;
  return r;
}
template <int T>
LUD_INLINE SiteSet board_only(const SiteSet& r) {
  return up_to(r, kBoard[T]);
}
LUD_INLINE SiteSet pieces_of_all(const u8* s, int type) {
  SiteSet r = none();
  for (int q = kFirstOwner; q < kFirstOwner + kOwners; ++q) r = r | load(owned_at(s, type, q));
  return r;
}
// The sites of the board without a piece.
template <int T>
LUD_INLINE SiteSet empty_sites(const u8* s) {
  return board_only<T>(complement(pieces_of_all(s, T)));
}
LUD_INLINE int owner_of(int piece) {
  return kOwner[piece];
}
LUD_INLINE u64 bit_of(const u8* set, int i) {
  return reinterpret_cast<const u64*>(set)[i >> 6] >> (i & 63) & 1;
}
// The sum of an owner's value if he has a piece there; nobody else has one then.
template <class F>
LUD_INLINE int by_owner(const u8* s, int i, F&& value) {
  int sum = 0;
  _Pragma("GCC unroll 4") for (int q = kFirstOwner; q < kFirstOwner + kOwners;
                               ++q) if (kPieceOf[q] != 0 && value(q) != 0) sum +=
      (int)bit_of(owned_at(s, kOwn, q), i) * value(q);
  return sum;
}
LUD_INLINE int what_of(const u8* s, int i) {
  if (kHasBytes) return s[kWhatAt + i];
  return by_owner(s, i, [](int q) { return (int)kPieceOf[q]; });
}
LUD_INLINE bool has_piece(const u8* s, int i) {
  return kHasBytes ? s[kWhatAt + i] != 0 : by_owner(s, i, [](int) { return 1; }) != 0;
}
LUD_INLINE int who_of(const u8* s, int i) {
  return kHasBytes ? kOwner[s[kWhatAt + i]] : by_owner(s, i, [](int q) { return q; });
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
// True if that is the owner there; nobody's are the empty sites, too.
template <int T>
LUD_INLINE bool is_of(const u8* s, int at, int owner) {
  if (!kHasBytes && owner > 0 && owner < kFirstOwner + kOwners)
    return bit_of(owned_at(s, kOwn, owner), index<T>(at)) != 0;
  return who<T>(s, at) == owner;
}
// The sites of the board with a piece of the position, or, for 0, without one.
class Alike {
 public:
  Alike(const u8* s, int piece)
      : s_(s),
        at_(kHasBytes ? s + kWhatAt + index<kOwn>(0) : owned_at(s, kOwn, kOwner[piece])),
        piece_(piece) {}
  bool has(int at) const {
    if (kHasBytes) return at_[at] == piece_;
    return piece_ == 0 ? !has_piece(s_, at) : bit_of(at_, at) != 0;
  }

 private:
  const u8* s_;
  const u8* at_;
  int piece_;
};
LUD_INLINE SiteSet sites_of_piece(const u8* s, int piece) {
  if (!kHasBytes) {
    if (piece == 0) return empty_sites<kOwn>(s);
    for (int q = kFirstOwner; q < kFirstOwner + kOwners; ++q)
      if (kPieceOf[q] != 0 && kPieceOf[q] == piece) return board_only<kOwn>(load(owned_at(s, kOwn, q)));
    return none();
  }
  return sites_with_byte(s + kWhatAt + index<kOwn>(0), piece);
}
// Known of a site before a piece is put there: it is empty, or it has that piece.
enum class Before { kUnknown, kEmpty, kSame };
// Puts a piece, or nothing, on a site, and keeps the sets of sites.
LUD_INLINE void put_piece(u8* s, int here, int at, int i, int piece, Before known) {
  if (known == Before::kSame) return;
  const u64 bit = 1UL << (at & 63);
  const int word = at >> 6;
  if (kHasBytes) {
    const int before = known == Before::kEmpty ? 0 : s[kWhatAt + i];
    if (before == piece) return;
    if (before != 0) words(owned_at(s, here, kOwner[before]))[word] &= ~bit;
    s[kWhatAt + i] = (u8)piece;
  } else if (known != Before::kEmpty) {
    _Pragma("GCC unroll 4") for (int q = kFirstOwner; q < kFirstOwner + kOwners; ++q) if (kPieceOf[q] != 0)
        words(owned_at(s, kOwn, q))[word] &= ~bit;
  }
  if (piece != 0) words(owned_at(s, here, kOwner[piece]))[word] |= bit;
}

}  // namespace ludex::games::lud::runtime
