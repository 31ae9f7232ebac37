// ludex.draft.exact-score/2.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// Exact values close to the end of a game with scores, found faster than by single moves: a full-depth search
// calls it instead of searching on.
struct ScoreRange {
  std::int32_t low;
  std::int32_t high;
};

class ExactScore {
 public:
  static constexpr const char* kId = "ludex.draft.exact-score/2";
  // True if the position is so close to its end that solve() takes about a hundred microseconds at most.
  [[nodiscard]] virtual bool near_end(const State* state) const noexcept = 0;
  // The score under perfect play (ludex.score/1) for the mover of a position that is near its end and not
  // over, by a window search: a result v <= alpha is an upper bound, v >= beta a lower bound, any other v is
  // exact. Adds the visited positions to *nodes.
  virtual std::int32_t solve(const State* state, std::int32_t alpha, std::int32_t beta,
                             std::uint64_t* nodes) const noexcept = 0;
  // Quick bounds of the mover's score, for any position that is not over.
  virtual void range(const State* state, ScoreRange* out) const noexcept = 0;

 protected:
  ~ExactScore() = default;
};

template <class Author, bool offered>
struct RulesMethods<ExactScore, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(ExactScore, bool, near_end, (state), const State& state);
  LUDEX_RULES_METHOD(ExactScore, std::int32_t, solve_score, (state, alpha, beta, nodes), const State& state,
                     std::int32_t alpha, std::int32_t beta, std::uint64_t& nodes);
  LUDEX_RULES_METHOD(ExactScore, ScoreRange, score_range, (state), const State& state);
};

template <class R>
class FromRules<ExactScore, R> final : public WithRules<ExactScore, R> {
 public:
  using WithRules<ExactScore, R>::WithRules;
  [[nodiscard]] bool near_end(const State* state) const noexcept override {
    return this->rules_.near_end(this->view(state));
  }
  std::int32_t solve(const State* state, std::int32_t alpha, std::int32_t beta,
                     std::uint64_t* nodes) const noexcept override {
    return this->rules_.solve_score(this->view(state), alpha, beta, *nodes);
  }
  void range(const State* state, ScoreRange* out) const noexcept override {
    *out = this->rules_.score_range(this->view(state));
  }
};

}  // namespace ludex
