// ludex.draft.evaluate-all/1.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// Static evaluation of a position that is not over, for every player; for games of more than two players.
class EvaluateAll {
 public:
  static constexpr const char* kId = "ludex.draft.evaluate-all/1";
  // Writes one value a player, in centi-units (hundredths of the game's natural unit), each in
  // [-30000, 30000]; more is better for that player. `out` has room for traits().players. The values need not
  // sum to 0. A pure function of the position, whoever is to move.
  virtual void evaluate_all(const State* state, std::int32_t* out) const noexcept = 0;

 protected:
  ~EvaluateAll() = default;
};

template <class Author, bool offered>
struct RulesMethods<EvaluateAll, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(EvaluateAll, void, evaluate_all, (state, out), const State& state, std::int32_t* out);
};

template <class R>
class FromRules<EvaluateAll, R> final : public WithRules<EvaluateAll, R> {
 public:
  using WithRules<EvaluateAll, R>::WithRules;
  void evaluate_all(const State* state, std::int32_t* out) const noexcept override {
    this->rules_.evaluate_all(this->view(state), out);
  }
};

}  // namespace ludex
