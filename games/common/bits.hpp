// Bits<W>: a set of up to 64 * W small integers (the cells of a board), as W machine words. Everything is
// portable C++; the loops over W unroll. Bits above the board's last cell are unused: callers keep them
// clear.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/util/instructions.hpp"
#include "core/util/rng.hpp"

namespace ludex::games {

template <std::size_t W>
struct Bits {
  static constexpr std::uint32_t kCapacity = 64 * W;

  std::array<std::uint64_t, W> word{};

  [[nodiscard]] static constexpr Bits single(std::uint32_t i) noexcept {
    Bits b;
    b.set(i);
    return b;
  }

  [[nodiscard]] constexpr bool test(std::uint32_t i) const noexcept {
    return ((word[i / 64] >> (i % 64)) & 1U) != 0;
  }
  constexpr void set(std::uint32_t i) noexcept { word[i / 64] |= std::uint64_t{1} << (i % 64); }
  constexpr void reset(std::uint32_t i) noexcept { word[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }

  [[nodiscard]] constexpr bool any() const noexcept {
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < W; ++i) all |= word[i];
    return all != 0;
  }
  [[nodiscard]] constexpr bool intersects(const Bits& other) const noexcept {
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < W; ++i) all |= word[i] & other.word[i];
    return all != 0;
  }
  [[nodiscard]] constexpr std::uint32_t count() const noexcept {
    int n = 0;
    for (std::size_t i = 0; i < W; ++i) n += std::popcount(word[i]);
    return static_cast<std::uint32_t>(n);
  }

  // Calls f(i) for each element, in ascending order.
  template <class F>
  constexpr void for_each(F&& f) const {
    for (std::size_t w = 0; w < W; ++w) {
      for (std::uint64_t rest = word[w]; rest != 0; rest &= rest - 1)
        f(static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }

  // Shifts elements up or down by n >= 0; drops those that leave the capacity.
  [[nodiscard]] constexpr Bits up(std::uint32_t n) const noexcept {
    Bits out;
    const std::size_t q = n / 64;
    const std::uint32_t r = n % 64;
    for (std::size_t i = q; i < W; ++i) {
      // (x >> 1) >> (63 - r) is x >> (64 - r) without the undefined shift by 64.
      out.word[i] = word[i - q] << r;
      if (i > q) out.word[i] |= (word[i - q - 1] >> 1) >> (63 - r);
    }
    return out;
  }
  [[nodiscard]] constexpr Bits down(std::uint32_t n) const noexcept {
    Bits out;
    const std::size_t q = n / 64;
    const std::uint32_t r = n % 64;
    for (std::size_t i = 0; i + q < W; ++i) {
      out.word[i] = word[i + q] >> r;
      if (i + q + 1 < W) out.word[i] |= (word[i + q + 1] << 1) << (63 - r);
    }
    return out;
  }
  // The same for 1 <= n <= 63, on hot paths.
  [[nodiscard]] constexpr Bits up_small(std::uint32_t n) const noexcept {
    Bits out;
    out.word[0] = word[0] << n;
    for (std::size_t i = 1; i < W; ++i) out.word[i] = (word[i] << n) | (word[i - 1] >> (64 - n));
    return out;
  }
  [[nodiscard]] constexpr Bits down_small(std::uint32_t n) const noexcept {
    Bits out;
    for (std::size_t i = 0; i + 1 < W; ++i) out.word[i] = (word[i] >> n) | (word[i + 1] << (64 - n));
    out.word[W - 1] = word[W - 1] >> n;
    return out;
  }

  friend constexpr Bits operator&(Bits a, const Bits& b) noexcept {
    for (std::size_t i = 0; i < W; ++i) a.word[i] &= b.word[i];
    return a;
  }
  friend constexpr Bits operator|(Bits a, const Bits& b) noexcept {
    for (std::size_t i = 0; i < W; ++i) a.word[i] |= b.word[i];
    return a;
  }
  constexpr Bits& operator&=(const Bits& b) noexcept { return *this = *this & b; }
  constexpr Bits& operator|=(const Bits& b) noexcept { return *this = *this | b; }
  // The elements of this set that are not in `b`.
  [[nodiscard]] constexpr Bits without(const Bits& b) const noexcept {
    Bits out;
    for (std::size_t i = 0; i < W; ++i) out.word[i] = word[i] & ~b.word[i];
    return out;
  }
  friend constexpr bool operator==(const Bits&, const Bits&) = default;
};

// The element with n others below it; n < set.count().
template <std::size_t W>
[[nodiscard]] std::uint32_t select(const Bits<W>& set, std::uint32_t n) noexcept {
  for (std::uint32_t w = 0;; ++w) {
    const auto here = static_cast<std::uint32_t>(std::popcount(set.word[w]));
    if (n < here) return 64 * w + static_cast<std::uint32_t>(select_bit(set.word[w], n));
    n -= here;
  }
}

// For each byte, its set bits in ascending order.
inline constexpr auto kBitsOfByte = [] {
  std::array<std::array<std::uint32_t, 8>, 256> list{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    for (std::uint32_t rest = byte, n = 0; rest != 0; rest &= rest - 1)
      list[byte][n++] = static_cast<std::uint32_t>(std::countr_zero(rest));
  }
  return list;
}();

// Writes the elements of `set`, which has `count`, in ascending order, as numbers of another type, and
// removes them; all but the last few, since it always writes eight. Returns how many. No branch depends on
// the elements.
template <class T, std::size_t W>
[[nodiscard]] std::uint32_t write_elements(Bits<W>& set, std::uint32_t count, T* out) noexcept {
  static_assert(sizeof(T) == sizeof(std::uint32_t));
  using Numbers [[gnu::vector_size(32)]] = std::uint32_t;
  std::uint32_t n = 0;
  for (std::size_t w = 0; w < W; ++w) {
    for (std::uint32_t shift = 0; shift < 64; shift += 8) {
      if (n + 8 > count) return n;
      const auto byte = static_cast<std::uint8_t>(set.word[w] >> shift);
      const std::uint32_t base = static_cast<std::uint32_t>(64 * w) + shift;
      Numbers elements;
      std::memcpy(&elements, kBitsOfByte[byte].data(), sizeof elements);
      elements += base;
      std::memcpy(static_cast<void*>(out + n), &elements, sizeof elements);
      n += static_cast<std::uint32_t>(std::popcount(byte));
      set.word[w] &= ~(std::uint64_t{0xFF} << shift);
    }
  }
  return n;
}

// A subset of `size` elements of a set of `count`, all such subsets equally likely: each element with
// probability 1/2, then random ones added or removed, which favours none. Meant for size near count / 2,
// where some 0.4 * sqrt(count) are missing or too many.
template <std::size_t W>
[[nodiscard]] Bits<W> random_subset(const Bits<W>& set, std::uint32_t count, std::uint32_t size,
                                    Rng& rng) noexcept {
  Bits<W> subset;
  for (std::size_t i = 0; i < W; ++i) subset.word[i] = set.word[i] & rng.next();
  std::uint32_t n = subset.count();
  for (; n > size; --n) subset.reset(select(subset, rng.below(n)));
  Bits<W> rest = set.without(subset);
  for (; n < size; ++n) {
    const std::uint32_t element = select(rest, rng.below(count - n));
    rest.reset(element);
    subset.set(element);
  }
  return subset;
}

}  // namespace ludex::games
