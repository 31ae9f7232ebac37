// Values, heights and steps of proof functions, and the merging of heights (Pawlewicz & Hayward, "Conspiracy
// number search with relative sibling scores", section 2).
//
// A proof function gives for every value the number of leaves that must change for a node to reach it. It is
// a non-decreasing staircase; step i has one height on (end of step i - 1, end of step i]. A disproof
// function d is kept as u -> d(-u), so that it has the same shape, and both players' functions are one type.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace ludex::agents::staircase {

// Fixed point, in units of the user's choice; kTop is a proven win, -kTop a proven loss. Integers make sums
// and comparisons the same everywhere.
using Value = std::int32_t;
inline constexpr Value kTop = 1 << 30;

// v + by; results of the game are unchanged, and no other value becomes one.
[[nodiscard]] constexpr Value shifted(Value v, Value by) noexcept {
  if (v == kTop || v == -kTop) return v;
  const std::int64_t moved = std::int64_t{v} + by;
  return static_cast<Value>(std::clamp<std::int64_t>(moved, -kTop + 1, kTop - 1));
}

// Number of leaves that must change. Infinite: no change of leaves suffices, which is a proof; so finite sums
// saturate below.
using ProofCount = std::uint32_t;
inline constexpr ProofCount kInfinite = std::numeric_limits<ProofCount>::max();
inline constexpr ProofCount kLargest = kInfinite - 1;

[[nodiscard]] constexpr ProofCount sum(ProofCount a, ProofCount b) noexcept {
  if (a == kInfinite || b == kInfinite) return kInfinite;
  return static_cast<ProofCount>(std::min<std::uint64_t>(std::uint64_t{a} + b, kLargest));
}
[[nodiscard]] constexpr ProofCount times(ProofCount a, ProofCount b) noexcept {
  if (a == kInfinite || b == kInfinite) return kInfinite;
  return static_cast<ProofCount>(std::min<std::uint64_t>(std::uint64_t{a} * b, kLargest));
}

struct Step {
  Value end;  // the last value with this height
  ProofCount height;
  [[nodiscard]] constexpr bool operator==(const Step&) const noexcept = default;
};

// The allowed relative error of heights, in 1/1024.
class Eta {
 public:
  constexpr Eta() noexcept = default;
  constexpr explicit Eta(std::uint32_t thousandths) noexcept : value_(thousandths) {}
  [[nodiscard]] static Eta of(double eta) noexcept {
    return Eta(static_cast<std::uint32_t>(eta * kOne + 0.5));
  }

  // True if a step of height `low` may be raised to `high`. Zero and infinity, the proofs, stay exact.
  [[nodiscard]] constexpr bool merges(ProofCount low, ProofCount high) const noexcept {
    if (low == high) return true;
    if (low == 0 || high == kInfinite) return false;
    return std::uint64_t{low} * (kOne + value_) >= std::uint64_t{high} * kOne;
  }
  // The next coarser eta, for functions with too many steps.
  [[nodiscard]] constexpr Eta coarser() const noexcept { return Eta(value_ + value_ / 2 + 32); }

 private:
  static constexpr std::uint32_t kOne = 1024;
  std::uint32_t value_ = 0;
};

// Takes the steps of an exact function from the highest to the lowest and keeps, in the same order, those of
// an approximation f^ from above:  f <= f^ <= (1 + eta) f.
//
// The paper's Definition 4, read pointwise, lacks the property of its Lemma 1: of heights 100, 125, 150 with
// eta = 0.3 it keeps 125 and 150. Merging from the top keeps p1 < p2 in succession only if p1 (1 + eta) < p2,
// which is Lemma 1, and so Theorem 1: O(log f(kTop)) steps.
class Descent {
 public:
  Descent(std::vector<Step>& out, Eta eta) : out_(&out), eta_(eta) { out.clear(); }

  // The function has `height` on values from `end` down to the next end, exclusive.
  void add(Value end, ProofCount height) {
    if (out_->empty() || !eta_.merges(height, out_->back().height)) out_->push_back({end, height});
  }

 private:
  std::vector<Step>* out_;
  Eta eta_;
};

}  // namespace ludex::agents::staircase
