// The evaluation of a position as a reward: e centi-units count as tanh(e / scale), or, if evaluations are
// expected results, as e / 10,000. For the enhancements that
// use one: progressive bias, implicit minimax, mixed playouts, early termination.
#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "agents/common/mcts/enhancements/extension.hpp"
#include "core/game/extensions.hpp"

namespace ludex::agents::mcts {

class Evaluation {
 public:
  Evaluation(double scale, bool expected) noexcept : scale_(static_cast<float>(scale)), expected_(expected) {}

  // Throws if the game cannot be evaluated.
  void start(const Game& game) {
    evaluate_ = &required_extension<Evaluate>(game);
    if (game.traits().players != 2)
      throw std::invalid_argument("uct: components that use an evaluation need two players");
  }

  // For the mover, in [-1, 1].
  [[nodiscard]] float of(const State* state) const noexcept {
    const auto value = static_cast<float>(evaluate_->evaluate(state));
    return expected_ ? std::clamp(value / 10000.0F, -1.0F, 1.0F) : std::tanh(value / scale_);
  }

 private:
  const float scale_;
  const bool expected_;
  const Evaluate* evaluate_ = nullptr;
};

}  // namespace ludex::agents::mcts
