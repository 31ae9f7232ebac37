// What the conspiracy-number searches share beside the staircases of core.
#pragma once

#include <cstdint>
#include <string>

#include "core/abi/types.hpp"
#include "core/game/game.hpp"
#include "core/search/staircase/curve.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::conspiracy {

[[nodiscard]] inline Result<void> supported(const Game& game) {
  const GameTraits& traits = game.traits();
  constexpr std::uint32_t kNeeded = kZeroSum | kPerfectInformation | kDeterministic;
  if (traits.players != 2 || (traits.flags & kNeeded) != kNeeded)
    return Error{"needs a deterministic two-player zero-sum game of perfect information"};
  return {};
}

[[nodiscard]] inline staircase::LeafForm leaf_form(const std::string& text) noexcept {
  using staircase::LeafForm;
  return text == "two-step"   ? LeafForm::kTwoStep
         : text == "doubling" ? LeafForm::kDoubling
         : text == "linear"   ? LeafForm::kLinear
                              : LeafForm::kMultiStep;
}

// What a draw counts for the player who is asked about: its own value, 0, or the same as a loss or a win.
enum class Draws { kZero, kLoss, kWin };

// The value of a finished game for `player`.
[[nodiscard]] inline staircase::Value value_of(GameStatus status, Player player, Player asked, Draws draws,
                                               staircase::Value zero) noexcept {
  if (status != GameStatus::kDraw) return winner_of(status) == player ? staircase::kTop : -staircase::kTop;
  if (draws == Draws::kZero) return zero;
  return (draws == Draws::kWin) == (player == asked) ? staircase::kTop : -staircase::kTop;
}

// What the functions of a position prove for its mover.
struct Proven {
  Outcome at_least = Outcome::kLoss;
  Outcome at_most = Outcome::kWin;

  [[nodiscard]] static Proven of(const staircase::Curve& own, const staircase::Curve& other,
                                 const staircase::LeafShape& shape) noexcept {
    using staircase::kInfinite;
    using staircase::kTop;
    if (own.x == kTop) return {Outcome::kWin, Outcome::kWin};
    if (other.x == kTop) return {Outcome::kLoss, Outcome::kLoss};
    return {other.top(shape) == kInfinite ? Outcome::kDraw : Outcome::kLoss,
            own.top(shape) == kInfinite ? Outcome::kDraw : Outcome::kWin};
  }
  [[nodiscard]] Proven turned() const noexcept { return {opposite(at_most), opposite(at_least)}; }
  [[nodiscard]] Outcome outcome() const noexcept {
    return at_least == at_most ? at_least : Outcome::kUnknown;
  }
};

}  // namespace ludex::agents::conspiracy
