// Scans over short arrays of numbers, eight at a time: no branch depends on a number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/util/vectors.hpp"

namespace ludex::agents::mcts::lanes {

inline constexpr std::size_t kWidth = 8;

// Room for `size` numbers in whole groups; seal() fills the rest with -infinity.
[[nodiscard]] constexpr std::size_t padded(std::size_t size) noexcept {
  return (size + kWidth - 1) / kWidth * kWidth;
}
// Call it before writing the numbers, size >= 1. The array has room for padded(size).
inline void seal(float* x, std::size_t size) noexcept {
  std::fill_n(x + padded(size) - kWidth, kWidth, -std::numeric_limits<float>::infinity());
}

// The largest of padded(size) numbers, size >= 1; none is NaN.
[[nodiscard]] inline float largest(const float* x, std::size_t size) noexcept {
  vectors::Floats top = vectors::load(x);
  for (std::size_t i = kWidth; i < size; i += kWidth) top = vectors::larger(top, vectors::load(x + i));
  return vectors::largest(top);
}

// Bit i: x[i] == value; size <= 64 and value > -infinity.
[[nodiscard]] inline std::uint64_t where_equal(const float* x, std::size_t size, float value) noexcept {
  std::uint64_t found = 0;
  const vectors::Floats wanted = vectors::all(value);
  for (std::size_t i = 0; i < size; i += kWidth)
    found |= std::uint64_t{vectors::where_equal(vectors::load(x + i), wanted)} << i;
  return found;
}

}  // namespace ludex::agents::mcts::lanes
