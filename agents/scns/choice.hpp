// Choice: errors and numbers of the moves of a position, selection of the move to search next, and the
// targets at the root. Pawlewicz & Hayward, sections 2.5, 3.3 and 3.4.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "agents/common/staircase/interval.hpp"
#include "agents/scns/frame.hpp"

namespace ludex::agents::scns {

// Limits or results of a visit: the numbers for reaching the mover's target and the opponent's.
struct Numbers {
  ProofCount own = kInfinite;
  ProofCount other = kInfinite;

  [[nodiscard]] Numbers turned() const noexcept { return {other, own}; }
};
// Lower bounds of the value that the mover aims at and, for the negated value, the opponent.
struct Targets {
  Value own = 0;
  Value other = 0;

  // The same from the view of the mover of a child.
  [[nodiscard]] Targets of(const Child& child) const noexcept {
    if (child.same_mover) return {shifted(own, child.error), shifted(other, -child.error)};
    return {shifted(other, -child.error), shifted(own, child.error)};
  }
};

// The numbers of a node, computed from those of its moves.
struct ChildSummary {
  Numbers numbers{kInfinite, 0};
  std::uint32_t best = Frame::kNone;
  ProofCount second = kInfinite;  // the second best move's number
};

class Choice {
 public:
  Choice() = default;
  explicit Choice(const Settings& settings)
      : settings_(settings), widen_(static_cast<std::uint64_t>((1 + settings.epsilon) * 1024)) {}

  // Eq. 8.
  [[nodiscard]] Targets targets(const Curve& own, const Curve& other, const LeafShape& shape) const noexcept {
    const staircase::Interval interval =
        staircase::interval(own, other, {settings_.p_max, Settings::parts(settings_.delta_p)},
                            {settings_.d_max, Settings::parts(settings_.delta_d)}, 0, shape);
    return {interval.own, interval.other};
  }

  // Eq. 16-19.
  [[nodiscard]] Value error_of(const Child& child) const noexcept {
    double error = child.first_error;
    const double wins = child.rave_wins;
    const double losses = child.rave_losses;
    const double games = wins + losses;
    if (settings_.rave && games > 0) {
      const double alpha = std::sqrt(games / (3 * settings_.r_shift + games));
      const double by_rave = inverse_erf((losses - wins) / (games + 1));
      error = (1 - alpha) * error + alpha * settings_.r_impact * Settings::kParts * by_rave;
    }
    if (settings_.forgetting) error *= std::max(1 - child.work / settings_.w_max, 0.0);
    return static_cast<Value>(std::lround(error));
  }

  // Prefers, among equal numbers, the child with the least error, then the first.
  [[nodiscard]] static ChildSummary summarize(std::span<const Child> children) noexcept {
    ChildSummary summary;
    for (std::uint32_t i = 0; i < children.size(); ++i) {
      const Child& child = children[i];
      summary.numbers.other = staircase::sum(summary.numbers.other, child.dn);
      if (summary.best == Frame::kNone || child.pn < summary.numbers.own ||
          (child.pn == summary.numbers.own && child.error < children[summary.best].error)) {
        if (summary.best != Frame::kNone) summary.second = std::min(summary.second, summary.numbers.own);
        summary.best = i;
        summary.numbers.own = child.pn;
      } else {
        summary.second = std::min(summary.second, child.pn);
      }
    }
    return summary;
  }

  // The child to search, and its limits from the view of the mover of the node: 1 + epsilon (Pawlewicz & Lew
  // 2006), and, as the search is interrupted often, the last child again as long as it is within its own
  // wider limit (Pawlewicz & Hayward 2013, SELECT).
  [[nodiscard]] std::uint32_t select(std::span<const Child> children, std::uint32_t last,
                                     const ChildSummary& summary, const Numbers& limits,
                                     Numbers& next) const noexcept {
    std::uint32_t chosen = summary.best;
    next.own = std::min(limits.own, widened(summary.second));
    if (last != Frame::kNone && last != summary.best) {
      const ProofCount limit = std::min(limits.own, widened(summary.numbers.own));
      if (!children[last].final && children[last].pn < limit) {
        chosen = last;
        next.own = limit;
      }
    }
    const Child& child = children[chosen];
    next.other = limits.other == kInfinite
                     ? kInfinite
                     : static_cast<ProofCount>(limits.other - (summary.numbers.other - child.dn));
    // Only numbers at the end of their range get here.
    if (next.own <= child.pn) next.own = kInfinite;
    if (next.other <= child.dn) next.other = kInfinite;
    return chosen;
  }

 private:
  [[nodiscard]] ProofCount widened(ProofCount number) const noexcept {
    if (number == kInfinite) return kInfinite;
    const std::uint64_t wide = (std::uint64_t{number} * widen_ + 1023) / 1024;
    return static_cast<ProofCount>(std::min<std::uint64_t>(
        std::max<std::uint64_t>(wide, std::uint64_t{number} + 1), staircase::kLargest));
  }

  Settings settings_;
  std::uint64_t widen_ = 1024;
};

}  // namespace ludex::agents::scns
