// Computes the numbers of a node from those of its children, and the thresholds of the child to search. All
// are from the point of view of the player who moves in the node; the children's values are already turned:
//   phi = min(phi_c + cost),  delta = sum of delta_c   (or weak: max + (k - 1), k unsolved children)
// With cost = 0 and a plain sum this is proof-number search; eq. numbers are those of Nagai & Imai.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "agents/common/proof-number/question.hpp"
#include "agents/common/proof-number/settings.hpp"

namespace ludex::agents::proof_number {

struct ChildSummary {
  static constexpr std::size_t kNone = ~std::size_t{0};

  PnDn value;
  std::uint16_t dependence = kAnyPath;  // of a solved value
  std::size_t best = kNone;             // the child to search, or the proving one
  std::size_t second = kNone;
  ProofNumber best_phi;  // with cost
  ProofNumber second_phi = ProofNumber::infinite();
  std::uint32_t counted = 0;  // children in the sum
};

[[nodiscard]] inline ProofNumber with_cost(ProofNumber phi, const Settings& s) noexcept {
  if (s.cost == 0 || phi.is_infinite() || phi.is_zero()) return phi;
  // Not 0: that would be a proof.
  return ProofNumber::saturated(
      std::max<std::int64_t>(1, std::int64_t{phi.value()} + std::int64_t{s.cost} * s.unit));
}

// Number of unrefuted children that count.
[[nodiscard]] inline std::size_t window(std::size_t alive, const Settings& s) noexcept {
  if (!s.focused()) return alive;
  const auto share = static_cast<std::size_t>(std::ceil(s.widen_fraction * static_cast<double>(alive)));
  return std::min(alive, std::max<std::size_t>(2, s.widen_base + share));
}

// `Node` is Child or derived from it.
template <class Node>
[[nodiscard]] ChildSummary summarize(std::span<const Node> children, const Settings& s) noexcept {
  ChildSummary f;
  std::size_t alive = children.size();
  if (s.focused()) {
    alive = static_cast<std::size_t>(
        std::count_if(children.begin(), children.end(), [](const Child& c) { return c.alive(); }));
  }
  std::size_t room = window(alive, s);
  ProofNumber sum{0};
  ProofNumber largest{0};
  f.best_phi = ProofNumber::infinite();
  std::uint16_t refuted_by = kAnyPath;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Child& child = children[i];
    if (!child.alive()) {
      refuted_by = std::min(refuted_by, child.dependence);
      continue;
    }
    if (child.value.is_proven()) {
      // A proof that holds on every path is better.
      if (!f.value.is_proven() || child.dependence > f.dependence) {
        f.best = i;
        f.dependence = child.dependence;
      }
      f.value = PnDn::proven();
      continue;
    }
    if (room == 0) {
      if (s.widen_sum) sum += child.value.delta;
      continue;
    }
    --room;
    sum += child.value.delta;
    largest = std::max(largest, child.value.delta);
    ++f.counted;
    const ProofNumber phi = with_cost(child.value.phi, s);
    if (f.value.is_proven()) continue;
    if (phi < f.best_phi || f.best == ChildSummary::kNone) {
      f.second = f.best;
      f.second_phi = f.best_phi;
      f.best = i;
      f.best_phi = phi;
    } else if (phi < f.second_phi || f.second == ChildSummary::kNone) {
      f.second = i;
      f.second_phi = phi;
    }
  }
  if (f.value.is_proven()) return f;
  if (f.counted == 0) {
    f.value = PnDn::disproven();
    f.dependence = refuted_by;
    return f;
  }
  f.value = {f.best_phi,
             s.weak ? largest + ProofNumber::saturated(std::int64_t{f.counted - 1} * s.unit) : sum};
  return f;
}

// Thresholds for the best child; both exceed its present numbers.
[[nodiscard]] inline PnDn child_thresholds(const ChildSummary& f, const Child& best, const PnDn& own,
                                           const Settings& s) noexcept {
  const ProofNumber one{1};
  ProofNumber phi = own.phi;
  ProofNumber delta = ProofNumber::infinite();
  if (s.low_memory) {
    if (f.second != ChildSummary::kNone) phi = std::min(phi, std::max(f.second_phi, f.value.phi) + one);
    delta = best.value.delta + one;
  } else {
    if (f.second != ChildSummary::kNone) {
      // Eq. 2 and 4: as long as the child is no worse than the second best. With ties=first, a second best
      // that comes first takes over as soon as it is equal.
      ProofNumber limit = s.ties_first && f.second < f.best ? f.second_phi : f.second_phi + one;
      if (s.epsilon > 0) {
        const double wide = std::ceil(static_cast<double>(f.second_phi.value()) * (1 + s.epsilon));
        limit = std::max(limit, ProofNumber::saturated(static_cast<std::int64_t>(std::min(wide, 1e12))));
      }
      phi = std::min(phi, limit);
    }
    // Eq. 1 and 3.
    if (!own.delta.is_infinite()) {
      delta = s.weak ? own.delta - ProofNumber::saturated(std::int64_t{f.counted - 1} * s.unit)
                     : own.delta - (f.value.delta - best.value.delta);
    }
  }
  if (!phi.is_infinite() && s.cost != 0) {
    phi = ProofNumber::saturated(std::int64_t{phi.value()} - std::int64_t{s.cost} * s.unit);
  }
  // Only numbers at the end of their range get here.
  if (phi <= best.value.phi) phi = ProofNumber::infinite();
  if (delta <= best.value.delta) delta = ProofNumber::infinite();
  return {phi, delta};
}

}  // namespace ludex::agents::proof_number
