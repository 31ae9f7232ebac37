// A game whose evaluation is a model's: every search that asks a game for ludex.evaluate/1 uses the model
// then.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "agents/common/model/model_file.hpp"
#include "core/game/extensions/evaluate.hpp"
#include "core/game/forwarding_game.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::model {

// Room for codes on the stack; models of larger observations are refused.
inline constexpr std::size_t kMostPlaces = 8192;
inline constexpr std::size_t kMostNumbers = 256;
[[nodiscard]] inline bool fits(const FeatureShape& shape) noexcept {
  return std::size_t{shape.layers} * shape.sites <= kMostPlaces && shape.numbers <= kMostNumbers;
}

// The expected return of `player` by the network.
[[nodiscard]] inline float value_of(const TupleNetwork& network, const Features& features, const State* state,
                                    Player player) noexcept {
  std::array<std::uint8_t, kMostPlaces> codes;
  std::array<float, kMostNumbers> numbers;
  features.observe(state, player, codes.data(), numbers.data());
  return network.value(codes.data(), numbers.data());
}

// ludex.evaluate/1 by a network of two players: 10,000 is a certain win.
class TupleEvaluation final : public Evaluate {
 public:
  TupleEvaluation(const Game& game, const Features& features, const TupleNetwork& network)
      : game_(game), features_(features), network_(network) {}
  [[nodiscard]] std::int32_t evaluate(const State* state) const noexcept override {
    const Player mover = game_.to_move(state);
    const float value = value_of(network_, features_, state, mover == kChance ? 0 : mover);
    return static_cast<std::int32_t>(std::lround(value * 10000));
  }

 private:
  const Game& game_;
  const Features& features_;
  const TupleNetwork& network_;
};

// The game outlives this object.
class GuidedGame final : public ForwardingGame {
 public:
  GuidedGame(const Game& game, TupleModel model)
      : ForwardingGame(game),
        model_(std::make_unique<const TupleModel>(std::move(model))),
        evaluation_(game, *find<Features>(game), model_->network) {}

  [[nodiscard]] const void* extension(const char* id) const noexcept override {
    if (std::string_view(id) == Evaluate::kId) return static_cast<const Evaluate*>(&evaluation_);
    return ForwardingGame::extension(id);
  }

 private:
  std::unique_ptr<const TupleModel> model_;
  TupleEvaluation evaluation_;
};

// The game that an agent with the parameter `model` searches: `game` itself without a model, or `game` with
// the evaluation of the model in that file, kept in `holder`, which reads the file when the game is another
// one. Throws std::runtime_error if the file cannot be used for the game.
[[nodiscard]] const Game& guided(std::unique_ptr<GuidedGame>& holder, const std::string& file,
                                 const Game& game);

}  // namespace ludex::agents::model
