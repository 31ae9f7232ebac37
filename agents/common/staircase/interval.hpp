// The search interval [v_min, v_max] from the functions of the root (Pawlewicz & Hayward, eq. 6-8).
#pragma once

#include "agents/common/staircase/curve.hpp"

namespace ludex::agents::staircase {

using staircase::Curve;
using staircase::Height;
using staircase::LeafShape;
using staircase::Value;

// One side of it: how far the target lies from the root's value.
struct Reach {
  Height threshold = 1;  // P_max or D_max
  Value extension = 0;   // delta_p or delta_d
};

// Eq. 8: the largest v with f(v) <= max(f(x + extension), threshold). Eq. 7 with extension 0, eq. 6 (to the
// end of the step) with threshold 0.
//
// v > x where that can be reached at all (section 2.5 wants v_min < v_root < v_max). And where f is infinite
// from x + extension on, as beside a secured draw, the largest v that is not out of reach takes its place.
[[nodiscard]] Value target(const Curve& f, const Reach& reach, const LeafShape& shape) noexcept;

// The targets of the two players, each in its own view: the mover wants at least `own`, the opponent that the
// mover gets at most -`other`.
struct Interval {
  Value own;
  Value other;
};

// While the interval is no wider than `tolerance` although more could be reached, the thresholds are doubled
// ("increase thresholds and resume", section 2.6).
[[nodiscard]] Interval interval(const Curve& own, const Curve& other, Reach own_reach, Reach other_reach,
                                Value tolerance, const LeafShape& shape) noexcept;

}  // namespace ludex::agents::staircase
