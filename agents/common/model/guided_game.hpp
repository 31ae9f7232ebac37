// A game whose evaluation is a model's: every search that asks a game for ludex.evaluate/1 uses the model
// then.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "agents/common/model/model.hpp"
#include "core/game/extensions/evaluate.hpp"
#include "core/game/forwarding_game.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::model {

// ludex.evaluate/1 by a model with values: 10,000 is a certain win.
class ModelEvaluation final : public Evaluate {
 public:
  explicit ModelEvaluation(const Model& model) : model_(model) {}
  [[nodiscard]] std::int32_t evaluate(const State* state) const noexcept override {
    return static_cast<std::int32_t>(std::lround(model_.evaluate(state) * 10000));
  }

 private:
  const Model& model_;
};

// The game outlives this object; the model is one of this game, with values.
class GuidedGame final : public ForwardingGame {
 public:
  GuidedGame(const Game& game, std::unique_ptr<const Model> model)
      : ForwardingGame(game), model_(std::move(model)), evaluation_(*model_) {}

  [[nodiscard]] const Model& model() const noexcept { return *model_; }
  [[nodiscard]] const void* extension(const char* id) const noexcept override {
    if (std::string_view(id) == Evaluate::kId) return static_cast<const Evaluate*>(&evaluation_);
    return ForwardingGame::extension(id);
  }

 private:
  std::unique_ptr<const Model> model_;
  ModelEvaluation evaluation_;
};

// The game that an agent with the parameter `model` searches: `game` itself without a model, or `game` with
// the evaluation of the model in that file, kept in `holder`, which reads the file when the game is another
// one. Throws std::runtime_error if the file cannot be used for the game, or the model has no values.
[[nodiscard]] const Game& guided(std::unique_ptr<GuidedGame>& holder, const std::string& file,
                                 const Game& game);

}  // namespace ludex::agents::model
