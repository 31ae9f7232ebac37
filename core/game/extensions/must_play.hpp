// ludex.must-play/1.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// Moves that suffice to search, known without search.
class MustPlay {
 public:
  static constexpr const char* kId = "ludex.must-play/1";
  // Writes legal moves, in the order of legal_moves, and returns their number (room as for legal_moves). A
  // move left out is no better, by score too, than the best one written; 0: every move loses.
  virtual std::uint32_t must_play(const State* state, Move* out) const noexcept = 0;

 protected:
  ~MustPlay() = default;
};

template <class Author, bool offered>
struct RulesMethods<MustPlay, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(MustPlay, std::uint32_t, must_play, (state, out), const State& state, Move* out);
};

template <class R>
class FromRules<MustPlay, R> final : public WithRules<MustPlay, R> {
 public:
  using WithRules<MustPlay, R>::WithRules;
  std::uint32_t must_play(const State* state, Move* out) const noexcept override {
    return this->rules_.must_play(this->view(state), out);
  }
};

}  // namespace ludex
