// Moves that add, remove, promote, choose and the like; as decisions of a player and as effects.
#include <algorithm>

#include "games/lud/interpreter/site_sets.hpp"
#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/piece_counts.hpp"
#include "games/lud/ludemes/places.hpp"
#include "games/lud/ludemes/walks.hpp"

namespace ludex::games::lud {

void add_move(Eval& e, std::size_t begin, int from, int to, int from_type, int to_type) {
  const std::size_t end = e.mark();
  ListedMove& made = e.push(from, to, to_type);
  Action action{.kind = ActionKind::kMove,
                .type = static_cast<std::uint8_t>(from_type),
                .site = static_cast<std::int16_t>(from),
                .to = static_cast<std::int16_t>(to),
                .to_type = static_cast<std::uint8_t>(to_type),
                .state = -1};
  if (e.layout.has_stacks) {
    const int size = e.height(e.index(from_type, from));
    const int low = e.part.whole ? 0 : e.part.level >= 0 ? e.part.level : std::max(size - 1, 0);
    // The reference shows the levels of moves without further effects.
    if (e.part.shown && (end == begin || e.part.always_shown)) {
      made.low = static_cast<std::uint8_t>(low);
      made.high = static_cast<std::uint8_t>(e.part.whole ? std::max(size - 1, 0) : low);
    }
    action.kind = ActionKind::kMoveStack;
    action.level = static_cast<std::int16_t>(e.part.whole || e.part.level >= 0 ? low : kOff);
    action.count = static_cast<std::int16_t>(e.part.whole ? size : 1);
    if (e.part.count >= 0) {
      action.count = static_cast<std::int16_t>(std::min(e.part.count, size));
      action.level = static_cast<std::int16_t>(size - action.count);
    }
  }
  e.act(action);
  e.merge_into_last(begin);
}

namespace {

// (move Add [piece] [to] [then])
void add(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const Node* const to = kid_or_null(n, 1);
  const int type = to != nullptr ? type_of(*to, e) : e.own();
  const Node* const apply = apply_of(to, to_arg::kApply);
  const int state = n.has(0) ? n.kid(0).integer_or(1, e, 0) : 0;
  const int count = n.integer_or(2, e, 1);
  const int level = to != nullptr && to->has(to_arg::kLevel) ? to->integer(to_arg::kLevel, e) : kOff;
  const ScopedValue saved(e.to);
  // Evaluates the pieces before (to) changes.
  int pieces[kMaxChoice];
  int pieces_count = 0;
  if (!n.has(0)) {
    pieces[pieces_count++] = e.mover();
  } else {
    for_each_piece(n.kid(0), e.mover(), e, [&](int piece) {
      if (piece > 0 && pieces_count < kMaxChoice) pieces[pieces_count++] = piece;
    });
  }
  const auto add_piece = [&](int at, int piece) {
    if (!e.wants(at, at)) return;
    const std::size_t begin = e.mark();
    effect_of(apply, e);
    e.push(at, at, type);
    e.act({.kind = ActionKind::kAdd,
           .type = static_cast<std::uint8_t>(type),
           .site = static_cast<std::int16_t>(at),
           .what = piece,
           .count = static_cast<std::int16_t>(count),
           .state = static_cast<std::int16_t>(state),
           .level = static_cast<std::int16_t>(level)});
    e.merge_into_last(begin);
  };
  const auto add_at = [&](int at) {
    if (!e.in_range(type, at)) return;
    e.to = at;
    const ScopedValue site(e.site);
    e.site = at;
    if (to != nullptr && to->has(to_arg::kIf) && !to->boolean(to_arg::kIf, e)) return;
    for (int k = 0; k < pieces_count; ++k) add_piece(at, pieces[k]);
  };
  OneOfSites one;
  if (to == nullptr) {
    add_at(e.to);
  } else if (!offer_sites_of(to, pieces_count, e, one)) {
    for_each_of(*to, to_arg::kSites, e.to, e, add_at);
  } else if (one.at >= 0) {
    e.to = one.at;
    const ScopedValue site(e.site);
    e.site = one.at;
    add_piece(one.at, pieces[one.piece]);
  }
  e.attach(kid_or_null(n, 3), first);
}

// (remove [type] site|region [at:'EndOfTurn'] [count:n] [then]): removes everything there, as each of the n
// removals does in the reference.
void remove(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = n.imm;
  for_each_of(n, 1, kOff, e, [&](int at) {
    if (!e.in_range(type, at) || e.is_empty(type, at)) return;
    e.push(at, at, type);
    int level = kOff;
    if (e.layout.has_stacks) {
      level = n.integer_or(5, e, kOff);
      const int top = e.height(e.index(type, at)) - 1;
      if (level > top) {
        e.truncate(e.mark() - 1);
        return;
      }
    }
    e.act({.kind = n.has(2) ? ActionKind::kRemoveLater : ActionKind::kRemove,
           .type = static_cast<std::uint8_t>(type),
           .site = static_cast<std::int16_t>(at),
           .count = static_cast<std::int16_t>(e.layout.has_stacks && n.has(3) ? n.integer(3, e) : 1),
           .level = static_cast<std::int16_t>(level)});
  });
  e.attach(kid_or_null(n, 4), first);
}

// (move Select from [to] [then])
void select(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const Node* const to = kid_or_null(n, 1);
  const int from_type = type_of(n.kid(0), e);
  const int to_type = to != nullptr ? type_of(*to, e) : from_type;
  const auto add_select = [&](int from, int at) {
    if (!e.wants(from, at)) return;
    ListedMove& move = e.push(from, at, to_type);
    if (e.layout.has_stacks && n.kid(0).has(from_arg::kLevel))
      move.low = static_cast<std::uint8_t>(std::max(n.kid(0).integer(from_arg::kLevel, e), 0));
    e.act({.kind = ActionKind::kSelect,
           .site = static_cast<std::int16_t>(from),
           .to = static_cast<std::int16_t>(at)});
  };
  for_each_from(
      &n.kid(0), e,
      [&](int from) {
        if (to == nullptr) {
          add_select(from, from);
          return;
        }
        const ScopedValue saved(e.to);
        const SiteTest allowed(to, to_arg::kIf, Subject::kTo, &Eval::to, e);
        for_each_of(*to, to_arg::kSites, e.to, e, [&](int at) {
          if (!e.in_range(to_type, at)) return;
          e.to = at;
          if (allowed.exists() && !allowed.holds()) return;
          add_select(from, at);
        });
      },
      true);
  e.attach(kid_or_null(n, 2), first);
}

// (move Promote [type] [site] piece [role] [then])
void promote(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int at = n.integer_or(1, e, e.to);
  const int owner = n.has(3) ? n.integer(3, e) : e.mover();
  if (!e.in_range(n.imm, at)) return;
  for_each_piece(n.kid(2), owner, e, [&](int piece) {
    if (piece <= 0) return;
    e.push(at, at, n.imm);
    e.act({.kind = ActionKind::kPromote,
           .type = static_cast<std::uint8_t>(n.imm),
           .site = static_cast<std::int16_t>(at),
           .what = piece});
  });
  e.attach(kid_or_null(n, 4), first);
}

void pass(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  e.push(kOff, kOff, e.own()).special = kPassMove;
  e.act({.kind = ActionKind::kPass});
  e.attach(kid_or_null(n, 0), first);
}

// (move Swap Players role role [then]): the seats exchange colours.
void swap_players(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  e.push(kOff, kOff, e.own()).special = kSwapMove;
  e.act({.kind = ActionKind::kSwap});
  e.attach(kid_or_null(n, 2), first);
}

// (move Swap Pieces [site] [site] [then])
void swap_pieces(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int a = n.integer_or(0, e, e.head().last_to);
  const int b = n.integer_or(1, e, e.head().last_from);
  if (!e.in_range(e.own(), a) || !e.in_range(e.own(), b)) return;
  e.push(a, b, e.own());
  e.act({.kind = ActionKind::kSwapPieces,
         .type = static_cast<std::uint8_t>(e.own()),
         .site = static_cast<std::int16_t>(a),
         .to = static_cast<std::int16_t>(b),
         .to_type = static_cast<std::uint8_t>(e.own())});
  e.attach(kid_or_null(n, 2), first);
}

void resolve_site_type(Node& n, Compiler& c) {
  if (n.has(0)) c.uses(n, n.kid(0).imm);
}
void resolve_from(Node& n, Compiler& c) {
  resolve_site_type(n, c);
  if (n.has(from_arg::kLevel)) c.needs_stacks();
}
void resolve_to(Node& n, Compiler& c) {
  resolve_site_type(n, c);
  if (n.has(to_arg::kLevel)) c.needs_stacks();
}
void resolve_add(Node& n, Compiler& c) {
  if (n.has(4)) c.needs_stacks();
}
void resolve_remove(Node& n, Compiler& c) {
  site_type_at<0>(n, c);
  if (n.has(5)) c.needs_stacks();
  if (n.has(2)) c.needs_to_clear();
}
void resolve_promote(Node& n, Compiler& c) {
  site_type_at<0>(n, c);
  c.promotes(n);
}
// By owner, and last without one: the piece that a name means.
std::vector<int> pieces_called(const std::string& name, const Program& p) {
  const int whole = p.component(name);
  std::vector<int> pieces;
  for (int owner = 0; owner <= p.players + 1; ++owner)
    pieces.push_back(whole != 0 ? whole : p.component(name, owner));
  pieces.push_back(whole);
  return pieces;
}

void resolve_piece(Node& n, Compiler& c) {
  if (n.has(1)) c.needs_state();
  const auto resolve = [&](Node& each) {
    if (each.type != Type::kString) return;
    bool known = false;
    for (const Component& component : c.program().components)
      known = known || component.name == each.text() || component.base == each.text();
    if (!known) c.no_piece(each, each.text());
    each.table = c.table(pieces_called(each.text(), c.program()));
  };
  if (n.kid(0).type != Type::kArray) return resolve(*n.kids[0]);
  for (Node* each : n.kid(0).kids) resolve(*each);
}
template <int kind>
void range_kind(Node& n, Compiler&) {
  n.imm = kind;
}

// Generated code.

// Moves with a level that is no constant would need it when they are made.
int level_or_throw(const Node* where, std::size_t k) {
  if (where == nullptr || !where->has(k)) return kOff;
  if (!where->kid(k).constant) throw Unknown{};
  return where->kid(k).imm;
}

// The pieces of a (piece ...) as expressions: numbers, or those of a name, by `owner` if it has several.
std::vector<std::string> pieces_of(const Node& piece, Emitter& e, const char* by_owner) {
  std::vector<std::string> pieces;
  for (const Node* each : codegen::one_or_more(piece.kid(0))) {
    if (each->type != Type::kString) {
      pieces.push_back(e.integer(*each));
      continue;
    }
    const int whole = e.program().component(each->text());
    pieces.push_back(whole != 0
                         ? std::to_string(whole)
                         : code(by_owner, {e.table("i16", "[]", pieces_by_owner(each->text(), e.program())),
                                           e.program().players + 2}));
  }
  return pieces;
}
constexpr const char* kOfMover = "$0[head(s).mover]";
// The state of a (piece ...), as an expression.
std::string state_of(const Node& n, Emitter& e) {
  return n.has(0) ? e.number(n.kid(0), 1, 0) : "0";
}
bool reads_its_site(const Node& piece) {
  return codegen::contains(&piece, "(to)") || codegen::contains(&piece, "(site)");
}

bool adds_one(const Node& n) {
  return n.has(0) && n.kid(0).kid(0).type != Type::kArray && n.has(1) && n.kid(1).has(to_arg::kSites) &&
         n.kid(1).kid(to_arg::kSites).type == Type::kInt && !n.has(3) && !n.kid(1).has(to_arg::kLevel);
}
bool removes_one(const Node& n) {
  return n.has(1) && n.kid(1).type == Type::kInt && !n.has(3) && !n.has(4) && !n.has(5);
}

// The code that adds a piece, an expression that does not depend on (to).
int add_generator(const Node& n, const std::string& piece, Emitter& e) {
  const Node* const to = kid_or_null(n, 1);
  const int type = type_of(to, e);
  MoveCode move;
  move.effect = effect_of(to, to_arg::kApply);
  // The value was computed before (to) was set; it does not depend on (to).
  move.before = code("const int piece = $0, state = $1;\n(void)state;\n", {piece, state_of(n, e)});
  const int level = level_or_throw(to, to_arg::kLevel), count = n.has(2) ? n.kid(2).imm : 1;
  move.action = level < 0 ? code("add_piece<Hashes>(s, $0, to, piece, $1, state, 0);\n", {type, count})
                          : code("add_levels<Hashes>(s, $0, to, $1, $2, Level{(u8)piece, (u8)state});\n",
                                 {type, level, count});
  move.last_type = type;
  move.then = kid_or_null(n, 3);
  return e.generator(move);
}

void add(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const to = kid_or_null(n, 1);
  if (n.has(2) && !n.kid(2).constant) throw Unknown{};
  if (n.has(0) && reads_its_site(n.kid(0))) throw Unknown{};
  // The pieces are evaluated before (to) changes.
  const std::vector<std::string> pieces =
      n.has(0) ? pieces_of(n.kid(0), e, kOfMover) : std::vector<std::string>{"(int)head(s).mover"};
  CodeWriter values, list;
  for (const std::string& piece : pieces) {
    const int generator = add_generator(n, piece, e);
    if (!n.has(0)) {
      e.push(generator, "at", "at", list);
      continue;
    }
    const std::string name = e.local("piece");
    values.line("const int $0 = $1;", {name, piece});
    const auto any = list.block("if ($0 > 0)", {name});
    e.push(generator, "at", "at", list);
  }
  const auto scope = out.block();
  out.line("const Iterators outer_to = it;");
  out.add(values.text());
  each_to(to, "it.to = it.site = at;", e, out, [&] { out.add(list.text()); });
}
// As sets: the mover's piece, on the present site or on those of a region.
void ways_of_add(const Node& n, Emitter& e, codegen::WayWriter& out) {
  const Node* const to = kid_or_null(n, 1);
  if (n.has(0) || n.has(2) || to == nullptr || !to->has(to_arg::kSites) || to->has(to_arg::kLevel))
    throw Unknown{};
  // Sites of hands are not drawn.
  const bool hands = e.program().layout.size[static_cast<std::size_t>(e.own())] != e.program().board_sites;
  if (type_of(to, e) != e.own() || hands) throw Unknown{};
  const Node& sites = to->kid(to_arg::kSites);
  std::string all = out.sites;
  if (out.sites.empty()) {
    if (sites.type != Type::kRegion || !e.is_free_of_subject(sites) || !e.reads_only_subject(sites))
      throw Unknown{};
    all = e.region(sites);
  } else if (!out.of_site || !e.is_subject(sites)) {
    throw Unknown{};
  }
  const ScopedValue about(e.subject, codegen::Subject::kSite);
  if (to->has(to_arg::kIf)) {
    const Node& condition = to->kid(to_arg::kIf);
    const auto set = e.reads_only_subject(condition) ? e.set_of(condition) : std::nullopt;
    if (!set) throw Unknown{};
    all = code("($0 & $1)", {all, *set});
  }
  const ScopedValue of_site(out.of_site, true);
  if (out.sites.empty()) out.parts.emplace_back();
  const int generator = add_generator(n, "(int)head(s).mover", e);
  out.add(e.fresh("ways"), code("board_only<$0>($1)", {e.own(), all}), {"", 0, generator});
}
// One piece, on each site once.
bool ends_of_add(const Node& n, Emitter& e, codegen::Ends& out) {
  const Node* const to = kid_or_null(n, 1);
  return e.component < 0 && to != nullptr && to->has(to_arg::kSites) && type_of(to, e) == e.own() &&
         (!n.has(0) || pieces_of(n.kid(0), e, kOfMover).size() == 1) && out.add_staying(e.program());
}
void add(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Node* const to = kid_or_null(n, 1);
  if (to != nullptr && to->has(to_arg::kApply)) throw Unknown{};
  const Consequents thens = codegen::joined(n, 3, outer);
  const int type = type_of(to, e);
  const std::string count = e.number(n, 2, 1);
  const std::string state = state_of(n, e);
  const std::string level = to != nullptr ? e.number(*to, to_arg::kLevel, kOff) : "-1";
  const std::vector<std::string> pieces =
      n.has(0) ? pieces_of(n.kid(0), e, kOfMover) : std::vector<std::string>{"head(s).mover"};
  CodeWriter values, list;
  for (const std::string& piece : pieces) {
    const std::string name = e.local("piece");
    values.line("const int $0 = $1;", {name, piece});
    const auto any = n.has(0) ? list.block("if ($0 > 0)", {name}) : list.block();
    list.line(
        "put_site(w, kAdd, $0, at, $1);\n"
        "w->actions[w->action_count - 1].count = (i16)count, w->actions[w->action_count - 1].state = "
        "(i16)state, w->actions[w->action_count - 1].level = (i16)level;",
        {type, name});
    e.put_consequents(thens, list);
  }
  const auto scope = out.block();
  out.line("const Iterators outer_to = it;\nconst int count = $0, state = $1, level = $2;",
           {count, state, level});
  out.add(values.text());
  each_to(to, "it.to = it.site = at;", e, out, [&] { out.add(list.text()); });
}

std::optional<std::string> add_now(const Node& n, Emitter& e) {
  const Node* const to = kid_or_null(n, 1);
  if (!adds_one(n) || n.has(2) || to->has(to_arg::kIf) || to->has(to_arg::kApply)) return std::nullopt;
  const int type = type_of(to, e);
  const std::string piece = pieces_of(n.kid(0), e, kOfMover)[0];
  return code(
      "if (const int at = $0, piece = $1; piece > 0 && in_range<$2>(at)) add_piece<Hashes>(s, $2, at, piece, 1, $3, 0);",
      {e.integer(to->kid(to_arg::kSites)), piece, type, state_of(n, e)});
}

// The kind of a removal; `of_stack`: it takes a part of a stack.
int removal(const Node& n, bool of_stack, Emitter& e) {
  MoveCode move;
  move.action = n.has(2) ? "words(s + kToClearAt)[to >> 6] |= 1UL << (to & 63);\n"
                         : code("remove_piece<Hashes>(s, $0, to);\n", {n.imm});
  if (of_stack) {
    for (const std::size_t k : {std::size_t{3}, std::size_t{5}})
      if (n.has(k) && codegen::contains(&n.kid(k), "(to)")) throw Unknown{};
    move.before =
        code("const int part_count = $0, part_level = $1;\n", {e.number(n, 3, 1), e.number(n, 5, kOff)});
    move.action = code("remove_levels<Hashes>(s, $0, to, part_level, part_count);\n", {n.imm});
  }
  move.last_type = n.imm;
  move.then = kid_or_null(n, 4);
  return e.generator(move);
}
void remove(const Node& n, Emitter& e, CodeWriter& out) {
  const bool of_stack = e.program().layout.has_stacks && (n.has(3) || n.has(5));
  if ((n.has(3) && !of_stack) || (n.has(2) && of_stack)) throw Unknown{};
  const int generator = removal(n, of_stack, e);
  e.each_site(n, 1, "kOff", out, [&] {
    const auto any = out.block("if (is_occupied<$0>(s, at))", {n.imm});
    if (!n.has(5)) return e.push(generator, "at", "at", out);
    const auto there = out.block("if ($0 < height_of(s, site_index($1, at)))", {e.integer(n.kid(5)), n.imm});
    e.push(generator, "at", "at", out);
  });
}
// Pieces that remove themselves.
void ways_of_remove(const Node& n, Emitter& e, codegen::WayWriter& out) {
  require_piece(nullptr, out, e);
  if (n.has(2) || n.has(3) || n.has(5) || n.imm != e.own() || n.kid(1).tree->to_text() != "(from)")
    throw Unknown{};
  codegen::Way way{"", 0, removal(n, false, e), false, e.component};
  way.stays = true;
  e.fired("pieces that leave as a set");
  out.add(e.fresh("ways"), out.sites, std::move(way));
}
// From each site once; a piece may remove itself.
bool ends_of_remove(const Node& n, Emitter& e, codegen::Ends& out) {
  const bool once = e.component < 0 || (n.has(1) && n.kid(1).tree->to_text() == "(from)");
  return once && n.imm == e.own() && out.add_staying(e.program());
}
void remove(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const bool stacks = e.program().layout.has_stacks;
  if (n.has(3) && !stacks) throw Unknown{};
  const Consequents thens = codegen::joined(n, 4, outer);
  e.each_site(n, 1, "kOff", out, [&] {
    const auto any = out.block("if (is_occupied<$0>(s, at))", {n.imm});
    const auto put = [&] {
      out.line("put_site(w, $0, $1, at, 0);", {n.has(2) ? "kRemoveLater" : "kRemove", n.imm});
      if (n.has(3)) out.line("w->actions[w->action_count - 1].count = (i16)$0;", {e.integer(n.kid(3))});
      if (n.has(5)) out.line("w->actions[w->action_count - 1].level = (i16)level;");
      e.put_consequents(thens, out);
    };
    if (!n.has(5)) return put();
    const auto there = out.block("if (const int level = $0; level < height_of(s, site_index($1, at)))",
                                 {e.integer(n.kid(5)), n.imm});
    put();
  });
}
std::optional<std::string> remove_now(const Node& n, Emitter& e) {
  if (n.has(2) || n.has(3) || n.has(4) || n.has(5) || !n.has(1) || n.kid(1).type != Type::kInt)
    return std::nullopt;
  return code("if (const int at = $0; is_occupied<$1>(s, at)) remove_piece<Hashes>(s, $1, at);",
              {e.integer(n.kid(1)), n.imm});
}

void select(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const to = kid_or_null(n, 1);
  MoveCode move;
  move.last_type = to != nullptr ? type_of(to, e) : type_of(&n.kid(0), e);
  move.then = kid_or_null(n, 2);
  if (n.kid(0).has(from_arg::kLevel)) {
    move.before = code("const int part_low = larger($0, 0);\n", {e.integer(n.kid(0).kid(from_arg::kLevel))});
    move.low = "part_low";
    move.low_always = true;
  }
  const int generator = e.generator(move);
  e.each_from(
      &n.kid(0), out,
      [&] {
        if (to == nullptr) {
          e.push(generator, "from", "from", out);
          return;
        }
        const auto scope = out.block();
        out.line("const Iterators outer_to = it;");
        e.each_site(*to, to_arg::kSites, "it.to", out, [&] {
          const auto each = out.block();
          out.line("Iterators it = outer_to;\nit.to = at;");
          if (!to->has(to_arg::kIf)) {
            e.push(generator, "from", "at", out);
            return;
          }
          const auto holds = out.block("if ($0)", {e.boolean(to->kid(to_arg::kIf))});
          e.push(generator, "from", "at", out);
        });
      },
      true);
}

bool ends_of_select(const Node& n, Emitter& e, codegen::Ends& out) {
  return e.component < 0 && !n.has(1) && n.kid(0).has(from_arg::kSites) && type_of(&n.kid(0), e) == e.own() &&
         out.add_staying(e.program());
}

// The choice of a promotion, with `piece`, its site `at` and `owner`.
void each_promotion(const Node& n, Emitter& e, CodeWriter& out, const Emitter::Body& body) {
  const std::string owner = e.integer_or(n, 3, "(int)head(s).mover");
  const auto site =
      out.block("if (const int at = $0; in_range<$1>(at))", {e.integer_or(n, 1, "it.to"), n.imm});
  out.line("const int owner = $0;\n(void)owner;", {owner});
  for (const std::string& piece : pieces_of(n.kid(2), e, "at_or($0, $1, owner, 0)")) {
    const auto any = out.block("if (const int piece = $0; piece > 0)", {piece});
    body();
  }
}
void promote(const Node& n, Emitter& e, CodeWriter& out) {
  if (reads_its_site(n.kid(2))) throw Unknown{};
  MoveCode move;
  move.action = code("promote<Hashes>(s, $0, to, m.value);\n", {n.imm});
  move.last_type = n.imm;
  move.then = kid_or_null(n, 4);
  const int generator = e.generator(move);
  each_promotion(n, e, out, [&] {
    out.line("PackedMove& m = push(w, $0, at, at);\nkeep(m, it);\nm.value = (i16)piece;", {generator});
  });
}
// To one piece, on any one site.
bool ends_of_promote(const Node& n, Emitter& e, codegen::Ends& out) {
  return e.component < 0 && n.imm == e.own() && (!n.has(1) || n.kid(1).type == Type::kInt) &&
         pieces_of(n.kid(2), e, kOfMover).size() == 1 && out.add_staying(e.program());
}
void promote(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Consequents thens = codegen::joined(n, 4, outer);
  each_promotion(n, e, out, [&] {
    out.line("put_site(w, kPromote, $0, at, piece);", {n.imm});
    e.put_consequents(thens, out);
  });
}

std::optional<std::string> promote_now(const Node& n, Emitter& e) {
  const Node& which = n.kid(2).kid(0);
  if (n.has(4) || which.type == Type::kArray) return std::nullopt;
  CodeWriter out;
  each_promotion(n, e, out, [&] { out.line("promote<Hashes>(s, $0, at, piece);", {n.imm}); });
  return out.text();
}

int pass_generator(const Node& n, Emitter& e) {
  MoveCode move;
  move.last_type = e.own();
  move.then = kid_or_null(n, 0);
  return e.generator(move);
}
void pass(const Node& n, Emitter& e, CodeWriter& out) {
  out.line("pass(w, $0);", {pass_generator(n, e)});
}

void ways_of_pass(const Node& n, Emitter& e, codegen::WayWriter& out) {
  if (!out.sites.empty()) throw Unknown{};
  out.add_pass(pass_generator(n, e));
}

bool ends_of_pass(const Node&, Emitter& e, codegen::Ends& out) {
  return e.component < 0 && out.add_pass();
}

const Row kRows[] = {
    {"(from [sitetype] [region|int] [if:bool] [level:int])", Type::kFrom, nullptr, resolve_from},
    {"(to [sitetype] [region|int] [if:bool] [apply] [level:int])", Type::kTo, nullptr, resolve_to},
    {"(between [before:int] [range] [after:int] [if:bool] [apply])", Type::kBetween},
    {"(apply [if:bool] [moves])", Type::kApply},
    {"(then moves)", Type::kThen},
    {"(piece string|int|{string}|{int} [state:int])", Type::kPiece, nullptr, resolve_piece},
    {"(player int)", Type::kPlayerOf},
    {"(range int int)", Type::kRange, nullptr, range_kind<0>},
    {"(min int)", Type::kRange, nullptr, range_kind<1>},
    {"(max int)", Type::kRange, nullptr, range_kind<2>},
    {"(exact int)", Type::kRange, nullptr, range_kind<3>},
    {"(move Add [piece] [to] [count:int] [then] [stack:bool])",
     Type::kMoves,
     Counting{add},
     resolve_add,
     {.moves = add, .effects = add, .ways = ways_of_add, .ends = ends_of_add}},
    {"(add [piece] [to] [count:int] [then] [stack:bool])",
     Type::kMoves,
     Counting{add},
     resolve_add,
     {.moves = add, .effects = add, .direct = add_now, .is_single = adds_one}},
    {"(move Claim [piece] [to] [count:int] [then] [stack:bool])",
     Type::kMoves,
     Counting{add},
     resolve_add,
     {.moves = add}},
    {"(claim [piece] [to] [count:int] [then] [stack:bool])",
     Type::kMoves,
     Counting{add},
     resolve_add,
     {.moves = add}},
    {"(move Remove [sitetype] region|int [at:'EndOfTurn'] [count:int] [then] [level:int])",
     Type::kMoves,
     remove,
     resolve_remove,
     {.moves = remove,
      .effects = remove,
      .direct = remove_now,
      .ways = ways_of_remove,
      .ends = ends_of_remove}},
    {"(remove [sitetype] region|int [at:'EndOfTurn'] [count:int] [then] [level:int])",
     Type::kMoves,
     remove,
     resolve_remove,
     {.moves = remove, .effects = remove, .direct = remove_now, .is_single = removes_one}},
    {"(move Select from [to] [then])",
     Type::kMoves,
     Counting{select},
     nullptr,
     {.moves = select, .ends = ends_of_select}},
    {"(move Promote [sitetype] [int] piece [role] [then])",
     Type::kMoves,
     promote,
     resolve_promote,
     {.moves = promote, .effects = promote, .direct = promote_now, .ends = ends_of_promote}},
    {"(promote [sitetype] [int] piece [role] [then])",
     Type::kMoves,
     promote,
     resolve_promote,
     {.moves = promote, .effects = promote, .direct = promote_now}},
    {"(move Pass [then])",
     Type::kMoves,
     pass,
     nullptr,
     {.moves = pass, .ways = ways_of_pass, .ends = ends_of_pass}},
    {"(pass [then])", Type::kMoves, pass, nullptr, {.moves = pass}},
    {"(move Swap Players role|int role|int [then])", Type::kMoves, swap_players,
     +[](Node& n, Compiler& c) {
       if (c.program().players != 2)
         Compiler::fail(n, "swaps among more than two players are not implemented");
     }},
    {"(move Swap Pieces [int] [int] [then])", Type::kMoves, swap_pieces},
    {"(swap Pieces [int] [int] [then])", Type::kMoves, swap_pieces},
};

}  // namespace

void each_to(const Node* to, const char* iterators, Emitter& e, CodeWriter& out, const Emitter::Body& body) {
  const auto inner = [&] {
    const auto valid = out.block("if (in_range<$0>(at))", {type_of(to, e)});
    out.for_body(code("Iterators it = outer_to;\n$0", {iterators}), "it", [&] {
      if (to == nullptr || !to->has(to_arg::kIf)) {
        body();
        return;
      }
      const auto holds = out.block("if ($0)", {e.boolean(to->kid(to_arg::kIf))});
      body();
    });
  };
  if (to != nullptr) {
    e.each_site(*to, to_arg::kSites, "it.to", out, inner);
    return;
  }
  const auto present = out.block("if (const int at = it.to; at >= 0)");
  inner();
}

std::span<const Row> decision_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
