// Sets of sites: a bit a site.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/util/instructions.hpp"

namespace ludex::games::lud {

inline bool test(const std::uint64_t* words, int i) {
  return (words[i >> 6] >> (i & 63) & 1U) != 0;
}
inline void set(std::uint64_t* words, int i) {
  words[i >> 6] |= std::uint64_t{1} << (i & 63);
}
inline void reset(std::uint64_t* words, int i) {
  words[i >> 6] &= ~(std::uint64_t{1} << (i & 63));
}
// The first `count` bits of a word, of which it may be all or none.
inline std::uint64_t first_bits(int count) {
  return count >= 64 ? ~std::uint64_t{0} : count <= 0 ? 0 : (std::uint64_t{1} << count) - 1;
}
inline void clear(std::uint64_t* words, int n) {
  std::memset(words, 0, sizeof(std::uint64_t) * static_cast<std::size_t>(n));
}
inline int population(const std::uint64_t* words, int n) {
  int sum = 0;
  for (int w = 0; w < n; ++w) sum += __builtin_popcountll(words[w]);
  return sum;
}
// The site of a region that has n others before it.
inline int nth_site(const std::uint64_t* words, int n) {
  int w = 0;
  for (int here = 0; n >= (here = __builtin_popcountll(words[w])); ++w) n -= here;
  return 64 * w + select_bit(words[w], static_cast<std::uint32_t>(n));
}
// Calls f(site) for every site of a region, in order; f may return false to stop.
template <class F>
inline void for_each_site(const std::uint64_t* words, int n, F&& f) {
  for (int w = 0; w < n; ++w) {
    for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1) {
      if constexpr (std::is_same_v<decltype(f(0)), bool>) {
        if (!f(w * 64 + __builtin_ctzll(rest))) return;
      } else {
        f(w * 64 + __builtin_ctzll(rest));
      }
    }
  }
}

}  // namespace ludex::games::lud
