// ludex.symmetry/1.
#pragma once

#include <cstdint>
#include <new>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// Symmetries of the rules. Symmetry 0 is the identity; the set is closed under composition.
class Symmetry {
 public:
  static constexpr const char* kId = "ludex.symmetry/1";
  [[nodiscard]] virtual std::uint32_t count() const noexcept = 0;
  // Writes the image of the position (`to` is uninitialised, not `from`). Same value for the same mover.
  virtual void map_state(const State* from, std::uint32_t symmetry, State* to) const noexcept = 0;
  // The image of a legal move of `state`: legal in the image of `state`.
  [[nodiscard]] virtual Move map_move(const State* state, Move move,
                                      std::uint32_t symmetry) const noexcept = 0;

 protected:
  ~Symmetry() = default;
};

template <class Author, bool offered>
struct RulesMethods<Symmetry, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Symmetry, std::uint32_t, symmetries, (), );
  LUDEX_RULES_METHOD(Symmetry, State, map_state, (state, symmetry), const State& state,
                     std::uint32_t symmetry);
  LUDEX_RULES_METHOD(Symmetry, Move, map_move, (state, move, symmetry), const State& state, Move move,
                     std::uint32_t symmetry);
};

template <class R>
class FromRules<Symmetry, R> final : public WithRules<Symmetry, R> {
 public:
  using WithRules<Symmetry, R>::WithRules;
  [[nodiscard]] std::uint32_t count() const noexcept override { return this->rules_.symmetries(); }
  void map_state(const State* from, std::uint32_t symmetry, State* to) const noexcept override {
    new (to) typename R::State(this->rules_.map_state(this->view(from), symmetry));
  }
  [[nodiscard]] Move map_move(const State* state, Move move, std::uint32_t symmetry) const noexcept override {
    return this->rules_.map_move(this->view(state), move, symmetry);
  }
};

}  // namespace ludex
