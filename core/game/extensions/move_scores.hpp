// ludex.move-scores/1.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// Local heuristic: a positive score for every legal move, comparable only among the moves of one position.
class MoveScores {
 public:
  static constexpr const char* kId = "ludex.move-scores/1";
  // `moves` are the legal moves of `state` as written by legal_moves or by must_play; out[i] > 0 is the score
  // of moves[i].
  virtual void move_scores(const State* state, const Move* moves, std::uint32_t count,
                           float* out) const noexcept = 0;

 protected:
  ~MoveScores() = default;
};

template <class Author, bool offered>
struct RulesMethods<MoveScores, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(MoveScores, void, move_scores, (state, moves, count, out), const State& state,
                     const Move* moves, std::uint32_t count, float* out);
};

template <class R>
class FromRules<MoveScores, R> final : public WithRules<MoveScores, R> {
 public:
  using WithRules<MoveScores, R>::WithRules;
  void move_scores(const State* state, const Move* moves, std::uint32_t count,
                   float* out) const noexcept override {
    this->rules_.move_scores(this->view(state), moves, count, out);
  }
};

}  // namespace ludex
