// Moves as sets: from each site of a set to the site at a fixed distance. One of them is drawn without a list.
#pragma once

#include "games/lud/runtime/moves.hpp"

namespace ludex::games::lud::runtime {

// The sites whose number plus D is in a set.
template <int D>
LUD_INLINE SiteSet sites_before(const SiteSet& x) {
  constexpr int kWordsOff = (D < 0 ? -D : D) / 64, kBits = (D < 0 ? -D : D) % 64;
  SiteSet r;
  LUD_EACH_WORD (k) {
    const int near = D < 0 ? k - kWordsOff : k + kWordsOff, far = D < 0 ? near - 1 : near + 1;
    const u64 a = near >= 0 && near < kWords ? x.w[near] : 0, b = far >= 0 && far < kWords ? x.w[far] : 0;
    const u64 carried = kBits == 0 ? 0 : D < 0 ? b >> ((64 - kBits) & 63) : b << ((64 - kBits) & 63);
    r.w[k] = (D < 0 ? a << kBits : a >> kBits) | carried;
  }
  return r;
}
// The sites of the board where an array of bytes, one a site, has a value.
LUD_INLINE SiteSet sites_with_byte(const u8* at, int value) {
  SiteSet r = none();
  if (value < 0 || value > 255) return r;
  constexpr int kSize16 = kBoard[kOwn] / 16 * 16;
#ifdef __SSE2__
  typedef char Bytes __attribute__((vector_size(16)));
  const Bytes wanted = (char)value - Bytes{};
  _Pragma("GCC unroll 32") for (int k = 0; k < kSize16; k += 16) {
    Bytes there;
    __builtin_memcpy(&there, at + k, 16);
    r.w[k >> 6] |= (u64)(u32)__builtin_ia32_pmovmskb128((Bytes)(there == wanted)) << (k & 63);
  }
  for (int k = kSize16; k < kBoard[kOwn]; ++k) r.w[k >> 6] |= (u64)(at[k] == value) << (k & 63);
#else
  for (int k = 0; k < kBoard[kOwn]; ++k) r.w[k >> 6] |= (u64)(at[k] == value) << (k & 63);
#endif
  return r;
}
LUD_INLINE SiteSet sites_of_piece(const u8* s, int piece) {
  return sites_with_byte(s + kWhatAt + index<kOwn>(0), piece);
}
LUD_INLINE SiteSet sites_of_state(const u8* s, int state) {
  if (!kHasState) return state == 0 ? board_only<kOwn>(complement(none())) : none();
  return sites_with_byte(s + kStateAt + index<kOwn>(0), state);
}

struct Way {
  i16 distance;
  u16 generator;
  bool of_site;  // of a (forEach Site ...) or an addition: its moves have (site), not (from)
};
template <int N>
LUD_INLINE u32 total(const SiteSet (&sets)[N]) {
  u32 n = 0;
  for (int q = 0; q < N; ++q) n += (u32)population(sets[q]);
  return n;
}
// The k-th of the moves in the order of their first sites, and of the ways of each.
template <int N>
LUD_INLINE void take_way(const SiteSet (&sets)[N], const Way (&ways)[N], u32 k, PackedMove& m) {
  int word = 0;
  for (; word < kWords - 1; ++word) {
    u32 n = 0;
    for (int q = 0; q < N; ++q) n += (u32)__builtin_popcountl(sets[q].w[word]);
    if (k < n) break;
    k -= n;
  }
  int at = 0, way = 0;
  if (N == 1) {
    at = select64(sets[0].w[word], (int)k);
  } else {
    _Pragma("GCC unroll 6") for (int half = 32; half != 0; half >>= 1) {
      const u64 low = ((1UL << half) - 1) << at;
      u32 n = 0;
      for (int q = 0; q < N; ++q) n += (u32)__builtin_popcountl(sets[q].w[word] & low);
      const bool beyond = k >= n;
      at += beyond ? half : 0;
      k -= beyond ? n : 0;
    }
    u32 there = 0;
    for (int q = 0; q < N; ++q) there |= (u32)(sets[q].w[word] >> at & 1) << q;
    way = select64(there, (int)k);
  }
  const int site = 64 * word + at;
  m.from = (u16)site, m.to = (u16)(site + ways[way].distance), m.generator = ways[way].generator;
  m.iterator_from = (i16)(ways[way].of_site ? (int)kOff : site);
  m.site = (i16)(ways[way].of_site ? site : (int)kOff);
  m.value = kUndefined, m.between = kOff, m.player = 0, m.test = -1;
}

}  // namespace ludex::games::lud::runtime
