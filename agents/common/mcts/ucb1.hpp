// UCB1 of many siblings at once: eight nodes are adjacent, so eight loads read their sums and roots. It makes
// the same operations in the same order as ucb1() of one node, hence gives the same numbers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "agents/common/mcts/node.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace ludex::agents::mcts {

// With k = c * sqrt(ln N) and q = 1 / sqrt(n_i): mean_i + k / sqrt(n_i) is q * (sum_i * q + k).
template <class N>
[[nodiscard]] float ucb1(const N& child, float k) noexcept {
  const float q = child.inverse_root;
  return q * (static_cast<float>(child.sum) * q + k);
}

#if defined(__AVX2__)
namespace ucb1_lanes {

// A node's sum, visits and root are its first sixteen bytes.
static_assert(offsetof(Node, sum) == 0 && offsetof(Node, inverse_root) == 12);

// UCB1 of four nodes from `low` on and four from `high` on.
template <class N>
[[nodiscard]] __m256 of_eight(const N* low, const N* high, float k) noexcept {
  const auto load = [](const N* a, const N* b) {
    const auto* const first = reinterpret_cast<const double*>(a);
    const auto* const second = reinterpret_cast<const double*>(b);
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(first)), _mm_loadu_pd(second), 1);
  };
  const __m256d a = load(low, low + 2);
  const __m256d b = load(low + 1, low + 3);
  const __m256d c = load(high, high + 2);
  const __m256d d = load(high + 1, high + 3);
  const __m128 low_sums = _mm256_cvtpd_ps(_mm256_unpacklo_pd(a, b));
  const __m128 high_sums = _mm256_cvtpd_ps(_mm256_unpacklo_pd(c, d));
  const __m256 sums = _mm256_insertf128_ps(_mm256_castps128_ps256(low_sums), high_sums, 1);
  const __m256 roots = _mm256_shuffle_ps(_mm256_castpd_ps(_mm256_unpackhi_pd(a, b)),
                                         _mm256_castpd_ps(_mm256_unpackhi_pd(c, d)), 0b11'01'11'01);
  const __m256 q = _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(roots), 0b11'01'10'00));
  return _mm256_mul_ps(q, _mm256_add_ps(_mm256_mul_ps(sums, q), _mm256_set1_ps(k)));
}

// The set of those of `size` nodes (4 to 8) that have the largest UCB1.
template <class N>
[[nodiscard]] std::uint32_t best_of_few(const N* first, std::uint32_t size, float k) noexcept {
  const __m256 scores = of_eight(first, first + (size - 4), k);
  __m256 top = _mm256_max_ps(scores, _mm256_permute2f128_ps(scores, scores, 1));
  top = _mm256_max_ps(top, _mm256_permute_ps(top, 0b01'00'11'10));
  top = _mm256_max_ps(top, _mm256_permute_ps(top, 0b10'11'00'01));
  const auto found = static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(scores, top, _CMP_EQ_OQ)));
  return (found & 15U) | found >> 4 << (size - 4);
}

}  // namespace ucb1_lanes
#endif

// Writes UCB1 of each of `size` > 8 nodes.
template <class N>
void ucb1_of_many(const N* first, std::uint32_t size, float k, float* out) noexcept {
#if defined(__AVX2__)
  const auto eight = [&](std::uint32_t i) {
    _mm256_storeu_ps(out + i, ucb1_lanes::of_eight(first + i, first + i + 4, k));
  };
  for (std::uint32_t i = 0; i + 8 <= size; i += 8) eight(i);
  eight(size - 8);
#else
  for (std::uint32_t i = 0; i < size; ++i) out[i] = ucb1(first[i], k);
#endif
}

}  // namespace ludex::agents::mcts
