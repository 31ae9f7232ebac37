// Moves as sets: from each site of a set to the site at a fixed distance. One of them is drawn without a
// list.
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
// True if a set has a row of so many sites, each at distance D from the one before; `from`: the sites that
// have a next one.
template <int D, int LENGTH, int N = 1>
LUD_INLINE bool has_row(const SiteSet& starts, const SiteSet& from) {
  // The rows of N sites are those of so many more that begin so much later.
  if constexpr (N >= LENGTH) {
    return !is_none(starts);
  } else if constexpr (N == 1) {
    return has_row<D, LENGTH, 2>(starts & from & sites_before<D>(starts), from);
  } else {
    constexpr int kMore = LENGTH - N < N - 1 ? LENGTH - N : N - 1;
    return has_row<D, LENGTH, N + kMore>(starts & sites_before<kMore * D>(starts), from);
  }
}
// The sites of `from`, which have a next site at distance D, from which a run of one or more sites of
// `between` leads to a site of `ends`. No line has more than LONGEST sites.
template <int D, int LONGEST, int N = 1>
LUD_INLINE SiteSet run_ends(const SiteSet& runs, const SiteSet& ends) {
  if constexpr (N >= LONGEST) {
    return ends;
  } else {
    return run_ends<D, LONGEST, 2 * N>(runs & sites_before<N * D>(runs),
                                       ends | (runs & sites_before<N * D>(ends)));
  }
}
template <int D, int LONGEST>
LUD_INLINE SiteSet enclosing(const SiteSet& from, const SiteSet& between, const SiteSet& ends) {
  const SiteSet runs = between & from;
  return from & sites_before<D>(run_ends<D, LONGEST>(runs, runs & sites_before<D>(ends)));
}
struct Way {
  i16 distance;
  u16 generator;
  bool of_site;  // of a (forEach Site ...) or an addition: its moves have (site), not (from)
  i8 test;       // that its moves wait for; -1: none
};
LUD_INLINE void fill_way(const Way& way, int site, PackedMove& m) {
  fill_move(site, site + way.distance, way.generator, way.of_site ? (int)kOff : site,
            way.of_site ? site : (int)kOff, m);
  m.test = way.test;
}
// The numbers of a list of at most kMost moves from which some are removed, each time as the last of those
// that are left takes the place of the one removed.
class Remaining {
 public:
  static constexpr u32 kMost = 1024;

  explicit Remaining(u32 size) : size_(size) {}
  u32 size() const { return size_; }
  u32 operator[](u32 at) const { return (is_moved_[at >> 6] >> (at & 63) & 1) != 0 ? moved_[at] : at; }
  void remove(u32 at) {
    moved_[at] = (u16)(*this)[--size_];
    is_moved_[at >> 6] |= 1UL << (at & 63);
  }

 private:
  u32 size_;
  u64 is_moved_[kMost / 64] = {};
  u16 moved_[kMost];
};
template <int N>
LUD_INLINE u32 total(const SiteSet (&sets)[N]) {
  u32 n = 0;
  _Pragma("GCC unroll 16") for (int q = 0; q < N; ++q) n += (u32)population(sets[q]);
  return n;
}
// The word with `count` bits, each N from the one before.
template <int N>
constexpr u64 every_nth(int count) {
  u64 bits = 0;
  for (int k = 0; k < count; ++k) bits |= 1UL << k * N;
  return bits;
}
// The k-th of the moves in the order of their first sites, and of the ways of each.
template <int N>
LUD_INLINE void take_way(const SiteSet (&sets)[N], const Way (&ways)[N], u32 k, PackedMove& m) {
  int word = 0;
  for (; word < kWords - 1; ++word) {
    u32 n = 0;
    _Pragma("GCC unroll 16") for (int q = 0; q < N; ++q) n += (u32)__builtin_popcountl(sets[q].w[word]);
    if (k < n) break;
    k -= n;
  }
  int at = 0, way = 0;
  if (N == 1) {
    at = select64(sets[0].w[word], (int)k);
  } else {
    constexpr int kHalf = kBoard[kOwn] <= 8 ? 4 : kBoard[kOwn] <= 16 ? 8 : kBoard[kOwn] <= 32 ? 16 : 32;
#ifdef LUD_DEPOSIT
    // The ways of so many sites fit into a word.
    constexpr int kLast = N <= 2 ? 32 : N <= 4 ? 16 : N <= 8 ? 8 : 4;
    constexpr u64 kEvery = every_nth<N>(kLast);
#else
    constexpr int kLast = 1;
#endif
    _Pragma("GCC unroll 6") for (int half = kHalf; half >= kLast; half >>= 1) {
      const u64 low = ((1UL << half) - 1) << at;
      u32 n = 0;
      _Pragma("GCC unroll 16") for (int q = 0; q < N; ++q) n +=
          (u32)__builtin_popcountl(sets[q].w[word] & low);
      const bool beyond = k >= n;
      at += beyond ? half : 0;
      k -= beyond ? n : 0;
    }
#ifdef LUD_DEPOSIT
    u64 there = 0;
    _Pragma("GCC unroll 16") for (int q = 0; q < N; ++q) there |= LUD_DEPOSIT(sets[q].w[word] >> at, kEvery)
                                                                  << q;
    const int place = select64(there, (int)k);
    at += place / N, way = place % N;
#else
    u32 there = 0;
    _Pragma("GCC unroll 16") for (int q = 0; q < N; ++q) there |= (u32)(sets[q].w[word] >> at & 1) << q;
    way = select64(there, (int)k);
#endif
  }
  fill_way(ways[way], 64 * word + at, m);
}
// The move between two sites, FROM << 12 | TO; false: there is none.
template <int N>
LUD_INLINE bool find_way(const SiteSet (&sets)[N], const Way (&ways)[N], u32 sites, PackedMove& m) {
  const int site = (int)(sites >> 12);
  for (int q = 0; q < N; ++q) {
    if (site + ways[q].distance != (int)(sites & 4095) || !test(sets[q], site)) continue;
    fill_way(ways[q], site, m);
    return true;
  }
  return false;
}
// Appends all moves, in the order of take_way.
template <int N>
LUD_INLINE void list_ways(Workspace* w, const SiteSet (&sets)[N], const Way (&ways)[N]) {
  LUD_EACH_WORD (word) {
    u64 any = 0;
    for (int q = 0; q < N; ++q) any |= sets[q].w[word];
    for (; any != 0; any &= any - 1) {
      const int at = __builtin_ctzl(any);
      for (int q = 0; q < N; ++q)
        if ((sets[q].w[word] >> at & 1) != 0) fill_way(ways[q], 64 * word + at, push(w, 0, 0, 0));
    }
  }
}

}  // namespace ludex::games::lud::runtime
