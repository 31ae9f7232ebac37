// LeafShape: the proof function of an unexpanded position, relative to its value. All leaves of a search
// share one, so a leaf is stored as its value alone and evaluated on demand.
//
// With t the distance above the leaf's value in units of delta:
//   multi-step   ceil(2^t) - 1         eq. 15: height i up to t = log2(i + 1)
//   two-step     1                     eq. 4
//   doubling     1 + max(0, ceil(log2 t))
//   linear       ceil(t)
// All have height 1 on (0, 1]. Heights end at `cap`, up to the top: a position that is not over can still be
// won, so its function is finite everywhere (the paper leaves this open).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/staircase/step.hpp"
#include "core/abi/enum_text.hpp"

namespace ludex::agents::staircase {

enum class LeafForm { kMultiStep, kTwoStep, kDoubling, kLinear };
[[nodiscard]] constexpr auto enum_texts(LeafForm) noexcept {
  return EnumTexts{"multi-step", "two-step", "doubling", "linear"};
}

class LeafShape {
 public:
  static constexpr std::size_t kMaxSteps = 64;

  LeafShape() : LeafShape(LeafForm::kTwoStep, 1, 1, Eta()) {}
  // `delta` >= 1, `cap` >= 1. Merged with eta like every function, and more coarsely if it has more than
  // kMaxSteps.
  LeafShape(LeafForm form, Value delta, ProofCount cap, Eta eta);

  // Ends are distances from the leaf's value; the last is kTop.
  [[nodiscard]] std::span<const Step> steps() const noexcept { return steps_; }

  // The height at v > x for a leaf of value x.
  [[nodiscard]] ProofCount at(Value v, Value x) const noexcept {
    // Values beyond kTop have the last step, like kTop.
    const std::uint32_t distance =
        std::min(static_cast<std::uint32_t>(v) - static_cast<std::uint32_t>(x), std::uint32_t{kTop});
    const Step* step = &steps_[start_[std::min<std::size_t>(distance >> shift_, kCells - 1)]];
    while (static_cast<std::uint32_t>(step->end) < distance) ++step;
    return step->height;
  }

 private:
  static constexpr std::size_t kCells = 256;

  [[nodiscard]] static double length(LeafForm form, ProofCount i) noexcept;

  // start_[c]: the first step that has a value of cell c.
  void index();

  std::vector<Step> steps_;
  unsigned shift_ = 0;
  std::array<std::uint8_t, kCells> start_{};
};

}  // namespace ludex::agents::staircase
