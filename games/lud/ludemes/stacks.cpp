// Stacks: their heights, their levels, teams of players that own them.
#include <algorithm>

#include "games/lud/ludemes/code.hpp"

namespace ludex::games::lud {

namespace {

void marks_stacks(Node&, Compiler& c) {
  c.needs_stacks();
}
void marks_typed_stacks(Node& n, Compiler& c) {
  site_type_at<0>(n, c);
  c.needs_stacks();
}

// (size Stack [type] [in:region] [at:site]): the pieces of one stack, or of all in a region.
int size_stack(const Node& n, Eval& e) {
  if (n.has(1)) {
    const Words region(e);
    n.region(1, e, region);
    int sum = 0;
    for_each_site(region.get(), e.layout.words, [&](int at) { sum += e.height(e.index(n.imm, at)); });
    return sum;
  }
  const int at = n.integer_or(2, e, kOff);
  return e.in_range(n.imm, at) ? e.height(e.index(n.imm, at)) : 0;
}

int top_level(const Node& n, Eval& e) {
  const int at = n.integer(1, e);
  if (!e.in_range(n.imm, at)) return kOff;
  return std::max(e.height(e.index(n.imm, at)) - 1, 0);
}

// (forEach Level [type] site [FromBottom|FromTop] moves [then])
void for_each_level(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int at = n.integer(1, e);
  if (e.in_range(n.imm, at)) {
    const ScopedValue level(e.level);
    const int size = e.height(e.index(n.imm, at));
    const bool down = n.has(2) && n.kid(2).imm == 1;
    for (int k = 0; k < size; ++k) {
      e.level = down ? size - 1 - k : k;
      n.moves(3, e);
    }
  }
  e.attach(kid_or_null(n, 4), first);
}

// (where Level "Piece" role at:site): the lowest level there with such a piece; -1: none has.
int where_level(const Node& n, Eval& e) {
  const int at = n.integer(2, e);
  const int piece = e.program.component(n.kid(0).text(), n.integer(1, e));
  if (!e.in_range(e.own(), at) || piece == 0) return kOff;
  const int i = e.index(e.own(), at);
  for (int k = 0; k < e.height(i); ++k)
    if (e.level_of(i, k).what == piece) return k;
  return kOff;
}

// Generated code.

std::string size_stack(const Node& n, Emitter& e) {
  if (!n.has(1)) return code("height_at<$0>(s, $1)", {n.imm, e.integer_or(n, 2, "-1")});
  return code("size_of_stacks(s, index<$0>(0), $1)", {n.imm, e.region(n.kid(1))});
}
std::string top_level(const Node& n, Emitter& e) {
  return code("top_level<$0>(s, $1)", {n.imm, e.integer(n.kid(1))});
}
template <class F>
void each_level(const Node& n, Emitter& e, CodeWriter& out, F&& write) {
  const bool down = n.has(2) && n.kid(2).imm == 1;
  const auto site = out.block("if (const int at = $0; in_range<$1>(at))", {e.integer(n.kid(1)), n.imm});
  out.line("const Iterators outer = it;\nconst int size = height_of(s, index<$0>(at));", {n.imm});
  const auto loop = out.block("for (int k = 0; k < size; ++k)");
  out.line("Iterators it = outer;\nit.level = $0;", {down ? "size - 1 - k" : "k"});
  write();
}
void for_each_level(const Node& n, Emitter& e, CodeWriter& out) {
  each_level(n, e, out, [&] { e.moves_then(kid_or_null(n, 4), n.kid(3), out); });
}
void for_each_level(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  each_level(n, e, out, [&] { e.effects(n.kid(3), codegen::joined(n, 4, outer), out); });
}

const Row kRows[] = {
    {"(where Level string role at:int)", Type::kInt, where_level, marks_stacks},
    {"(size Stack [sitetype] [in:region] [at:int])",
     Type::kInt,
     size_stack,
     marks_typed_stacks,
     {.expression = size_stack}},
    {"(topLevel [sitetype] at:int)", Type::kInt, top_level, marks_typed_stacks, {.expression = top_level}},
    {"(forEach Level [sitetype] int ['FromBottom'|'FromTop'] moves [then])",
     Type::kMoves,
     for_each_level,
     marks_typed_stacks,
     {.moves = for_each_level, .effects = for_each_level}},
    {"(last LevelTo)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int { return e.more().level_to; },
     marks_stacks,
     {"(int)more(s).level_to"}},
    {"(last LevelFrom)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int { return e.more().level_from; },
     marks_stacks,
     {"(int)more(s).level_from"}},
};

}  // namespace

std::span<const Row> stack_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
