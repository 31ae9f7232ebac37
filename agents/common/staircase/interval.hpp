// The search interval [v_min, v_max] from the functions of the root (Pawlewicz & Hayward, eq. 6-8).
#pragma once

#include <algorithm>
#include <cstdint>

#include "agents/common/staircase/curve.hpp"

namespace ludex::agents::staircase {

using staircase::Curve;
using staircase::LeafShape;
using staircase::ProofCount;
using staircase::Value;

// Limits of one side: how far the target may lie from the root's value.
struct Reach {
  ProofCount threshold = 1;  // P_max or D_max
  Value extension = 0;       // delta_p or delta_d
};

// Eq. 8: the largest v with f(v) <= max(f(x + extension), threshold). Eq. 7 with extension 0, eq. 6 (to the
// end of the step) with threshold 0.
//
// v > x if that is reachable (section 2.5 requires v_min < v_root < v_max). If f is infinite from x +
// extension on, as next to a secured draw, the largest reachable v replaces it.
[[nodiscard]] inline Value target(const Curve& f, const Reach& reach, const LeafShape& shape) noexcept {
  if (f.x == staircase::kTop) return f.x;
  ProofCount limit = f.at(staircase::shifted(f.x, std::max(reach.extension, 1)), shape);
  if (limit == staircase::kInfinite) limit = f.highest(shape);
  return f.reach(std::min(std::max(limit, reach.threshold), staircase::kLargest), shape);
}

// The targets of the two players, each in its own view: the mover wants at least `own`, the opponent that the
// mover gets at most -`other`.
struct Interval {
  Value own;
  Value other;
};

// While the interval is no wider than `tolerance` although more could be reached, the thresholds are doubled
// ("increase thresholds and resume", section 2.6).
[[nodiscard]] inline Interval interval(const Curve& own, const Curve& other, Reach own_reach,
                                       Reach other_reach, Value tolerance, const LeafShape& shape) noexcept {
  for (;;) {
    const Interval result{target(own, own_reach, shape), target(other, other_reach, shape)};
    const std::int64_t width = std::int64_t{result.own} + result.other;
    const bool own_left = own_reach.threshold < own.highest(shape);
    const bool other_left = other_reach.threshold < other.highest(shape);
    if (width > tolerance || (!own_left && !other_left)) return result;
    const auto doubled = [](ProofCount h) { return staircase::sum(std::max(h, ProofCount{1}), h); };
    own_reach.threshold = doubled(own_reach.threshold);
    other_reach.threshold = doubled(other_reach.threshold);
  }
}

}  // namespace ludex::agents::staircase
