// ludex.repetition/1.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// Repetition, for cyclic games whose state keeps the history it needs.
class Repetition {
 public:
  static constexpr const char* kId = "ludex.repetition/1";
  // Earlier occurrences of the present position in the game (0: none).
  [[nodiscard]] virtual std::uint32_t occurrences(const State* state) const noexcept = 0;
  // True if the position after this legal move has occurred before. Cheaper than applying the move.
  [[nodiscard]] virtual bool repeats(const State* state, Move move) const noexcept = 0;

 protected:
  ~Repetition() = default;
};

template <class Author, bool offered>
struct RulesMethods<Repetition, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Repetition, std::uint32_t, occurrences, (state), const State& state);
  LUDEX_RULES_METHOD(Repetition, bool, repeats, (state, move), const State& state, Move move);
};

template <class R>
class FromRules<Repetition, R> final : public WithRules<Repetition, R> {
 public:
  using WithRules<Repetition, R>::WithRules;
  [[nodiscard]] std::uint32_t occurrences(const State* state) const noexcept override {
    return this->rules_.occurrences(this->view(state));
  }
  [[nodiscard]] bool repeats(const State* state, Move move) const noexcept override {
    return this->rules_.repeats(this->view(state), move);
  }
};

}  // namespace ludex
