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

PartCode part_of(const Node& n, const Node* from, std::size_t stack_at, Emitter& e) {
  PartCode part;
  if (!e.program().layout.has_stacks) return part;
  if (from != nullptr && from->has(from_arg::kLevel)) part.level = e.integer(from->kid(from_arg::kLevel));
  if (n.kids.size() <= stack_at || !n.has(stack_at)) return part;
  if (!n.kid(stack_at).constant) throw Unknown{};
  part.whole = n.kid(stack_at).imm != 0;
  return part;
}
std::string piece_of_part(const PartCode& part, int type) {
  if (part.level.empty()) return code("what<$0>(s, from)", {type});
  return code("level_of(s, index<$0>(from), $1).what", {type, part.level});
}
void set_movement(MoveCode& move, const Node& n, const Movement& m, Emitter& e) {
  if (!e.program().layout.has_stacks) {
    move.action = code("move_piece<Hashes>(s, $0, from, $1, to, -1);\n", {m.from_type, m.to_type});
    return;
  }
  const PartCode part = part_of(n, m.from, m.stack_at, e);
  const bool counts = part.whole && n.kids.size() > m.count_at && n.has(m.count_at);
  const bool shown = m.shown || part.whole || !part.level.empty();
  // Values before anything changes.
  if (shown)
    move.before +=
        code("const int part_size = height_of(s, site_index($0, from));\n(void)part_size;\n", {m.from_type});
  if (shown && part.whole) move.before += "const int part_low = 0;\n";
  if (shown && !part.whole)
    move.before += code(
        "const int part_level = $0, part_low = part_level >= 0 ? part_level : $1;\n",
        {part.level.empty() ? std::string("-1") : part.level, m.shown ? "larger(part_size - 1, 0)" : "0"});
  if (counts) {
    if (codegen::contains(&n.kid(m.count_at), "(to)")) throw Unknown{};
    move.before += code(
        "const int part_said = $0, part_count = part_said >= 0 ? smaller(part_said, part_size) : part_size;\n",
        {e.integer(n.kid(m.count_at))});
  }
  const char* const which = counts       ? "part_size - part_count, part_count"
                            : part.whole ? "0, part_size"
                            : shown      ? "part_level, 1"
                                         : "-1, 1";
  move.action = code("move_levels<Hashes>(s, $0, from, $1, to, $2, -1);\n", {m.from_type, m.to_type, which});
  if (shown) move.low = "part_low";
  move.low_always = m.always_shown;
}

std::span<const Row> stack_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
