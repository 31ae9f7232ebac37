#include "agents/common/staircase/leaf_shape.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ludex::agents::staircase {

LeafShape::LeafShape(LeafForm form, Value delta, ProofCount cap, Eta eta) {
  std::vector<Step> exact;
  for (ProofCount i = 1; i <= cap; ++i) {
    const double t = length(form, i);
    const double end = std::floor(t * delta + 1e-9);
    if (i == cap || !(end < kTop / 4)) {
      exact.push_back({kTop, i});
      break;
    }
    const auto value = static_cast<Value>(end);
    // If several steps end at the same value, the first is kept: the others are empty.
    if (exact.empty() || exact.back().end < value) exact.push_back({value, i});
  }
  for (;; eta = eta.coarser()) {
    Descent descent(steps_, eta);
    for (std::size_t i = exact.size(); i-- > 0;) descent.add(exact[i].end, exact[i].height);
    if (steps_.size() <= kMaxSteps) break;
  }
  std::reverse(steps_.begin(), steps_.end());
  index();
}

double LeafShape::length(LeafForm form, ProofCount i) noexcept {
  switch (form) {
    case LeafForm::kMultiStep:
      return std::log2(i + 1.0);
    case LeafForm::kDoubling:
      return std::exp2(std::min(i - 1.0, 64.0));
    case LeafForm::kLinear:
      return i;
    case LeafForm::kTwoStep:
      break;
  }
  return 1e18;
}

void LeafShape::index() {
  const Value far = steps_.size() < 2 ? 1 : steps_[steps_.size() - 2].end;
  while (far >> shift_ >= static_cast<Value>(kCells) - 1) ++shift_;
  std::size_t step = 0;
  for (std::size_t c = 0; c < kCells; ++c) {
    const auto low = static_cast<std::int64_t>(c) << shift_;
    while (steps_[step].end < low) ++step;
    start_[c] = static_cast<std::uint8_t>(step);
  }
}

}  // namespace ludex::agents::staircase
