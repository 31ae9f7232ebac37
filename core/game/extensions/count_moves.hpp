// ludex.count-moves/1.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// The number of legal moves without writing them: bulk counting in perft, mobility.
class CountMoves {
 public:
  static constexpr const char* kId = "ludex.count-moves/1";
  // Equals legal_moves(state, ...). Cheaper.
  [[nodiscard]] virtual std::uint32_t count_moves(const State* state) const noexcept = 0;

 protected:
  ~CountMoves() = default;
};

template <class Author, bool offered>
struct RulesMethods<CountMoves, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(CountMoves, std::uint32_t, count_moves, (state), const State& state);
};

template <class R>
class FromRules<CountMoves, R> final : public WithRules<CountMoves, R> {
 public:
  using WithRules<CountMoves, R>::WithRules;
  [[nodiscard]] std::uint32_t count_moves(const State* state) const noexcept override {
    return this->rules_.count_moves(this->view(state));
  }
};

}  // namespace ludex
