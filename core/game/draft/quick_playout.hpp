// ludex.draft.quick-playout/1.
#pragma once

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"
#include "core/util/rng.hpp"

namespace ludex {

// Random games of which only the result is needed. Where the result depends only on the filled board, the
// game draws the moves of each side at once.
class QuickPlayout {
 public:
  static constexpr const char* kId = "ludex.draft.quick-playout/1";
  // The result of a uniformly random game from here, distributed as by Game::playout() but with other draws
  // of *rng. For games whose returns() follow from the status: 1 for the winner, -1 for the other.
  [[nodiscard]] virtual GameStatus quick_playout(const State* state, Rng* rng) const noexcept = 0;

 protected:
  ~QuickPlayout() = default;
};

template <class Author, bool offered>
struct RulesMethods<QuickPlayout, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(QuickPlayout, GameStatus, quick_playout, (state, rng), const State& state, Rng& rng);
};

template <class R>
class FromRules<QuickPlayout, R> final : public WithRules<QuickPlayout, R> {
 public:
  using WithRules<QuickPlayout, R>::WithRules;
  [[nodiscard]] GameStatus quick_playout(const State* state, Rng* rng) const noexcept override {
    return this->rules_.quick_playout(this->view(state), *rng);
  }
};

}  // namespace ludex
