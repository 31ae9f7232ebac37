#include "agents/common/staircase/interval.hpp"

#include <algorithm>
#include <cstdint>

namespace ludex::agents::staircase {

Value target(const Curve& f, const Reach& reach, const LeafShape& shape) noexcept {
  if (f.x == staircase::kTop) return f.x;
  Height limit = f.at(staircase::shifted(f.x, std::max(reach.extension, 1)), shape);
  if (limit == staircase::kInfinite) limit = f.highest(shape);
  return f.reach(std::min(std::max(limit, reach.threshold), staircase::kLargest), shape);
}

Interval interval(const Curve& own, const Curve& other, Reach own_reach, Reach other_reach, Value tolerance,
                  const LeafShape& shape) noexcept {
  for (;;) {
    const Interval result{target(own, own_reach, shape), target(other, other_reach, shape)};
    const std::int64_t width = std::int64_t{result.own} + result.other;
    const bool own_left = own_reach.threshold < own.highest(shape);
    const bool other_left = other_reach.threshold < other.highest(shape);
    if (width > tolerance || (!own_left && !other_left)) return result;
    const auto doubled = [](Height h) { return staircase::sum(std::max(h, Height{1}), h); };
    own_reach.threshold = doubled(own_reach.threshold);
    other_reach.threshold = doubled(other_reach.threshold);
  }
}

}  // namespace ludex::agents::staircase
