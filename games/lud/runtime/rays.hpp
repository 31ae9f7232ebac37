// Lines of sites as sets, along which the numbers of the sites grow or fall.
#pragma once

#include "games/lud/runtime/cells.hpp"

namespace ludex::games::lud::runtime {

// The sites of a line up to its first site of a set, or all of them. `UP`: its numbers grow.
template <bool UP>
LUD_INLINE SiteSet through_first(const SiteSet& line, const SiteSet& stops) {
  SiteSet r;
  if constexpr (UP) {
    // A subtraction of 1 changes: the lowest bit and those below.
    u64 borrow = 1;
    LUD_EACH_WORD (k) {
      const u64 x = line.w[k] & stops.w[k];
      r.w[k] = line.w[k] & (x ^ (x - borrow));
      borrow &= (u64)(x == 0);
    }
  } else {
    u64 rest = ~0UL;
    _Pragma("GCC unroll 8") for (int k = kWords - 1; k >= 0; --k) {
      const u64 x = line.w[k] & stops.w[k];
      r.w[k] = line.w[k] & rest & (~0UL << (63 - __builtin_clzl(x | 1)));
      rest &= 0 - (u64)(x == 0);
    }
  }
  return r;
}
// The numbers of sites of two lines before their first site that is not in a set: of one whose numbers grow
// and one whose numbers fall from the same site, as one set with `below` sites of the latter. Together they
// have fewer than 64 sites.
struct Runs {
  u32 up, down;
};
LUD_INLINE Runs runs_on(const SiteSet& lines, int below, const SiteSet& free) {
#ifdef LUD_EXTRACT
  // Their sites, one after the other, as the bits of a word that begins with the first line and ends with the
  // second; there are ones between.
  u64 bits = 0;
  int size = 0;
  LUD_EACH_WORD (k) {
    bits |= LUD_EXTRACT(free.w[k], lines.w[k]) << size;
    if (k < kWords - 1) size += __builtin_popcountl(lines.w[k]);
  }
  bits = ~bits;
  bits = bits >> below | bits << (-below & 63);
  return {(u32)__builtin_ctzl(bits), (u32)__builtin_clzl(bits)};
#else
  u32 up = 0, down = 0;
  int place = 0;
  LUD_EACH_SITE (lines, at) {
    const bool goes_on = test(free, at);
    if (place++ < below)
      down = goes_on ? down + 1 : 0;
    else if ((int)up == place - 1 - below && goes_on)
      ++up;
  }
  return {up, down};
#endif
}
// The sites of a line before its first site that is not in `between`, if that is in `ends`.
template <bool UP>
LUD_INLINE SiteSet enclosed_on(const SiteSet& line, const SiteSet& between, const SiteSet& ends) {
  const SiteSet others = minus(line, between);
  SiteSet r;
  if constexpr (kWords == 1) {
    const u64 x = others.w[0];
    if (UP) {
      const u64 end = x & (0 - x) & ends.w[0];
      r.w[0] = line.w[0] & (end - (u64)(end != 0));
    } else {
      const u64 end = (x == 0 ? 0 : 1UL << (63 - __builtin_clzl(x | 1))) & ends.w[0];
      r.w[0] = line.w[0] & (0 - (end << 1));
    }
    return r;
  }
  const SiteSet through = through_first<UP>(line, others);
  return is_none(through & others & ends) ? none() : minus(through, others);
}

}  // namespace ludex::games::lud::runtime
