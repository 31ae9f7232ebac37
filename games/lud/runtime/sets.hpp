// Sets of sites: a bit a site.
#pragma once

#include "games/lud/runtime/types.hpp"

namespace ludex::games::lud::runtime {

// Sets are of few words: no loop over them is left.
#define LUD_EACH_WORD(k) _Pragma("GCC unroll 8") for (int k = 0; k < kWords; ++k)
// Runs a statement for each site of a set, in order.
#define LUD_EACH_SITE(region, at)                                                          \
  for (int at##_k = 0; at##_k < kWords; ++at##_k)                                          \
    for (u64 at##_rest = (region).w[at##_k], at##_once = 1; at##_once != 0; at##_once = 0) \
      for (int at; at##_rest != 0 && (at = 64 * at##_k + __builtin_ctzl(at##_rest), true); \
           at##_rest &= at##_rest - 1)
struct SiteSet {
  u64 w[kWords];
};
LUD_INLINE SiteSet operator|(SiteSet a, const SiteSet& b) {
  LUD_EACH_WORD (k) a.w[k] |= b.w[k];
  return a;
}
LUD_INLINE SiteSet operator&(SiteSet a, const SiteSet& b) {
  LUD_EACH_WORD (k) a.w[k] &= b.w[k];
  return a;
}
LUD_INLINE SiteSet minus(SiteSet a, const SiteSet& b) {
  LUD_EACH_WORD (k) a.w[k] &= ~b.w[k];
  return a;
}
LUD_INLINE SiteSet differing(SiteSet a, const SiteSet& b) {
  LUD_EACH_WORD (k) a.w[k] ^= b.w[k];
  return a;
}
LUD_INLINE SiteSet complement(SiteSet r) {
  LUD_EACH_WORD (k) r.w[k] = ~r.w[k];
  return r;
}
LUD_INLINE bool same(const SiteSet& a, const SiteSet& b) {
  LUD_EACH_WORD (k)
    if (a.w[k] != b.w[k]) return false;
  return true;
}
LUD_INLINE SiteSet none() {
  SiteSet r;
  LUD_EACH_WORD (k) r.w[k] = 0;
  return r;
}
LUD_INLINE bool test(const SiteSet& r, int at) {
  return (r.w[at >> 6] >> (at & 63) & 1) != 0;
}
LUD_INLINE void set(SiteSet& r, int at) {
  r.w[at >> 6] |= 1UL << (at & 63);
}
LUD_INLINE void reset(SiteSet& r, int at) {
  r.w[at >> 6] &= ~(1UL << (at & 63));
}
LUD_INLINE SiteSet with(SiteSet r, int at) {
  if (at >= 0 && at < 64 * kWords) set(r, at);
  return r;
}
LUD_INLINE SiteSet without(SiteSet r, int at) {
  if (at >= 0 && at < 64 * kWords) reset(r, at);
  return r;
}
LUD_INLINE int population(const SiteSet& r) {
  int n = 0;
  LUD_EACH_WORD (k) n += __builtin_popcountl(r.w[k]);
  return n;
}
LUD_INLINE bool is_none(const SiteSet& r) {
  u64 any = 0;
  LUD_EACH_WORD (k) any |= r.w[k];
  return any == 0;
}
LUD_INLINE bool within(const SiteSet& r, int at) {
  return at >= 0 && at < 64 * kWords && test(r, at);
}
// Word by word: a word that was written just before would hold up a load of all.
LUD_INLINE SiteSet load(const u8* at) {
  SiteSet r;
  LUD_EACH_WORD (k) r.w[k] = reinterpret_cast<const u64*>(at)[k];
  return r;
}
LUD_INLINE u64* words(u8* at) {
  return reinterpret_cast<u64*>(at);
}
LUD_INLINE int first_site(const SiteSet& r, int index) {
  LUD_EACH_WORD (k)
    for (u64 rest = r.w[k]; rest != 0; rest &= rest - 1)
      if (index-- == 0) return 64 * k + __builtin_ctzl(rest);
  return kOff;
}
LUD_INLINE int first_of(const SiteSet& r) {
  LUD_EACH_WORD (k)
    if (r.w[k] != 0) return 64 * k + __builtin_ctzl(r.w[k]);
  return kOff;
}
// The bits of a word that a mask has, side by side.
#ifdef __BMI2__
#define LUD_EXTRACT(word, mask) __builtin_ia32_pext_di(word, mask)
#endif
LUD_INLINE u64 extract(u64 word, u64 mask) {
#ifdef LUD_EXTRACT
  return LUD_EXTRACT(word, mask);
#else
  u64 bits = 0;
  for (int k = 0; mask != 0; mask &= mask - 1) bits |= (word >> __builtin_ctzl(mask) & 1) << k++;
  return bits;
#endif
}
// The same of sets; the mask has at most 64 sites.
LUD_INLINE u64 extract(const SiteSet& r, const SiteSet& mask) {
  u64 bits = 0;
  int size = 0;
  LUD_EACH_WORD (k) {
    bits |= extract(r.w[k], mask.w[k]) << size;
    if (k < kWords - 1) size += __builtin_popcountl(mask.w[k]);
  }
  return bits;
}
// The lowest bits of a word at the places of the bits of a mask.
#ifdef __BMI2__
#define LUD_DEPOSIT(word, mask) __builtin_ia32_pdep_di(word, mask)
#endif
LUD_INLINE int select64(u64 x, int k) {
#ifdef LUD_DEPOSIT
  return __builtin_ctzl(LUD_DEPOSIT(1UL << k, x));
#else
  for (; k > 0; --k) x &= x - 1;
  return __builtin_ctzl(x);
#endif
}
// Four words at once.
typedef u64 FourWords __attribute__((vector_size(32)));
// True if a bit of them is set.
LUD_INLINE bool has_bits(const FourWords& words) {
#ifdef __AVX__
  typedef long long Signed __attribute__((vector_size(32)));
  return __builtin_ia32_ptestz256((Signed)words, (Signed)words) == 0;
#else
  return (words[0] | words[1] | words[2] | words[3]) != 0;
#endif
}
// The highest bit of each, side by side.
LUD_INLINE u32 highest_bits(const FourWords& words) {
#ifdef __AVX__
  typedef double Doubles __attribute__((vector_size(32)));
  return (u32)__builtin_ia32_movmskpd256((Doubles)words);
#else
  return (u32)(words[0] >> 63 | words[1] >> 63 << 1 | words[2] >> 63 << 2 | words[3] >> 63 << 3);
#endif
}
LUD_INLINE int nth(const SiteSet& r, int index) {
  if (kWords == 1) return select64(r.w[0], index);
  // Without branches: which word it is cannot be predicted.
  int word = 0, before = 0, sum = 0;
  LUD_EACH_WORD (k) {
    if (k == kWords - 1) break;
    sum += __builtin_popcountl(r.w[k]);
    const bool beyond = index >= sum;
    word += beyond;
    before = beyond ? sum : before;
  }
  return 64 * word + select64(r.w[word], index - before);
}
// The sites of the board where an array of bytes, one a site, has a value.
LUD_INLINE SiteSet sites_with_byte(const u8* at, int value) {
  SiteSet r = none();
  if (value < 0 || value > 255) return r;
#ifdef __SSE2__
  constexpr int kSize16 = kBoard[kOwn] / 16 * 16;
  typedef char Bytes __attribute__((vector_size(16)));
  const Bytes wanted = (char)value - Bytes{};
  _Pragma("GCC unroll 32") for (int k = 0; k < kSize16; k += 16) {
    Bytes there;
    __builtin_memcpy(&there, at + k, 16);
    r.w[k >> 6] |= (u64)(u32)__builtin_ia32_pmovmskb128((Bytes)(there == wanted)) << (k & 63);
  }
  if constexpr (kBoard[kOwn] != kSize16 && kSize16 != 0) {
    // The last sixteen, some of them again.
    constexpr int k = kBoard[kOwn] - 16;
    Bytes there;
    __builtin_memcpy(&there, at + k, 16);
    const u64 found = (u64)(u32)__builtin_ia32_pmovmskb128((Bytes)(there == wanted));
    r.w[k >> 6] |= found << (k & 63);
    if constexpr ((k & 63) > 48) r.w[(k >> 6) + 1] |= found >> (64 - (k & 63));
  } else {
    for (int k = kSize16; k < kBoard[kOwn]; ++k) r.w[k >> 6] |= (u64)(at[k] == value) << (k & 63);
  }
#else
  for (int k = 0; k < kBoard[kOwn]; ++k) r.w[k >> 6] |= (u64)(at[k] == value) << (k & 63);
#endif
  return r;
}

}  // namespace ludex::games::lud::runtime
