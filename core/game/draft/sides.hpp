// ludex.draft.sides/1.
#pragma once

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"
#include "core/game/side.hpp"

namespace ludex {

// The sides as spectators know them: "White", "Black".
class Sides {
 public:
  static constexpr const char* kId = "ludex.draft.sides/1";
  // Name and colour of Side (side.hpp), valid as long as the game. They belong to the position: where the
  // rules let the players exchange sides, these change with them.
  [[nodiscard]] virtual const char* name(const State* state, Player player) const noexcept = 0;
  [[nodiscard]] virtual const char* colour(const State* state, Player player) const noexcept = 0;

 protected:
  ~Sides() = default;
};

template <class Author, bool offered>
struct RulesMethods<Sides, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Sides, Side, side, (state, player), const State& state, Player player);
};

template <class R>
class FromRules<Sides, R> final : public WithRules<Sides, R> {
 public:
  using WithRules<Sides, R>::WithRules;
  [[nodiscard]] const char* name(const State* state, Player player) const noexcept override {
    return this->rules_.side(this->view(state), player).name;
  }
  [[nodiscard]] const char* colour(const State* state, Player player) const noexcept override {
    return this->rules_.side(this->view(state), player).colour;
  }
};

}  // namespace ludex
