// ludex.score/1.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// The margin of a result, for games that are won by more or less.
class Score {
 public:
  static constexpr const char* kId = "ludex.score/1";
  // Scores lie in [-bound, bound]; a win has a positive score, a draw 0.
  [[nodiscard]] virtual std::int32_t bound() const noexcept = 0;
  // Score of a finished game for `player`.
  [[nodiscard]] virtual std::int32_t score(const State* state, Player player) const noexcept = 0;

 protected:
  ~Score() = default;
};

template <class Author, bool offered>
struct RulesMethods<Score, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Score, std::int32_t, score, (state, player), const State& state, Player player);
  LUDEX_RULES_METHOD(Score, std::int32_t, max_score, (), );
};

template <class R>
class FromRules<Score, R> final : public WithRules<Score, R> {
 public:
  using WithRules<Score, R>::WithRules;
  [[nodiscard]] std::int32_t bound() const noexcept override { return this->rules_.max_score(); }
  [[nodiscard]] std::int32_t score(const State* state, Player player) const noexcept override {
    return this->rules_.score(this->view(state), player);
  }
};

}  // namespace ludex
