#include "agents/scns/choice.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace ludex::agents::scns {

Targets Choice::targets(const Curve& own, const Curve& other, const LeafShape& shape) const noexcept {
  const staircase::Interval interval =
      staircase::interval(own, other, {settings_.p_max, Settings::parts(settings_.delta_p)},
                          {settings_.d_max, Settings::parts(settings_.delta_d)}, 0, shape);
  return {interval.own, interval.other};
}

Look Choice::look(std::span<const Child> children) noexcept {
  Look look;
  for (std::uint32_t i = 0; i < children.size(); ++i) {
    const Child& child = children[i];
    look.numbers.other = staircase::sum(look.numbers.other, child.dn);
    if (look.best == Frame::kNone || child.pn < look.numbers.own ||
        (child.pn == look.numbers.own && child.error < children[look.best].error)) {
      if (look.best != Frame::kNone) look.second = std::min(look.second, look.numbers.own);
      look.best = i;
      look.numbers.own = child.pn;
    } else {
      look.second = std::min(look.second, child.pn);
    }
  }
  return look;
}

std::uint32_t Choice::select(std::span<const Child> children, std::uint32_t last, const Look& look,
                             const Numbers& limits, Numbers& next) const noexcept {
  std::uint32_t chosen = look.best;
  next.own = std::min(limits.own, widened(look.second));
  if (last != Frame::kNone && last != look.best) {
    const Height limit = std::min(limits.own, widened(look.numbers.own));
    if (!children[last].final && children[last].pn < limit) {
      chosen = last;
      next.own = limit;
    }
  }
  const Child& child = children[chosen];
  next.other = limits.other == kInfinite
                   ? kInfinite
                   : static_cast<Height>(limits.other - (look.numbers.other - child.dn));
  // Only numbers at the end of their range get here.
  if (next.own <= child.pn) next.own = kInfinite;
  if (next.other <= child.dn) next.other = kInfinite;
  return chosen;
}

Height Choice::widened(Height number) const noexcept {
  if (number == kInfinite) return kInfinite;
  const std::uint64_t wide = (std::uint64_t{number} * widen_ + 1023) / 1024;
  return static_cast<Height>(
      std::min<std::uint64_t>(std::max<std::uint64_t>(wide, std::uint64_t{number} + 1), staircase::kLargest));
}

}  // namespace ludex::agents::scns
