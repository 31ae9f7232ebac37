// Curve: a proof (or disproof) function; its steps may lie anywhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "agents/common/staircase/leaf_shape.hpp"
#include "agents/common/staircase/step.hpp"

namespace ludex::agents::staircase {

// 0 up to `x`. Beyond: the steps, if there are any (the first is then {x, 0}, the last ends at kTop); else
// `scale` times the shape of leaves: sums and minima of leaves of equal value have this form, and, with an
// infinite scale, ends of games. The curve does not own the steps.
struct Curve {
  Value x = 0;
  ProofCount scale = 1;
  std::span<const Step> steps{};

  [[nodiscard]] static constexpr Curve leaf(Value x) noexcept { return {x, 1, {}}; }
  [[nodiscard]] static constexpr Curve certain(Value x) noexcept { return {x, kInfinite, {}}; }

  [[nodiscard]] ProofCount at(Value v, const LeafShape& shape) const noexcept {
    if (v <= x) return 0;
    if (steps.empty()) return scale == kInfinite ? kInfinite : times(scale, shape.at(v, x));
    const Step* step = steps.data() + 1;
    while (step->end < v) ++step;
    return step->height;
  }
  // The height at kTop: infinite if the game cannot be won any more.
  [[nodiscard]] ProofCount top(const LeafShape& shape) const noexcept {
    if (x == kTop) return 0;
    if (!steps.empty()) return steps.back().height;
    return times(scale, shape.steps().back().height);
  }
  // The largest value with at most this height.
  [[nodiscard]] Value reach(ProofCount limit, const LeafShape& shape) const noexcept {
    Value value = x;
    if (steps.empty()) {
      if (x == kTop) return x;
      for (const Step& step : shape.steps()) {
        if (times(scale, step.height) > limit) break;
        value = step.end == kTop ? kTop : shifted(x, step.end);
      }
      return value;
    }
    for (const Step& step : steps) {
      if (step.height > limit) break;
      value = step.end;
    }
    return value;
  }
  // True if no height is between 0 and infinity.
  [[nodiscard]] bool is_certain() const noexcept {
    if (x == kTop) return true;
    if (steps.empty()) return scale == kInfinite;
    return std::all_of(steps.begin(), steps.end(),
                       [](const Step& step) { return step.height == 0 || step.height == kInfinite; });
  }
  // The largest finite height.
  [[nodiscard]] ProofCount highest(const LeafShape& shape) const noexcept {
    if (x == kTop) return 0;
    if (steps.empty()) return scale == kInfinite ? 0 : times(scale, shape.steps().back().height);
    ProofCount height = 0;
    for (const Step& step : steps) {
      if (step.height != kInfinite) height = step.height;
    }
    return height;
  }
};

// True if the values that the two sides can reach are known: a win, a loss or a draw.
[[nodiscard]] inline bool solved(const Curve& own, const Curve& other) noexcept {
  return own.is_certain() && other.is_certain();
}

}  // namespace ludex::agents::staircase
