// Stacks: their heights, their levels, teams of players that own them.
#include <algorithm>

#include "games/lud/ludemes/places.hpp"

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

const Row kRows[] = {
    {"(where Level string role at:int)", Type::kInt, where_level, marks_stacks},
    {"(size Stack [sitetype] [in:region] [at:int])", Type::kInt, size_stack, marks_typed_stacks},
    {"(topLevel [sitetype] at:int)", Type::kInt, top_level, marks_typed_stacks},
    {"(forEach Level [sitetype] int ['FromBottom'|'FromTop'] moves [then])", Type::kMoves, for_each_level,
     marks_typed_stacks},
    {"(last LevelTo)", Type::kInt, +[](const Node&, Eval& e) -> int { return e.more().level_to; },
     marks_stacks},
    {"(last LevelFrom)", Type::kInt, +[](const Node&, Eval& e) -> int { return e.more().level_from; },
     marks_stacks},
};

}  // namespace

std::span<const Row> stack_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
