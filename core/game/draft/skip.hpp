// ludex.draft.skip/1.
#pragma once

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// A turn left out although the rules demand a move. For searches that let only one of several opponents reply
// (best-reply search), not for play.
class Skip {
 public:
  static constexpr const char* kId = "ludex.draft.skip/1";
  // Gives the turn to the next player; nothing else changes but counts of plies. False, with the position as
  // it was, where that makes no sense. A player is to move, and the game is not over afterwards.
  virtual bool skip(State* state) const noexcept = 0;

 protected:
  ~Skip() = default;
};

template <class Author, bool offered>
struct RulesMethods<Skip, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Skip, bool, skip_turn, (state), State& state);
};

template <class R>
class FromRules<Skip, R> final : public WithRules<Skip, R> {
 public:
  using WithRules<Skip, R>::WithRules;
  bool skip(State* state) const noexcept override { return this->rules_.skip_turn(this->view(state)); }
};

}  // namespace ludex
