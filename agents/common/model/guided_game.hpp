// A game whose evaluation and scores of moves are a model's: every search that asks a game for
// ludex.evaluate/1 or ludex.move-scores/1 uses the model then.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "agents/common/model/model.hpp"
#include "core/game/draft/evaluate_all.hpp"
#include "core/game/extensions/evaluate.hpp"
#include "core/game/extensions/move_scores.hpp"
#include "core/game/forwarding_game.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::model {

// Units of a certain win in an evaluation by a model.
inline constexpr float kCertainWin = 10000;

// ludex.evaluate/1 by a model with values.
class ModelEvaluation final : public Evaluate {
 public:
  explicit ModelEvaluation(const Model& model) : model_(model) {}
  [[nodiscard]] std::int32_t evaluate(const State* state) const noexcept override {
    return static_cast<std::int32_t>(std::lround(model_.evaluate(state) * kCertainWin));
  }

 private:
  const Model& model_;
};

// ludex.draft.evaluate-all/1 by a model with values.
class ModelEvaluationOfAll final : public EvaluateAll {
 public:
  ModelEvaluationOfAll(const Model& model, std::uint32_t players) : model_(model), players_(players) {}
  void evaluate_all(const State* state, std::int32_t* out) const noexcept override {
    std::array<float, kMaxPlayers> values{};
    model_.evaluate_all(state, values.data());
    for (std::uint32_t i = 0; i < players_; ++i)
      out[i] = static_cast<std::int32_t>(std::lround(values[i] * kCertainWin));
  }

 private:
  const Model& model_;
  std::uint32_t players_;
};

// ludex.move-scores/1 by a model with scores: probabilities of its policy.
class ModelScores final : public MoveScores {
 public:
  explicit ModelScores(const Model& model) : model_(model) {}
  void move_scores(const State* state, const Move* moves, std::uint32_t count,
                   float* out) const noexcept override {
    model_.score_moves(state, {moves, count}, out);
    const std::span<float> scores(out, count);
    const float most = *std::max_element(scores.begin(), scores.end());
    float sum = 0;
    for (float& score : scores) sum += score = std::exp(score - most);
    for (float& score : scores) score = std::max(score / sum, std::numeric_limits<float>::min());
  }

 private:
  const Model& model_;
};

// The game outlives this object; the model is one of this game.
class GuidedGame final : public ForwardingGame {
 public:
  GuidedGame(const Game& game, std::unique_ptr<const Model> model)
      : ForwardingGame(game),
        model_(std::move(model)),
        evaluation_(*model_),
        evaluation_of_all_(*model_, game.traits().players),
        scores_(*model_) {}

  [[nodiscard]] const Model& model() const noexcept { return *model_; }
  [[nodiscard]] const void* extension(const char* id) const noexcept override {
    const std::string_view asked(id);
    if (model_->has_values() && asked == Evaluate::kId) return static_cast<const Evaluate*>(&evaluation_);
    if (model_->has_values() && asked == EvaluateAll::kId && traits().players > 2)
      return static_cast<const EvaluateAll*>(&evaluation_of_all_);
    if (model_->has_scores() && asked == MoveScores::kId) return static_cast<const MoveScores*>(&scores_);
    return ForwardingGame::extension(id);
  }

 private:
  std::unique_ptr<const Model> model_;
  ModelEvaluation evaluation_;
  ModelEvaluationOfAll evaluation_of_all_;
  ModelScores scores_;
};

enum class NeedsOfModel { kValues, kAny };

// The game that an agent with the parameter `model` searches: `game` itself without a model, or `game` with
// the evaluation of the model in that file, kept in `holder`, which reads the file when the game is another
// one. Throws std::runtime_error if the file cannot be used for the game, or the model has no values and the
// search needs them.
[[nodiscard]] const Game& guided(std::unique_ptr<GuidedGame>& holder, const std::string& file,
                                 const Game& game, NeedsOfModel needs = NeedsOfModel::kValues);

}  // namespace ludex::agents::model
