#include "agents/common/proof-number/fold.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace ludex::agents::proof_number {

std::size_t window(std::size_t alive, const Settings& s) noexcept {
  if (!s.focused()) return alive;
  const auto share = static_cast<std::size_t>(std::ceil(s.widen_fraction * static_cast<double>(alive)));
  return std::min(alive, std::max<std::size_t>(2, s.widen_base + share));
}

PnDn child_thresholds(const Fold& f, const Child& best, const PnDn& own, const Settings& s) noexcept {
  const ProofNumber one{1};
  ProofNumber phi = own.phi;
  ProofNumber delta = ProofNumber::infinite();
  if (s.low_memory) {
    if (f.second != Fold::kNone) phi = std::min(phi, std::max(f.second_phi, f.value.phi) + one);
    delta = best.value.delta + one;
  } else {
    if (f.second != Fold::kNone) {
      // Eq. 2 and 4: as long as the child is not worse than the second best. With ties=first, a second best
      // that comes first takes over as soon as it is as good.
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
