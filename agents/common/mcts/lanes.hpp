// Scans over short arrays of numbers, eight at a time: no branch depends on a number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

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
#if defined(__AVX2__)
  __m256 top = _mm256_loadu_ps(x);
  for (std::size_t i = kWidth; i < size; i += kWidth) top = _mm256_max_ps(top, _mm256_loadu_ps(x + i));
  __m128 half = _mm_max_ps(_mm256_castps256_ps128(top), _mm256_extractf128_ps(top, 1));
  half = _mm_max_ps(half, _mm_movehl_ps(half, half));
  return _mm_cvtss_f32(_mm_max_ss(half, _mm_movehdup_ps(half)));
#else
  float top = x[0];
  for (std::size_t i = 1; i < size; ++i) top = std::max(top, x[i]);
  return top;
#endif
}

// Bit i: x[i] == value; size <= 64 and value > -infinity.
[[nodiscard]] inline std::uint64_t where_equal(const float* x, std::size_t size, float value) noexcept {
  std::uint64_t found = 0;
#if defined(__AVX2__)
  const __m256 wanted = _mm256_set1_ps(value);
  for (std::size_t i = 0; i < size; i += kWidth) {
    const int group = _mm256_movemask_ps(_mm256_cmp_ps(_mm256_loadu_ps(x + i), wanted, _CMP_EQ_OQ));
    found |= std::uint64_t{static_cast<unsigned>(group)} << i;
  }
#else
  for (std::size_t i = 0; i < size; ++i) found |= std::uint64_t{x[i] == value ? 1U : 0U} << i;
#endif
  return found;
}

#if defined(__AVX2__)
// A set of numbers below 256, in a register: in memory each insertion would wait for the one before.
inline constexpr std::uint32_t kSmallSet = 256;
class SmallSet {
 public:
  // A shift by 64 or more, for a word that does not hold the number, yields 0.
  void add(std::uint32_t number) noexcept {
    const __m256i above = _mm256_sub_epi64(_mm256_set1_epi64x(number), _mm256_setr_epi64x(0, 64, 128, 192));
    words_ = _mm256_or_si256(words_, _mm256_sllv_epi64(_mm256_set1_epi64x(1), above));
  }
  // The numbers below 256 that are not members, as four words.
  void write_complement(std::uint64_t* out) const noexcept {
    const __m256i others = _mm256_xor_si256(words_, _mm256_set1_epi64x(-1));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), others);
  }

 private:
  __m256i words_ = _mm256_setzero_si256();
};
#endif

}  // namespace ludex::agents::mcts::lanes
