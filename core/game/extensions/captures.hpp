// ludex.captures/1.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// Moves for quiescence search: captures and promotions, a subset of the legal moves.
class Captures {
 public:
  static constexpr const char* kId = "ludex.captures/1";
  virtual std::uint32_t captures(const State* state, Move* out) const noexcept = 0;

 protected:
  ~Captures() = default;
};

template <class Author, bool offered>
struct RulesMethods<Captures, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Captures, std::uint32_t, captures, (state, out), const State& state, Move* out);
};

template <class R>
class FromRules<Captures, R> final : public WithRules<Captures, R> {
 public:
  using WithRules<Captures, R>::WithRules;
  std::uint32_t captures(const State* state, Move* out) const noexcept override {
    return this->rules_.captures(this->view(state), out);
  }
};

}  // namespace ludex
