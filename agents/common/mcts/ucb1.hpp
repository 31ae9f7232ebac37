// UCB1 of many siblings at once: eight nodes are adjacent, so eight loads read their sums and roots. It makes
// the same operations in the same order as ucb1() of one node, hence gives the same numbers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "agents/common/mcts/node.hpp"
#include "core/util/vectors.hpp"

namespace ludex::agents::mcts {

// With k = c * sqrt(ln N) and q = 1 / sqrt(n_i): mean_i + k / sqrt(n_i) is q * (sum_i * q + k).
template <class N>
[[nodiscard]] float ucb1(const N& child, float k) noexcept {
  const float q = child.inverse_root;
  return q * (static_cast<float>(child.sum) * q + k);
}

namespace ucb1_lanes {

static_assert(offsetof(Node, sum) == 0 && offsetof(Node, inverse_root) == 12);

// UCB1 of four nodes from `low` on and four from `high` on.
template <class N>
[[nodiscard]] vectors::Floats of_eight(const N* low, const N* high, float k) noexcept {
  return vectors::scores_of_eight(low, high, k);
}

// The set of those of `size` nodes (4 to 8) that have the largest UCB1.
template <class N>
[[nodiscard]] std::uint32_t best_of_few(const N* first, std::uint32_t size, float k) noexcept {
  const std::uint32_t found = vectors::where_largest(of_eight(first, first + (size - 4), k));
  return (found & 15U) | found >> 4 << (size - 4);
}

}  // namespace ucb1_lanes

// Writes UCB1 of each of `size` > 8 nodes; returns the largest.
template <class N>
[[nodiscard]] float ucb1_of_many(const N* first, std::uint32_t size, float k, float* out) noexcept {
  const auto eight = [&](std::uint32_t i) {
    const vectors::Floats scores = ucb1_lanes::of_eight(first + i, first + i + 4, k);
    vectors::store(out + i, scores);
    return scores;
  };
  vectors::Floats top = eight(0);
  for (std::uint32_t i = 8; i + 8 <= size; i += 8) top = vectors::larger(top, eight(i));
  return vectors::largest(vectors::larger(top, eight(size - 8)));
}

}  // namespace ludex::agents::mcts
