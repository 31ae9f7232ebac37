// The hash of a position after a move, found from the sites that differ. Where the code of making moves is
// long, it is compiled once, without hashes: kHashesAfter.
#pragma once

#include "games/lud/runtime/workspace.hpp"

namespace ludex::games::lud::runtime {

// True if N sites from the i-th on are the same in an array of SIZE bytes a site.
template <int N, int SIZE>
LUD_INLINE bool same_sites(const u8* a, const u8* b, int at, int i) {
  return __builtin_memcmp(a + at + SIZE * i, b + at + SIZE * i, N * SIZE) == 0;
}
template <int N>
LUD_INLINE bool same_contents(const u8* a, const u8* b, int i) {
  return (!kHasBytes || same_sites<N, 1>(a, b, kWhatAt, i)) &&
         (!kHasCount || same_sites<N, 2>(a, b, kCountAt, i)) &&
         (!kHasState || same_sites<N, 1>(a, b, kStateAt, i)) &&
         (!kHasRotation || same_sites<N, 1>(a, b, kRotationAt, i)) &&
         (!kHasValue || same_sites<N, 2>(a, b, kValueAt, i));
}
// The sites whose pieces differ, where positions have sets of them.
LUD_INLINE SiteSet sites_that_differ(const u8* a, const u8* b) {
  SiteSet r = none();
  for (int q = kFirstOwner; q < kFirstOwner + kOwners; ++q)
    r = r | differing(load(owned_at(a, kOwn, q)), load(owned_at(b, kOwn, q)));
  return r;
}
// Finds the hash of a position from one before it, and from the sites that differ.
LUD_FUNCTION void hash_changes(const u8* before, u8* s) {
  u64 changes = 0;
  const SiteSet found = kHasBytes ? none() : sites_that_differ(before, s);
  if (!kHasBytes)
    LUD_EACH_SITE (found, i) changes ^= key_of(before, i) ^ key_of(s, i);
  const auto compare = [&](int i) {
    if (!same_contents<1>(before, s, i) && (kHasBytes || !test(found, i)))
      changes ^= key_of(before, i) ^ key_of(s, i);
  };
  int i = kHasBytes || kHasCount || kHasState || kHasRotation || kHasValue ? 0 : kSites;
  for (; i + 8 <= kSites; i += 8) {
    if (same_contents<8>(before, s, i)) continue;
    for (int k = i; k < i + 8; ++k) compare(k);
  }
  for (; i < kSites; ++i) compare(i);
  head(s).cells = head(before).cells ^ changes;
}

}  // namespace ludex::games::lud::runtime
