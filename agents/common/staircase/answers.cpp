#include "agents/common/staircase/answers.hpp"

#include <cstdint>
#include <string>

namespace ludex::agents::staircase {

Proven Proven::of(const staircase::Curve& own, const staircase::Curve& other,
                  const staircase::LeafShape& shape) noexcept {
  using staircase::kInfinite;
  using staircase::kTop;
  if (own.x == kTop) return {Outcome::kWin, Outcome::kWin};
  if (other.x == kTop) return {Outcome::kLoss, Outcome::kLoss};
  return {other.top(shape) == kInfinite ? Outcome::kDraw : Outcome::kLoss,
          own.top(shape) == kInfinite ? Outcome::kDraw : Outcome::kWin};
}

Result<void> supported(const Game& game) {
  const GameTraits& traits = game.traits();
  constexpr std::uint32_t kNeeded = kZeroSum | kPerfectInformation | kDeterministic;
  if (traits.players != 2 || (traits.flags & kNeeded) != kNeeded)
    return Error{"needs a deterministic two-player zero-sum game of perfect information"};
  return {};
}

staircase::LeafForm leaf_form(const std::string& text) noexcept {
  using staircase::LeafForm;
  return text == "two-step"   ? LeafForm::kTwoStep
         : text == "doubling" ? LeafForm::kDoubling
         : text == "linear"   ? LeafForm::kLinear
                              : LeafForm::kMultiStep;
}

double expected(staircase::Value value, double half) noexcept {
  if (value == staircase::kTop || value == -staircase::kTop) return value > 0 ? 1 : -1;
  const double v = value;
  return 0.999 * v / ((v < 0 ? -v : v) + half);
}

void report_answer(SearchReport& report, Goal goal, bool draws) noexcept {
  if (report.outcome != Outcome::kUnknown)
    report.add_counter("answer", report.outcome == Outcome::kWin ? 1 : 0);
  if (!draws || goal == Goal::kValue) return;
  const Outcome merged = goal == Goal::kWin ? Outcome::kLoss : Outcome::kWin;
  const auto mend = [&](auto& known) {
    if (known.outcome != merged) return;
    known.outcome = Outcome::kUnknown;
    known.value = 0;
    known.bound = goal == Goal::kWin ? ValueBound::kUpper : ValueBound::kLower;
  };
  mend(report);
  for (std::uint32_t i = 0; i < report.root_size; ++i) mend(report.root[i]);
}

}  // namespace ludex::agents::staircase
