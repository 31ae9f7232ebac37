// ludex.draft.sgf/1.
#pragma once

#include <cstdint>
#include <string>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"
#include "core/game/module_text.hpp"

namespace ludex {

// The game in the Smart Game Format (FF[4], https://www.red-bean.com/sgf), for games that have a number
// there.
class Sgf {
 public:
  static constexpr const char* kId = "ludex.draft.sgf/1";
  // The value of GM: 11 is Hex.
  [[nodiscard]] virtual std::uint32_t game_number() const noexcept = 0;
  // The value of SZ: "11", "11:9".
  virtual void write_size(TextSink& out) const noexcept = 0;
  // The value of a move's property, which is B for the first player and W for the second: "d3". `move` is
  // legal in `state`.
  virtual void write_move(const State* state, Move move, TextSink& out) const noexcept = 0;
  // The properties that set up the board of this position and say who moves: "AB[a1][b2]AW[c3]PL[B]".
  virtual void write_setup(const State* state, TextSink& out) const noexcept = 0;

 protected:
  ~Sgf() = default;
};

template <class Author, bool offered>
struct RulesMethods<Sgf, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Sgf, std::string, sgf_move, (state, move), const State& state, Move move);
  LUDEX_RULES_METHOD(Sgf, std::string, sgf_setup, (state), const State& state);
  LUDEX_RULES_METHOD(Sgf, std::string, sgf_size, (), );
  LUDEX_RULES_CONSTANT(Sgf, std::uint32_t, kSgfGame);
};

template <class R>
class FromRules<Sgf, R> final : public WithRules<Sgf, R> {
 public:
  using WithRules<Sgf, R>::WithRules;
  [[nodiscard]] std::uint32_t game_number() const noexcept override { return R::kSgfGame; }
  void write_size(TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.sgf_size(); });
  }
  void write_move(const State* state, Move move, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.sgf_move(this->view(state), move); });
  }
  void write_setup(const State* state, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.sgf_setup(this->view(state)); });
  }
};

}  // namespace ludex
