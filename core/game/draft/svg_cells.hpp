// ludex.draft.svg-cells/1.
#pragma once

#include <string>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"
#include "core/game/module_text.hpp"

namespace ludex {

// The clickable areas of the drawing of ludex.svg/1, and the moves that they make.
class SvgCells {
 public:
  static constexpr const char* kId = "ludex.draft.svg-cells/1";
  // The cells of this position's drawing, one per line: a unique name without blanks, then left, top, width
  // and height in units of the drawing's viewBox: "e4 4.62 4.12 1 1\n". Names are those of rules.md. A cell
  // may lie outside the board: pieces in hand, a pit.
  virtual void write_cells(const State* state, TextSink& out) const noexcept = 0;
  // The cells to click, in order, to make this legal move, separated by blanks: "e2 e4". Several moves may
  // share them (promotions). Empty for a move that has no place on the board: a pass.
  virtual void write_move_cells(const State* state, Move move, TextSink& out) const noexcept = 0;

 protected:
  ~SvgCells() = default;
};

template <class Author, bool offered>
struct RulesMethods<SvgCells, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(SvgCells, std::string, svg_cells, (state), const State& state);
  LUDEX_RULES_METHOD(SvgCells, std::string, svg_move_cells, (state, move), const State& state, Move move);
};

template <class R>
class FromRules<SvgCells, R> final : public WithRules<SvgCells, R> {
 public:
  using WithRules<SvgCells, R>::WithRules;
  void write_cells(const State* state, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.svg_cells(this->view(state)); });
  }
  void write_move_cells(const State* state, Move move, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.svg_move_cells(this->view(state), move); });
  }
};

}  // namespace ludex
