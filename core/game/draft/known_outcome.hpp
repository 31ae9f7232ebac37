// ludex.draft.known-outcome/1.
#pragma once

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// Results under perfect play that a game knows without search: in a race, that a runner cannot be stopped.
// Solvers ask before they search a position.
class KnownOutcome {
 public:
  static constexpr const char* kId = "ludex.draft.known-outcome/1";
  // The result for the mover of a position that is not over; kUnknown where the game cannot tell. Takes about
  // as long as listing the moves.
  [[nodiscard]] virtual Outcome known_outcome(const State* state) const noexcept = 0;

 protected:
  ~KnownOutcome() = default;
};

template <class Author, bool offered>
struct RulesMethods<KnownOutcome, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(KnownOutcome, Outcome, known_outcome, (state), const State& state);
};

template <class R>
class FromRules<KnownOutcome, R> final : public WithRules<KnownOutcome, R> {
 public:
  using WithRules<KnownOutcome, R>::WithRules;
  [[nodiscard]] Outcome known_outcome(const State* state) const noexcept override {
    return this->rules_.known_outcome(this->view(state));
  }
};

}  // namespace ludex
