// Effects along lines and around sites: custodial, surround, enclose, intervene, directional.
#include <algorithm>

#include "games/lud/codegen/rays.hpp"
#include "games/lud/codegen/shifts.hpp"
#include "games/lud/interpreter/site_sets.hpp"
#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/sets.hpp"
#include "games/lud/ludemes/tables.hpp"

namespace ludex::games::lud {

namespace {

// The site of a (from [type] [site]), or of the last move.
int start_of(const Node& n, std::size_t k, Eval& e) {
  if (!n.has(k) || !n.kid(k).has(1)) return e.head().last_to;
  return n.kid(k).integer(1, e);
}
// The condition of a (between ...), k = 3, or (to ...), k = 2; else the fallback.
template <class F>
bool holds(const Node* where, std::size_t k, Eval& e, F&& fallback) {
  return where != nullptr && where->has(k) ? where->boolean(k, e) : fallback();
}
void effect(const Node* where, std::size_t k, Eval& e) {
  if (where == nullptr || !where->has(k)) return;
  const Node& apply = where->kid(k);
  if (apply.has(0) && !apply.boolean(0, e)) return;
  if (apply.has(1)) e.offer(apply.kid(1));
}
bool enemy_at(Eval& e, int at) {
  return e.is_enemy(e.who_at(e.own(), at));
}
bool friend_at(Eval& e, int at) {
  return e.who_at(e.own(), at) == e.mover();
}

// (custodial [from] [directions] [between] [to] [then])
void custodial(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int from = start_of(n, 0, e);
  if (from < 0 || from >= e.program.board_sites) return;
  const Node* const between = kid_or_null(n, 2);
  const Node* const to = kid_or_null(n, 3);
  int low = 1;
  int high = kInfinity;
  if (between != nullptr && between->has(1)) {
    const Node& range = between->kid(1);
    const int value = range.integer(0, e);
    low = range.imm == 2 ? 1 : value;
    high = range.imm == 0 ? range.integer(1, e) : range.imm == 1 ? kInfinity : value;
  }
  const ScopedValue saved_between(e.between);
  const ScopedValue saved_to(e.to);
  const SiteTest taken(between, 3, Subject::kBetween, &Eval::between, e);
  const SiteTest ends(to, 2, Subject::kTo, &Eval::to, e);
  const Directions directions = directions_of(n, 1, e, from);
  if (low > 0 && !goes_on_over(directions, from, taken.sites(), e)) return;
  const auto is_enough = [&] { return e.done() || (e.want.first && e.mark() != first); };
  for_each_radial(e.program.board(), from, directions, [&](const Radial& radial) {
    if (is_enough()) return;
    int length = 0;
    while (length < radial.size && length < high) {
      e.between = radial.sites[length];
      if (!(taken.exists() ? taken.holds() : enemy_at(e, e.between))) break;
      ++length;
    }
    if (length < low || length == radial.size) return;
    e.to = radial.sites[length];
    if (!(ends.exists() ? ends.holds() : friend_at(e, e.to))) return;
    for (int k = 0; k < length && !is_enough(); ++k) {
      e.between = radial.sites[k];
      effect(between, 4, e);
    }
  });
  e.attach(kid_or_null(n, 4), first);
}

// (surround [from] [directions] [between] [to] [except:n] [with:piece] [then])
void surround(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int from = start_of(n, 0, e);
  if (from < 0 || from >= e.program.board_sites) return;
  const Node* const between = kid_or_null(n, 2);
  const Node* const to = kid_or_null(n, 3);
  const int except = n.integer_or(4, e, 0);
  const Directions directions = directions_of(n, 1, e, from);
  const ScopedValue saved_between(e.between);
  const ScopedValue saved_to(e.to);
  for_each_step(e.program.board(), from, directions, [&](int at) {
    e.between = at;
    if (!holds(between, 3, e, [&] { return enemy_at(e, at); })) return;
    int missing = 0;
    for_each_step(e.program.board(), at, directions, [&](int next) {
      e.to = next;
      if (!holds(to, 2, e, [&] { return friend_at(e, next); })) ++missing;
    });
    if (missing > except) return;
    e.between = at;
    effect(between, 4, e);
  });
  e.attach(kid_or_null(n, 5), first);
}

// (enclose [from] [directions] [between] [numException:n] [then]): groups without a free neighbour, or with
// at most n.
void enclose(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int from = start_of(n, 0, e);
  if (from < 0 || from >= e.program.board_sites) return;
  const Node* const between = kid_or_null(n, 2);
  const int exceptions = n.integer_or(3, e, 0);
  const Directions directions = directions_of(n, 1, e, from);
  const Topology& board = e.program.board();
  const ScopedValue saved_between(e.between);
  const auto is_target = [&](int at) {
    e.between = at;
    return holds(between, 3, e, [&] { return enemy_at(e, at); });
  };
  // Permitted empty sites belong to the group, which continues beyond them.
  const Words seen(e);
  const Words group(e);
  const Words edge(e);
  clear(seen, e.layout.words);
  for_each_step(board, from, directions, [&](int start) {
    if (test(seen, start) || (!is_target(start) && (exceptions == 0 || !e.is_empty(e.own(), start)))) return;
    int left = is_target(start) ? exceptions : exceptions - 1;
    clear(group, e.layout.words);
    clear(edge, e.layout.words);
    set(group, start);
    set(edge, start);
    bool free = false;
    for (bool more = true; more && !free;) {
      more = false;
      for_each_site(edge.get(), e.layout.words, [&](int member) {
        reset(edge, member);
        more = true;
        for_each_step(board, member, directions, [&](int next) {
          if (test(group, next)) return;
          if (!is_target(next)) {
            if (!e.is_empty(e.own(), next)) return;
            free = free || left == 0;
            if (free) return;
            --left;
          }
          set(group, next);
          set(edge, next);
        });
      });
    }
    for_each_site(group.get(), e.layout.words, [&](int member) { set(seen, member); });
    if (free) return;
    for_each_site(group.get(), e.layout.words, [&](int member) {
      e.between = member;
      effect(between, 4, e);
    });
  });
  e.attach(kid_or_null(n, 4), first);
}

// (intervene [from] [directions] [to] [then]): the two sites on opposite sides of it.
void intervene(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int from = start_of(n, 0, e);
  if (from < 0 || from >= e.program.board_sites) return;
  const Node* const to = kid_or_null(n, 2);
  const Topology& board = e.program.board();
  const ScopedValue saved_to(e.to);
  const auto is_target = [&](int at) {
    e.to = at;
    return holds(to, 2, e, [&] { return enemy_at(e, at); });
  };
  for_each_radial(board, from, directions_of(n, 1, e, from), [&](const Radial& radial) {
    if (radial.direction >= 8) return;  // each line once
    for (const Radial& other : board.radials(radial.direction + 8, from)) {
      const int a = radial.sites[0];
      const int b = other.sites[0];
      if (!is_target(a) || !is_target(b)) continue;
      e.to = a;
      effect(to, 3, e);
      e.to = b;
      effect(to, 3, e);
    }
  });
  e.attach(kid_or_null(n, 3), first);
}

// (directional [from] [directions] [to] [then]): sites in that direction while the condition holds.
void directional(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int from = start_of(n, 0, e);
  if (from < 0 || from >= e.program.board_sites) return;
  const Node* const to = kid_or_null(n, 2);
  const ScopedValue saved_to(e.to);
  for_each_radial(e.program.board(), from, directions_of(n, 1, e, from), [&](const Radial& radial) {
    for (int k = 0; k < radial.size; ++k) {
      e.to = radial.sites[k];
      if (!holds(to, 2, e, [&] { return enemy_at(e, e.to); })) break;
      effect(to, 3, e);
    }
  });
  e.attach(kid_or_null(n, 3), first);
}

// Generated code. Each opens the loop over its start, which is one site.

CodeWriter::Block from_start(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const from = kid_or_null(n, 0);
  const std::string start =
      from != nullptr && from->has(1) ? e.integer(from->kid(1)) : std::string("(int)head(s).last_to");
  return out.block("if (const int from = $0; from >= 0 && from < kBoard[kOwn])", {start});
}
// A condition on (to) or (between), argument k of `where`, else the fallback.
std::string holds(const Node* where, std::size_t k, Emitter& e, const char* fallback) {
  return where != nullptr && where->has(k) ? e.on_board(where->kid(k)) : code(fallback, {e.own()});
}
constexpr const char* kIsFriend = "(who<$0>(s, it.to) == head(s).mover)";

void custodial(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Consequents thens = codegen::joined(n, 4, outer);
  const Node* const between = kid_or_null(n, 2);
  const Node* const to = kid_or_null(n, 3);
  const RangeCode range = range_of(between, e, {"1", std::to_string(kInfinity)});
  const LineTables lines = e.lines(e.own(), e.directions(n, 1, Absolute::kAdjacent));
  const auto start = from_start(n, e, out);
  out.line("const Iterators outer = it;\nIterators it = outer;\nconst int low = $0, high = $1;",
           {range.low, range.high});
  const auto loop = out.block("for (u32 r = $0[from]; r < $0[from + 1]; ++r)", {lines.index});
  out.line("const Ray& rd = $0[r];\nconst i16* const on = $1 + rd.first;\nint length = 0;",
           {lines.radials, lines.pool});
  {
    const auto enemies = out.block("while (length < rd.size && length < high)");
    out.line("it.between = on[length];\nif (!$0) break;\n++length;",
             {holds(between, between_arg::kIf, e, "is_enemy(s, who<$0>(s, it.between))")});
  }
  out.line("if (length < low || length == rd.size) continue;\nit.to = on[length];\nif (!$0) continue;",
           {holds(to, to_arg::kIf, e, kIsFriend)});
  const auto each = out.block("for (int k = 0; k < length; ++k)");
  out.line("it.between = on[k];");
  e.apply_effect(between, between_arg::kApply, thens, out);
}

// The conditions of a custodial capture of any length as sets.
struct Custody {
  std::string between, ends;
};
std::optional<Custody> custody_of(const Node& n, Emitter& e) {
  const Node* const between = kid_or_null(n, 2);
  const Node* const to = kid_or_null(n, 3);
  if (between != nullptr && (between->has(between_arg::kRange) || between->has(between_arg::kBefore) ||
                             between->has(between_arg::kAfter)))
    return std::nullopt;
  if (to != nullptr && (to->has(to_arg::kSites) || to->has(to_arg::kType) || to->has(to_arg::kLevel)))
    return std::nullopt;
  const auto set = [&](codegen::Subject of, const Node* where, std::size_t k, const char* fallback) -> Set {
    if (where == nullptr || !where->has(k)) return code(fallback, {e.own()});
    const ScopedValue about(e.subject, of);
    return e.reads_only_subject(where->kid(k)) ? e.set_of(where->kid(k)) : std::nullopt;
  };
  const Set run = set(codegen::Subject::kBetween, between, between_arg::kIf, "pieces_of_enemies(s, $0)");
  const Set ends = set(codegen::Subject::kTo, to, to_arg::kIf, "owned<$0>(s, head(s).mover)");
  if (!run || !ends) return std::nullopt;
  return Custody{*run, *ends};
}
bool is_longer_than_one(const Topology& board, std::uint32_t mask, int& longest) {
  longest = 1;
  for (int at = 0; at < board.size(); ++at)
    for_each_radial(board, at, mask, [&](const Radial& radial) { longest = std::max(longest, radial.size); });
  return longest > 1;
}
// The concrete directions of all lines of a mask.
std::uint32_t concrete(const Topology& board, std::uint32_t mask) {
  std::uint32_t found = 0;
  for (int at = 0; at < board.size(); ++at)
    for_each_radial(board, at, mask, [&](const Radial& radial) {
      if (radial.direction < 0 || radial.direction >= kConcrete) throw Unknown{};
      found |= 1U << radial.direction;
    });
  return found;
}

// The sites at which a custodial capture from the subject finds something, if each then acts.
Set set_of_custodial(const Node& n, Emitter& e) {
  const Node* const from = kid_or_null(n, 0);
  const Node* const between = kid_or_null(n, 2);
  if (from == nullptr || from->has(0) || !from->has(1) || from->has(2) || from->has(3) ||
      !e.is_subject(from->kid(1)) || n.has(4))
    return std::nullopt;
  const Node* const effect = effect_of(between, between_arg::kApply);
  if (effect == nullptr || effect->has(apply_arg::kIf) || !surely_acts(effect->kid(apply_arg::kEffect), e))
    return std::nullopt;
  const auto custody = custody_of(n, e);
  if (!custody) return std::nullopt;
  const Topology& board = e.program().board();
  std::uint32_t mask = 0;
  int longest = 0;
  try {
    mask = e.constant_directions(n, 1, Absolute::kAdjacent).mask;
    if (!is_longer_than_one(board, mask, longest)) return std::nullopt;
    mask = concrete(board, mask);
  } catch (const Unknown&) {
    return std::nullopt;
  }
  std::string text;
  for (int d = 0; d < kConcrete; ++d) {
    if ((mask >> d & 1U) == 0) continue;
    const auto shift = codegen::straight_shift(board, d, e.program().layout.words);
    if (!shift) return std::nullopt;
    text += code("$0enclosing<$1, $2>($3, run, ends)", {text.empty() ? "" : " | ", shift->distance, longest,
                                                        e.constant_region(shift->from.data())});
  }
  e.fired("custodial captures as shifted sets");
  return code("[&]() -> SiteSet { const SiteSet run = $0, ends = $1; return $2; }()",
              {custody->between, custody->ends, text});
}

// All captures at once: the lines from a site as sets, whose first other site is found by a bit scan.
std::optional<std::string> custodial_now(const Node& n, Emitter& e) {
  const Node* const between = kid_or_null(n, 2);
  const Node* const effect = effect_of(between, between_arg::kApply);
  if (n.has(4) || effect == nullptr || effect->has(apply_arg::kIf)) return std::nullopt;
  // The effect on one site may not depend on the others.
  const Node& what = effect->kid(apply_arg::kEffect);
  for (const char* word : {" at:", "(sites", "(count", "(is ", "(can", "(to)"})
    if (codegen::contains(&what, word)) return std::nullopt;
  const auto custody = custody_of(n, e);
  const auto statement = custody ? e.direct(what) : std::nullopt;
  if (!statement) return std::nullopt;
  const Topology& board = e.program().board();
  const std::uint32_t mask = e.constant_directions(n, 1, Absolute::kAdjacent).mask;
  std::size_t most_up = 0, most_down = 0;
  std::vector<std::vector<Region>> ups, downs;
  for (int at = 0; at < board.size(); ++at) {
    const auto rays = codegen::rays_from(board, at, mask, e.program().layout.words);
    if (!rays) return std::nullopt;
    std::vector<Region> up, down;
    for (const codegen::Ray& ray : *rays) (ray.grows ? up : down).push_back(ray.sites);
    most_up = std::max(most_up, up.size()), most_down = std::max(most_down, down.size());
    ups.push_back(std::move(up)), downs.push_back(std::move(down));
  }
  if (most_up + most_down > 16 || most_up + most_down == 0) return std::nullopt;
  std::vector<Region> lines;
  for (std::size_t at = 0; at < ups.size(); ++at) {
    ups[at].resize(most_up, no_sites(e.program())), downs[at].resize(most_down, no_sites(e.program()));
    lines.insert(lines.end(), ups[at].begin(), ups[at].end());
    lines.insert(lines.end(), downs[at].begin(), downs[at].end());
  }
  std::string text;
  for (std::size_t k = 0; k < most_up + most_down; ++k)
    text +=
        code("taken = taken | enclosed_on<$0>(lines[$1], run, ends);\n", {k < most_up ? "true" : "false", k});
  e.fired("custodial captures by lines as sets");
  CodeWriter out;
  {
    const auto start = from_start(n, e, out);
    out.line(
        "const Iterators outer = it;\nIterators it = outer;\nconst SiteSet run = $0, ends = $1;\n"
        "const SiteSet* const lines = $2 + from * $3;\nSiteSet taken = none();",
        {custody->between, custody->ends, e.table_of_sets(lines), most_up + most_down});
    out.line(text);
    const auto each = out.block("LUD_EACH_SITE(taken, at_taken)");
    out.line("it.between = at_taken;");
    out.line(*statement);
  }
  return out.text();
}

void surround(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Consequents thens = codegen::joined(n, 5, outer);
  const Node* const between = kid_or_null(n, 2);
  const Node* const to = kid_or_null(n, 3);
  int width = 0;
  const std::string steps = e.steps(e.own(), e.constant_directions(n, 1, Absolute::kAdjacent), width);
  const auto start = from_start(n, e, out);
  out.line("const Iterators outer = it;\nIterators it = outer;\nconst int except = $0;", {e.number(n, 4, 0)});
  const auto loop = out.block("for (const i16* p = $0 + from * $1; *p >= 0; ++p)", {steps, width});
  out.line("it.between = *p;\nif (!$0) continue;\nint missing = 0;",
           {holds(between, between_arg::kIf, e, "is_enemy(s, who<$0>(s, *p))")});
  {
    const auto around = out.block("for (const i16* q = $0 + *p * $1; *q >= 0; ++q)", {steps, width});
    out.line("it.to = *q;\nif (!$0) ++missing;", {holds(to, to_arg::kIf, e, kIsFriend)});
  }
  out.line("if (missing > except) continue;\nit.between = *p;");
  e.apply_effect(between, between_arg::kApply, thens, out);
}

void enclose(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Consequents thens = codegen::joined(n, 4, outer);
  const Node* const between = kid_or_null(n, 2);
  int width = 0;
  if (n.has(3)) throw Unknown{};  // permitted empty sites belong to the group
  const std::string steps = e.steps(e.own(), e.constant_directions(n, 1, Absolute::kAdjacent), width);
  const auto start = from_start(n, e, out);
  out.line("const Iterators outer = it;\nIterators it = outer;\nconst int exceptions = $0;",
           {e.number(n, 3, 0)});
  const bool has_condition = between != nullptr && between->has(between_arg::kIf);
  const auto targets = has_condition
                           ? e.set_where(codegen::Subject::kBetween, between->kid(between_arg::kIf))
                           : std::optional<std::string>(code("pieces_of_enemies(s, $0)", {e.own()}));
  if (targets && targets->find("it.") == std::string::npos)
    out.line("const SiteSet targets = $0;\nconst auto is_target = [&](int at) { return test(targets, at); };",
             {*targets});
  else
    out.line("const auto is_target = [&](int at) { it.between = at; return $0; };",
             {holds(between, between_arg::kIf, e, "is_enemy(s, who<$0>(s, at))")});
  out.line("SiteSet seen = none();");
  const auto loop = out.block("for (const i16* p = $0 + from * $1; *p >= 0; ++p)", {steps, width});
  out.line(
      "if (test(seen, *p) || !is_target(*p)) continue;\nSiteSet group;\n"
      "const bool closed = enclosed(s, *p, $0, $1, exceptions, group, is_target);\n"
      "seen = seen | group;\nif (!closed) continue;",
      {steps, width});
  const auto each = out.block("LUD_EACH_SITE(group, member)");
  out.line("it.between = member;");
  e.apply_effect(between, between_arg::kApply, thens, out);
}

void directional(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Consequents thens = codegen::joined(n, 3, outer);
  const Node* const to = kid_or_null(n, 2);
  const auto [lines, wanted, directions] = lines_in_play(n, 1, "from", e);
  const auto start = from_start(n, e, out);
  if (!wanted.empty()) out.line("const u32 wanted = $0;", {wanted});
  out.line("const Iterators outer = it;\nIterators it = outer;");
  const auto loop = out.block("for (u32 r = $0[from]; r < $0[from + 1]; ++r)", {lines.index});
  out.line("const Ray& rd = $0[r];", {lines.radials});
  if (!wanted.empty()) out.line("if ((wanted >> rd.direction & 1) == 0) continue;");
  const auto each = out.block("for (int k = 0; k < rd.size; ++k)");
  out.line("it.to = $0[rd.first + k];\nif (!$1) break;",
           {lines.pool, holds(to, to_arg::kIf, e, "is_enemy(s, who<$0>(s, it.to))")});
  e.apply_effect(to, to_arg::kApply, thens, out);
}

const Row kRows[] = {
    {"(custodial [from] [directions] [between] [to] [then])",
     Type::kMoves,
     Counting{custodial},
     from_one_site,
     {.effects = custodial, .direct = custodial_now, .set = set_of_custodial}},
    {"(surround [from] [directions] [between] [to] [except:int] [then])",
     Type::kMoves,
     surround,
     from_one_site,
     {.effects = surround}},
    {"(enclose [from] [directions] [between] [numException:int] [then])",
     Type::kMoves,
     enclose,
     +[](Node& n, Compiler& c) {
       from_one_site(n, c);
       if (n.has(2) && n.kid(2).has(3) &&
           n.kid(2).kid(3).tree->to_text().find("(is Empty") != std::string::npos)
         Compiler::fail(n.kid(2).kid(3), "enclosing sites that may be empty is not implemented");
     },
     {.effects = enclose}},
    {"(intervene [from] [directions] [to] [then])", Type::kMoves, intervene, from_one_site},
    {"(directional [from] [directions] [to] [then])",
     Type::kMoves,
     directional,
     from_one_site,
     {.effects = directional}},
};

}  // namespace

std::span<const Row> capture_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
