// ludex.evaluate/1.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// Static evaluation of a position that is not over.
class Evaluate {
 public:
  static constexpr const char* kId = "ludex.evaluate/1";
  // In centi-units (hundredths of the game's natural unit: a pawn, a disc, a man), from the mover's point of
  // view (where chance decides: from player 0's), in [-30000, 30000]. A pure function of the position.
  [[nodiscard]] virtual std::int32_t evaluate(const State* state) const noexcept = 0;

 protected:
  ~Evaluate() = default;
};

template <class Author, bool offered>
struct RulesMethods<Evaluate, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Evaluate, std::int32_t, evaluate, (state), const State& state);
};

template <class R>
class FromRules<Evaluate, R> final : public WithRules<Evaluate, R> {
 public:
  using WithRules<Evaluate, R>::WithRules;
  [[nodiscard]] std::int32_t evaluate(const State* state) const noexcept override {
    return this->rules_.evaluate(this->view(state));
  }
};

}  // namespace ludex
