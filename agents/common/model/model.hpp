// One interface for all kinds of models that `ludex train` makes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::model {

// A position for a model, and the model's answer.
struct Question {
  const State* state = nullptr;      // not over
  std::span<const Move> moves = {};  // its legal moves in any order; empty if no scores are wanted
  float* scores = nullptr;           // gets a logit for each of `moves`: the softmax of all is the policy
  float value = 0;                   // gets the expected return of the mover, in [-1, 1]
  float* values = nullptr;           // games of more than two: gets the return of each player
};

// A model of one game, which must outlive it. Values are those of the player to move, or of player 0 where
// chance decides. All methods are thread-safe and do not allocate.
class Model {
 public:
  virtual ~Model() = default;

  // Name of the kind, as in the file: "tuples", "policy", "network".
  [[nodiscard]] virtual const char* kind() const noexcept = 0;
  // A model without values answers 0, one without scores answers the same logit for every move.
  [[nodiscard]] virtual bool has_values() const noexcept = 0;
  [[nodiscard]] virtual bool has_scores() const noexcept = 0;
  // Answers a batch. Its positions may be of different plies and movers; each answer is the same as alone.
  virtual void answer(std::span<Question> questions) const noexcept = 0;

  [[nodiscard]] float evaluate(const State* state) const noexcept {
    Question question{.state = state};
    answer({&question, 1});
    return question.value;
  }
  // Writes the expected return of each player of a game of more than two: `out` has room for all.
  void evaluate_all(const State* state, float* out) const noexcept {
    Question question{.state = state, .values = out};
    answer({&question, 1});
  }
  // scores has room for as many as moves, the legal moves of the state.
  void score_moves(const State* state, std::span<const Move> moves, float* scores) const noexcept {
    Question question{.state = state, .moves = moves, .scores = scores};
    answer({&question, 1});
  }

 protected:
  Model() = default;
  Model(const Model&) = default;
  Model& operator=(const Model&) = default;
};

// Reads a model of any kind. Errors name the file: it cannot be read, is cut short or damaged, has a weight
// that is no number, is of an unknown kind, or was made for another game (then with both initial positions).
[[nodiscard]] Result<std::unique_ptr<const Model>> load_model(const std::filesystem::path& path,
                                                              const Game& game);

}  // namespace ludex::agents::model
