// Moves composed of moves: all, choices, the first that there are.
#include <algorithm>

#include "games/lud/ludemes/code.hpp"

namespace ludex::games::lud {

namespace {

void both(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  e.offer(n.kid(0));
  if (!e.done()) e.offer(n.kid(1));
  e.attach(kid_or_null(n, 2), first);
}

void every(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  for (const Node* kid : n.kid(0).kids) {
    if (e.done()) break;
    e.offer(*kid);
  }
  e.attach(kid_or_null(n, 1), first);
}

void choose(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  if (n.boolean(0, e)) {
    e.offer(n.kid(1));
  } else if (n.has(2)) {
    e.offer(n.kid(2));
  }
  e.attach(kid_or_null(n, 3), first);
}

// (priority {moves} [then]): the moves of the first list that has any.
void priority(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const std::size_t before = e.found();
  for (const Node* kid : n.kid(0).kids) {
    e.offer(*kid);
    if (e.found() != before) break;
  }
  e.attach(kid_or_null(n, 1), first);
}

void priority_two(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const std::size_t before = e.found();
  e.offer(n.kid(0));
  if (e.found() == before) e.offer(n.kid(1));
  e.attach(kid_or_null(n, 2), first);
}

// Generated code.

void both(const Node& n, Emitter& e, CodeWriter& out) {
  e.moves_then(kid_or_null(n, 2), n.kid(0), out);
  e.moves_then(kid_or_null(n, 2), n.kid(1), out);
}

void every(const Node& n, Emitter& e, CodeWriter& out) {
  for (const Node* kid : n.kid(0).kids) e.moves_then(kid_or_null(n, 1), *kid, out);
}

void choose(const Node& n, Emitter& e, CodeWriter& out) {
  {
    const auto yes = out.block("if ($0)", {e.boolean(n.kid(0))});
    e.moves_then(kid_or_null(n, 3), n.kid(1), out);
  }
  if (!n.has(2)) return;
  const auto no = out.block("else");
  e.moves_then(kid_or_null(n, 3), n.kid(2), out);
}

// The parts of a list as long as no one before has added anything to a count of the workspace.
template <class F>
void first_of(const std::vector<Node*>& parts, const char* count, CodeWriter& out, F&& write) {
  const auto scope = out.block();
  out.line("const u32 before = w->$0;", {count});
  for (const Node* part : parts) {
    const auto none = out.block("if (w->$0 == before)", {count});
    write(*part);
  }
}

void priority(const Node& n, Emitter& e, CodeWriter& out) {
  first_of(n.kid(0).kids, "move_count", out,
           [&](const Node& part) { e.moves_then(kid_or_null(n, 1), part, out); });
}

void priority_two(const Node& n, Emitter& e, CodeWriter& out) {
  first_of({n.kids[0], n.kids[1]}, "move_count", out,
           [&](const Node& part) { e.moves_then(kid_or_null(n, 2), part, out); });
}

void both(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Consequents thens = codegen::joined(n, 2, outer);
  e.effects(n.kid(0), thens, out);
  e.effects(n.kid(1), thens, out);
}

void every(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Consequents thens = codegen::joined(n, 1, outer);
  for (const Node* kid : n.kid(0).kids) e.effects(*kid, thens, out);
}

void choose(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Consequents thens = codegen::joined(n, 3, outer);
  {
    const auto yes = out.block("if ($0)", {e.boolean(n.kid(0))});
    e.effects(n.kid(1), thens, out);
  }
  if (!n.has(2)) return;
  const auto no = out.block("else");
  e.effects(n.kid(2), thens, out);
}

void priority(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  first_of(n.kid(0).kids, "action_count", out,
           [&](const Node& part) { e.effects(part, codegen::joined(n, 1, outer), out); });
}

void priority_two(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  first_of({n.kids[0], n.kids[1]}, "action_count", out,
           [&](const Node& part) { e.effects(part, codegen::joined(n, 2, outer), out); });
}

// Moves as sets.

void ways_of_both(const Node& n, Emitter& e, codegen::WayWriter& out) {
  e.ways_then(kid_or_null(n, 2), n.kid(0), out);
  e.ways_then(kid_or_null(n, 2), n.kid(1), out);
}
void ways_of_every(const Node& n, Emitter& e, codegen::WayWriter& out) {
  for (const Node* kid : n.kid(0).kids) e.ways_then(kid_or_null(n, 1), *kid, out);
}
// Moves of the whole list that there are if a condition holds. If they are no sets, a list is made when it
// does.
void guarded_ways(const std::string& guard, const Node& moves, const Node* then, Emitter& e,
                  codegen::WayWriter& out) {
  const codegen::WayWriter before = out;
  try {
    const ScopedValue guarded(out.guard, std::string(guard));
    e.ways_then(then, moves, out);
  } catch (const Unknown&) {
    if (!before.sites.empty()) throw;
    out = before;
    out.out.line("if ($0) return kNotDrawn;", {guard});
  }
}
// By a condition on the present site, or one that holds for all moves of the list.
void ways_of_choice(const Node& n, Emitter& e, codegen::WayWriter& out) {
  const Node& condition = n.kid(0);
  // Iterators within a (can Move ...) are its own: whether others are read is seen when it becomes a set.
  const bool asks = condition.tree->head() == "can";
  if (!asks && !e.reads_only_subject(condition)) throw Unknown{};
  const std::string yes = e.fresh("yes"), no = e.fresh("no");
  if (!asks && (out.sites.empty() || e.is_free_of_subject(condition))) {
    if (!e.is_free_of_subject(condition)) throw Unknown{};
    const std::string outer = out.guard.empty() ? "true" : out.guard;
    out.out.line("const bool $0 = $2 && $3;\nconst bool $1 = $2 && !$0;\n(void)$1;",
                 {yes, no, outer, e.boolean(condition)});
    guarded_ways(yes, n.kid(1), kid_or_null(n, 3), e, out);
    if (n.has(2)) guarded_ways(no, n.kid(2), kid_or_null(n, 3), e, out);
    return;
  }
  const auto set = out.sites.empty() ? std::nullopt : e.set_of(condition);
  if (!set) throw Unknown{};
  out.out.line("const SiteSet $0 = $2 & $3;\nconst SiteSet $1 = minus($2, $0);", {yes, no, out.sites, *set});
  {
    const ScopedValue sites(out.sites, std::string(yes));
    e.ways_then(kid_or_null(n, 3), n.kid(1), out);
  }
  const ScopedValue sites(out.sites, std::string(no));
  if (n.has(2)) e.ways_then(kid_or_null(n, 3), n.kid(2), out);
}
// The parts of a list of which the first with any moves counts.
void ways_of_first(const std::vector<Node*>& parts, const Node* then, Emitter& e, codegen::WayWriter& out) {
  if (!out.sites.empty()) throw Unknown{};
  const ScopedValue saved(out.guard, std::string(out.guard));
  const std::string outer = out.guard.empty() ? "true" : out.guard;
  std::string any;
  for (const Node* part : parts) {
    const bool last = part == parts.back();
    const std::size_t before = out.parts.size();
    if (!any.empty()) {
      out.guard = e.fresh("rest");
      out.out.line("const bool $0 = $1 && !($2);", {out.guard, outer, any});
    }
    e.ways_then(then, *part, out);
    for (std::size_t k = before; k < out.parts.size(); ++k)
      for (const codegen::Way& way : out.parts[k]) {
        // Pieces that slide or jump may have no move, and one that waits for a test may fail it.
        if (!last && (way.slide || way.jump || way.pass || way.test >= 0)) throw Unknown{};
        any += (any.empty() ? "" : " || ") + code("population($0) != 0", {way.sites});
      }
  }
}
void ways_of_priority(const Node& n, Emitter& e, codegen::WayWriter& out) {
  ways_of_first(n.kid(0).kids, kid_or_null(n, 1), e, out);
}
void ways_of_priority_two(const Node& n, Emitter& e, codegen::WayWriter& out) {
  ways_of_first({n.kids[0], n.kids[1]}, kid_or_null(n, 2), e, out);
}

std::optional<std::string> choose_now(const Node& n, Emitter& e) {
  if (n.has(3)) return std::nullopt;
  const auto yes = e.direct(n.kid(1));
  if (!yes) return std::nullopt;
  std::string text = code("if ($0) { $1 }", {e.boolean(n.kid(0)), *yes});
  if (n.has(2)) {
    const auto no = e.direct(n.kid(2));
    if (!no) return std::nullopt;
    text += code(" else { $0 }", {*no});
  }
  return text;
}

// Where moves of pieces may end.
bool reach_of_both(const Node& n, Emitter& e, std::vector<Region>& sites) {
  return add_reach(n.kid(0), e, sites) && add_reach(n.kid(1), e, sites);
}

bool reach_of_all(const Node& n, Emitter& e, std::vector<Region>& sites) {
  const auto& kids = n.kid(0).kids;
  return std::all_of(kids.begin(), kids.end(), [&](const Node* kid) { return add_reach(*kid, e, sites); });
}

bool reach_of_choice(const Node& n, Emitter& e, std::vector<Region>& sites) {
  return add_reach(n.kid(1), e, sites) && (!n.has(2) || add_reach(n.kid(2), e, sites));
}

std::optional<std::string> starts_of_both(const Node& n, Emitter& e) {
  const auto first = starts_of(n.kid(0), e), second = starts_of(n.kid(1), e);
  if (!first || !second) return std::nullopt;
  return code("($0 | $1)", {*first, *second});
}

std::optional<std::string> starts_of_all(const Node& n, Emitter& e) {
  std::string text = "none()";
  for (const Node* kid : n.kid(0).kids) {
    const auto starts = starts_of(*kid, e);
    if (!starts) return std::nullopt;
    text += " | " + *starts;
  }
  return "(" + text + ")";
}

bool ends_of_both(const Node& n, Emitter& e, codegen::Ends& out) {
  return add_ends(n.kid(0), e, out) && add_ends(n.kid(1), e, out);
}

bool ends_of_all(const Node& n, Emitter& e, codegen::Ends& out) {
  const auto& kids = n.kid(0).kids;
  return std::all_of(kids.begin(), kids.end(), [&](const Node* kid) { return add_ends(*kid, e, out); });
}

// Never the moves of both.
bool ends_of_choice(const Node& n, Emitter& e, codegen::Ends& out) {
  codegen::Ends other = out;
  if (!add_ends(n.kid(1), e, out) || (n.has(2) && !add_ends(n.kid(2), e, other))) return false;
  out.unite(other);
  return true;
}

// Attacks of pieces.
void attacks_of_both(const Node& n, Emitter& e, codegen::Attacks& out) {
  add_attacks(n.kid(0), e, out);
  add_attacks(n.kid(1), e, out);
}

void attacks_of_all(const Node& n, Emitter& e, codegen::Attacks& out) {
  for (const Node* kid : n.kid(0).kids) add_attacks(*kid, e, out);
}

void attacks_of_choice(const Node& n, Emitter& e, codegen::Attacks& out) {
  const ScopedValue doubt(out.in_doubt, true);
  add_attacks(n.kid(1), e, out);
  if (n.has(2)) add_attacks(n.kid(2), e, out);
}

const Row kRows[] = {
    {"(or moves moves [then])",
     Type::kMoves,
     Counting{both},
     nullptr,
     {.moves = both,
      .effects = both,
      .ways = ways_of_both,
      .starts = starts_of_both,
      .reach = reach_of_both,
      .ends = ends_of_both,
      .attacks = attacks_of_both}},
    {"(or {moves} [then])",
     Type::kMoves,
     Counting{every},
     nullptr,
     {.moves = every,
      .effects = every,
      .ways = ways_of_every,
      .starts = starts_of_all,
      .reach = reach_of_all,
      .ends = ends_of_all,
      .attacks = attacks_of_all}},
    {"(and moves moves [then])",
     Type::kMoves,
     Counting{both},
     nullptr,
     {.moves = both, .effects = both, .reach = reach_of_both, .leaves_board = true}},
    {"(and {moves} [then])",
     Type::kMoves,
     Counting{every},
     nullptr,
     {.moves = every, .effects = every, .reach = reach_of_all, .leaves_board = true}},
    {"(seq {moves} [then])", Type::kMoves, Counting{every}, nullptr, {.moves = every, .effects = every}},
    {"(if bool moves [moves] [then])",
     Type::kMoves,
     Counting{choose},
     nullptr,
     {.moves = choose,
      .effects = choose,
      .direct = choose_now,
      .ways = ways_of_choice,
      .reach = reach_of_choice,
      .ends = ends_of_choice,
      .attacks = attacks_of_choice,
      .leaves_board = true}},
    {"(priority {moves} [then])",
     Type::kMoves,
     Counting{priority},
     nullptr,
     {.moves = priority, .effects = priority, .ways = ways_of_priority, .reach = reach_of_all}},
    {"(priority moves moves [then])",
     Type::kMoves,
     Counting{priority_two},
     nullptr,
     {.moves = priority_two, .effects = priority_two, .ways = ways_of_priority_two, .reach = reach_of_both}},
};

}  // namespace

std::span<const Row> operator_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
