// Node: a position of the tree. All its numbers are for the root's player.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/abi/types.hpp"

namespace ludex::agents::descent {

struct Node {
  Move move = kNoMove;
  std::uint32_t children = 0;  // block in the pool, undefined while size is 0
  std::uint32_t size = 0;
  std::uint32_t visits = 0;  // how often the search went here
  std::int32_t value = 0;    // centi-units
  std::int32_t low = 0;      // proven: low <= result <= high, in results of Units
  std::int32_t high = 0;
  bool mover_is_player = false;
  bool closed = false;  // nothing below is left to search
  bool busy = false;    // other threads are at all that is left
};

// A finished game counts this much less a ply for each ply from the root.
inline constexpr std::int32_t kWinValue = 32'000;
inline constexpr std::int32_t kMostEvaluation = 30'000;

// The results and values of one search.
struct Units {
  bool completion = true;
  bool by_score = false;   // results are scores (ludex.score/1), else outcomes
  std::int32_t most = 1;   // results lie in [-most, most]
  std::int32_t point = 0;  // centi-units of a point of score

  // The pair (c, v) of the paper as one number in lexicographic order: c is 1 for a proven win, -1 for a
  // proven loss, else 0. Without completion v alone.
  [[nodiscard]] std::int32_t worth(const Node& node) const noexcept {
    constexpr std::int32_t kStep = 4 * kWinValue;
    return completion ? kStep * ((node.low > 0 ? 1 : 0) - (node.high < 0 ? 1 : 0)) + node.value : node.value;
  }
  // The value nearest to `value` that the proven bounds allow.
  [[nodiscard]] std::int32_t within(std::int32_t value, std::int32_t low, std::int32_t high) const noexcept {
    if (!completion) return value;
    if (by_score && low > -most) value = std::max(value, point * low);
    if (by_score && high < most) value = std::min(value, point * high);
    if (low >= 0) value = std::max(value, 0);
    if (high <= 0) value = std::min(value, 0);
    return value;
  }
};

// The results that are asked for: only those above alpha and below beta are told apart.
struct Window {
  std::int32_t alpha = -1;
  std::int32_t beta = 1;

  [[nodiscard]] bool settles(const Node& node) const noexcept {
    return node.low >= beta || node.high <= alpha || node.low >= node.high;
  }
};

}  // namespace ludex::agents::descent
