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
#include "core/game/draft/evaluate_all.hpp"
#include "core/game/extensions/evaluate.hpp"
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

// Forwards everything else. The game outlives this object.
class GuidedGame final : public Game {
 public:
  GuidedGame(const Game& game, TupleModel model)
      : game_(game),
        model_(std::make_unique<const TupleModel>(std::move(model))),
        evaluation_(game, *find<Features>(game), model_->network) {}

  [[nodiscard]] const TupleModel& model() const noexcept { return *model_; }
  [[nodiscard]] const Game& game() const noexcept { return game_; }

  void destroy() noexcept override {}
  [[nodiscard]] const GameTraits& traits() const noexcept override { return game_.traits(); }
  [[nodiscard]] const void* extension(const char* id) const noexcept override {
    if (std::string_view(id) == Evaluate::kId) return static_cast<const Evaluate*>(&evaluation_);
    return game_.extension(id);
  }
  void initial(State* state) const noexcept override { game_.initial(state); }
  void copy(State* to, const State* from) const noexcept override { game_.copy(to, from); }
  [[nodiscard]] Player to_move(const State* state) const noexcept override { return game_.to_move(state); }
  [[nodiscard]] GameStatus status(const State* state) const noexcept override { return game_.status(state); }
  std::uint32_t legal_moves(const State* state, Move* out) const noexcept override {
    return game_.legal_moves(state, out);
  }
  GameStatus apply(State* state, Move move) const noexcept override { return game_.apply(state, move); }
  void returns(const State* state, float* out) const noexcept override { game_.returns(state, out); }
  [[nodiscard]] std::uint64_t hash(const State* state) const noexcept override { return game_.hash(state); }
  [[nodiscard]] std::uint32_t move_class(const State* state, Move move) const noexcept override {
    return game_.move_class(state, move);
  }
  PlayoutResult playout(State* state, Rng* rng, PlayoutTrace* trace) const noexcept override {
    return game_.playout(state, rng, trace);
  }
  void move_to_text(const State* state, Move move, TextSink& out) const noexcept override {
    game_.move_to_text(state, move, out);
  }
  Status move_from_text(const State* state, const char* text, std::size_t size, Move* out,
                        TextSink& error) const noexcept override {
    return game_.move_from_text(state, text, size, out, error);
  }
  void position_to_text(const State* state, TextSink& out) const noexcept override {
    game_.position_to_text(state, out);
  }
  Status position_from_text(const char* text, std::size_t size, State* out,
                            TextSink& error) const noexcept override {
    return game_.position_from_text(text, size, out, error);
  }
  void draw(const State* state, TextSink& out) const noexcept override { game_.draw(state, out); }

 private:
  const Game& game_;
  std::unique_ptr<const TupleModel> model_;
  TupleEvaluation evaluation_;
};

// The game that an agent with the parameter `model` searches: `game` itself without a model, or `game` with
// the evaluation of the model in that file, kept in `holder`, which reads the file when the game is another
// one. Throws std::runtime_error if the file cannot be used for the game.
[[nodiscard]] const Game& guided(std::unique_ptr<GuidedGame>& holder, const std::string& file,
                                 const Game& game);

}  // namespace ludex::agents::model
