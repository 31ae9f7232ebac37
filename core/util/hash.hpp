// Hashes: FNV-1a for text (stable across builds: file names, seeds and fingerprints depend on it) and a
// compile-time Zobrist table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/util/rng.hpp"

namespace ludex {

[[nodiscard]] constexpr std::uint64_t fnv1a(std::string_view text,
                                            std::uint64_t basis = 0xCBF29CE484222325ULL) noexcept {
  std::uint64_t hash = basis;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x00000100000001B3ULL;
  return hash;
}

[[nodiscard]] constexpr std::uint64_t hash_combine(std::uint64_t a, std::uint64_t b) noexcept {
  return mix64(a ^ mix64(b));
}

// N independent-looking 64-bit keys from one seed (Zobrist 1970).
template <std::size_t N>
[[nodiscard]] constexpr std::array<std::uint64_t, N> zobrist_keys(std::uint64_t seed) noexcept {
  std::array<std::uint64_t, N> keys{};
  Rng rng = Rng::seeded(seed);
  for (auto& key : keys) key = rng.next();
  return keys;
}

}  // namespace ludex
