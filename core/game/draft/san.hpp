// ludex.draft.san/1.
#pragma once

#include <string>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"
#include "core/game/module_text.hpp"

namespace ludex {

// Standard algebraic notation, for games that have PGN files: the position text is then FEN.
class San {
 public:
  static constexpr const char* kId = "ludex.draft.san/1";
  // "Nbd7", "exd6", "e8=Q+". `move` is legal in `state`. move_from_text reads it.
  virtual void write_move(const State* state, Move move, TextSink& out) const noexcept = 0;

 protected:
  ~San() = default;
};

template <class Author, bool offered>
struct RulesMethods<San, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(San, std::string, san, (state, move), const State& state, Move move);
};

template <class R>
class FromRules<San, R> final : public WithRules<San, R> {
 public:
  using WithRules<San, R>::WithRules;
  void write_move(const State* state, Move move, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.san(this->view(state), move); });
  }
};

}  // namespace ludex
