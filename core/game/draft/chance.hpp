// ludex.draft.chance/1.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"
#include "core/util/rng.hpp"

namespace ludex {

// Probabilities of what chance does (dice, cards). Every game without kDeterministic offers it. At a position
// whose to_move is kChance, legal_moves lists the outcomes and apply plays one; no generator is hidden in a
// state. The methods below may be called at such positions only, max_outcomes anywhere.
class Chance {
 public:
  static constexpr const char* kId = "ludex.draft.chance/1";
  // Upper bound of outcomes in any position, at most traits().max_moves.
  [[nodiscard]] virtual std::uint32_t max_outcomes() const noexcept = 0;
  // Writes the probability of each outcome, in the order of legal_moves, and returns their number. All are
  // greater than 0; they sum to 1 within 1e-6. `out` has room for max_outcomes().
  virtual std::uint32_t probabilities(const State* state, double* out) const noexcept = 0;
  // An outcome drawn by these probabilities; a pure function of state and rng. In constant time where there
  // are many outcomes.
  virtual Move draw(const State* state, Rng* rng) const noexcept = 0;

 protected:
  ~Chance() = default;
};

template <class Author, bool offered>
struct RulesMethods<Chance, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Chance, std::uint32_t, max_outcomes, (), );
  LUDEX_RULES_METHOD(Chance, std::uint32_t, outcome_probabilities, (state, out), const State& state,
                     double* out);
  LUDEX_RULES_METHOD(Chance, Move, draw_outcome, (state, rng), const State& state, Rng& rng);
};

template <class R>
class FromRules<Chance, R> final : public WithRules<Chance, R> {
 public:
  using WithRules<Chance, R>::WithRules;
  [[nodiscard]] std::uint32_t max_outcomes() const noexcept override { return this->rules_.max_outcomes(); }
  std::uint32_t probabilities(const State* state, double* out) const noexcept override {
    return this->rules_.outcome_probabilities(this->view(state), out);
  }
  Move draw(const State* state, Rng* rng) const noexcept override {
    return this->rules_.draw_outcome(this->view(state), *rng);
  }
};

}  // namespace ludex
