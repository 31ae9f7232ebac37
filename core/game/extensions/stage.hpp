// ludex.stage/1.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// Distance to the end of the game, by which statistics and evaluation parameters are indexed.
class Stage {
 public:
  static constexpr const char* kId = "ludex.stage/1";
  // An estimate of the plies that remain, exact or not (Othello: empty squares); below traits().max_plies.
  [[nodiscard]] virtual std::uint32_t stage(const State* state) const noexcept = 0;

 protected:
  ~Stage() = default;
};

template <class Author, bool offered>
struct RulesMethods<Stage, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Stage, std::uint32_t, stage, (state), const State& state);
};

template <class R>
class FromRules<Stage, R> final : public WithRules<Stage, R> {
 public:
  using WithRules<Stage, R>::WithRules;
  [[nodiscard]] std::uint32_t stage(const State* state) const noexcept override {
    return this->rules_.stage(this->view(state));
  }
};

}  // namespace ludex
