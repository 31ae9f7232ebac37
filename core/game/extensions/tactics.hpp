// ludex.tactics/1.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// Moves that win at once, found without applying each.
class Tactics {
 public:
  static constexpr const char* kId = "ludex.tactics/1";
  // Writes every legal move after which the mover has won; returns their number (room as for legal_moves). A
  // game whose parameters say so may instead write moves after which the win is certain, if it knows any.
  virtual std::uint32_t winning_moves(const State* state, Move* out) const noexcept = 0;

 protected:
  ~Tactics() = default;
};

template <class Author, bool offered>
struct RulesMethods<Tactics, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Tactics, std::uint32_t, winning_moves, (state, out), const State& state, Move* out);
};

template <class R>
class FromRules<Tactics, R> final : public WithRules<Tactics, R> {
 public:
  using WithRules<Tactics, R>::WithRules;
  std::uint32_t winning_moves(const State* state, Move* out) const noexcept override {
    return this->rules_.winning_moves(this->view(state), out);
  }
};

}  // namespace ludex
