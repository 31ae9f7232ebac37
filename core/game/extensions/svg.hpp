// ludex.svg/1.
#pragma once

#include <string>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"
#include "core/game/module_text.hpp"

namespace ludex {

// A drawing for papers: one complete <svg> element, no fonts or external resources needed for the pieces.
class Svg {
 public:
  static constexpr const char* kId = "ludex.svg/1";
  // `last` is the move that led here, or kNoMove; it is highlighted.
  virtual void draw_svg(const State* state, Move last, TextSink& out) const noexcept = 0;

 protected:
  ~Svg() = default;
};

template <class Author, bool offered>
struct RulesMethods<Svg, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Svg, std::string, svg, (state, last), const State& state, Move last);
};

template <class R>
class FromRules<Svg, R> final : public WithRules<Svg, R> {
 public:
  using WithRules<Svg, R>::WithRules;
  void draw_svg(const State* state, Move last, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.svg(this->view(state), last); });
  }
};

}  // namespace ludex
