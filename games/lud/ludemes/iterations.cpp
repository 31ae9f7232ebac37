// Moves for each piece, site, direction, player, value or group.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "games/lud/interpreter/site_sets.hpp"
#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/piece_counts.hpp"
#include "games/lud/ludemes/pieces_with_moves.hpp"

namespace ludex::games::lud {

namespace {

// Makes another player the mover until the end of the scope.
class AsMover {
 public:
  AsMover(Eval& e, int player)
      : listing_(e.listing), head_(e.head()), mover_(head_.mover), next_(head_.next), prev_(head_.prev) {
    if (player != mover_ || e.listing == 0) e.listing = e.new_listing();
    if (player == mover_) return;
    head_.mover = static_cast<std::int8_t>(player);
    head_.next = static_cast<std::int8_t>(player % e.program.players + 1);
    head_.prev = static_cast<std::int8_t>((player + e.program.players - 2) % e.program.players + 1);
  }
  ~AsMover() {
    head_.mover = mover_;
    head_.next = next_;
    head_.prev = prev_;
  }
  AsMover(const AsMover&) = delete;
  AsMover& operator=(const AsMover&) = delete;

 private:
  ScopedValue<std::uint64_t> listing_;
  Head& head_;
  std::int8_t mover_, next_, prev_;
};

// (forEach Piece [name|{names}] [moves] [role] [then]): the moves of pieces on the board.
void for_each_piece(const Node& n, Eval& e) {
  if (e.too_far()) return;
  ++e.workspace.nested;
  const std::size_t first = e.mark();
  const int* const named_so = static_cast<const std::vector<int>*>(n.table)->data();  // by component
  // The mover's pieces on the board.
  if (!n.has(2) && !n.has(5) && counts_by_sets(e)) {
    {
      const ScopedValue from(e.from);
      const ScopedValue to(e.to);
      offer_of_pieces({e.owned(e.own(), e.mover()), 0, e.program.board_sites, named_so, kid_or_null(n, 1)},
                      e);
    }
    --e.workspace.nested;
    return e.attach(kid_or_null(n, 3), first);
  }
  // The sites of the board, or of a hand.
  int low = 0;
  int high = e.program.board_sites;
  if (n.has(5)) {
    const int which = n.kid(5).type == Type::kString ? n.aux : n.integer(5, e);
    const auto& all = e.program.containers;
    const bool known = which >= 0 && which < static_cast<int>(all.size());
    low = known ? all[static_cast<std::size_t>(which)].first : 0;
    high = known ? low + all[static_cast<std::size_t>(which)].size : 0;
  }
  const auto is_enough = [&] { return e.done() || (e.existence_only != 0 && e.mark() != first); };
  const bool all_levels = e.layout.has_stacks && !(n.has(4) && n.boolean(4, e));
  const auto in_stacks = [&](int player) {
    const ScopedValue level(e.level);
    for (int at = low; at < high; ++at) {
      const int i = e.index(e.own(), at);
      const int size = e.height(i);
      for (int k = 0; k < size; ++k) {
        const int piece = e.level_of(i, k).what;
        if (e.who_of(piece) != player) continue;
        const Component& component = e.program.components[static_cast<std::size_t>(piece)];
        const Node* const moves = n.has(1) ? &n.kid(1) : component.moves;
        if (moves == nullptr || named_so[piece] == 0) continue;
        e.from = at;
        e.level = k;
        e.offer_part([&] { e.offer(*moves); });
        if (is_enough()) return;
      }
    }
  };
  const auto of_player = [&](int player, int mover) {
    const AsMover as(e, mover);
    const ScopedValue from(e.from);
    const ScopedValue to(e.to);
    if (all_levels) return in_stacks(player);
    const ScopedValue level(e.level);
    const Node* const given = kid_or_null(n, 1);
    if (counts_by_sets(e)) return offer_of_pieces({e.owned(e.own(), player), low, high, named_so, given}, e);
    const int only = e.layout.piece_of(player);
    const Words sites(e);
    std::memcpy(sites, e.owned(e.own(), player),
                sizeof(std::uint64_t) * static_cast<std::size_t>(e.layout.words));
    for_each_site(sites.get(), e.layout.words, [&](int at) -> bool {
      if (at >= high) return false;
      const auto piece = static_cast<std::size_t>(only != 0 ? only : e.what_at(e.own(), at));
      if (at < low || named_so[piece] == 0) return true;
      if (e.layout.has_stacks) e.level = e.height(e.index(e.own(), at)) - 1;
      const Node* const moves = given != nullptr ? given : e.program.components[piece].moves;
      if (moves == nullptr) return true;
      e.from = at;
      if (!e.layout.has_stacks) e.to = at;
      e.offer_part([&] { e.offer(*moves); });
      return !is_enough();
    });
  };
  const auto kind = n.has(2) && n.kid(2).type == Type::kRole ? static_cast<Role>(n.kid(2).imm) : Role::kMover;
  if (Eval::is_group(static_cast<int>(kind)) && (e.program.players > 2 || kind >= Role::kTeam1)) {
    for (int player = 1; player <= e.program.players; ++player)
      if (e.belongs(static_cast<int>(kind), player)) of_player(player, player);
  } else if (kind == Role::kAll || kind == Role::kEach) {
    for (int player = 0; player <= e.program.players + 1; ++player) of_player(player, e.mover());
  } else {
    const int player = !n.has(2)                          ? e.mover()
                       : n.kid(2).type == Type::kPlayerOf ? n.kid(2).integer(0, e)
                                                          : n.integer(2, e);
    if (player < 0 || player > e.program.players + 1) {
      --e.workspace.nested;
      return;
    }
    of_player(player, player >= 1 && player <= e.program.players ? player : e.mover());
  }
  --e.workspace.nested;
  e.attach(kid_or_null(n, 3), first);
}

// By component: whether a name of (forEach Piece ...) means it.
std::vector<int> named_components(const Node& n, const Program& p) {
  const auto is_called = [](const Component& piece, const Node& name) {
    return piece.base == name.text() || piece.name == name.text();
  };
  std::vector<int> named;
  for (const Component& piece : p.components) {
    const std::vector<Node*> one{n.kids[0]};
    const std::vector<Node*>& names = n.has(0) && n.kid(0).type == Type::kArray ? n.kid(0).kids : one;
    named.push_back(!n.has(0) || std::any_of(names.begin(), names.end(),
                                             [&](const Node* name) { return is_called(piece, *name); }));
  }
  return named;
}

void resolve_each_piece(Node& n, Compiler& c) {
  n.table = c.table(named_components(n, c.program()));
  if (n.has(4)) c.needs_stacks();
  if (!n.has(5) || n.kid(5).type != Type::kString) return;
  const auto& all = c.program().containers;
  n.aux = -1;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (all[k].name == n.kid(5).text()) n.aux = static_cast<int>(k);
  if (n.aux < 0) Compiler::fail(n.kid(5), "there is no such container");
}

void for_each_site_of(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const Words region(e);
  n.region(0, e, region);
  const ScopedValue site(e.site);
  const ScopedValue to(e.to);
  const std::size_t before = e.found();
  for_each_site(region.get(), e.layout.words, [&](int at) -> bool {
    e.site = at;
    e.to = at;
    e.offer_part([&] { e.offer(n.kid(1)); });
    return !e.done();
  });
  e.attach(kid_or_null(n, 2), first);
  // These have no consequents of the others.
  if (n.has(3) && e.found() == before) e.offer(n.kid(3));
}

// (forEach Direction [from] [directions] moves [then]) and (... to [then]), whose (apply ...) has the moves.
void for_each_direction(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const Node* const from = kid_or_null(n, 0);
  const int start = from != nullptr && from->has(1) ? from->integer(1, e) : e.from;
  if (start >= 0 && start < e.program.board_sites) {
    const Directions directions = directions_of(n, 1, e, start);
    const ScopedValue to(e.to);
    const ScopedValue way(e.way);
    for_each_radial(e.program.board(), start, directions, [&](const Radial& radial) {
      e.to = radial.sites[0];
      e.way = radial.direction < 16 ? radial.direction : -1;
      const Node& what = n.kid(2);
      if (what.type == Type::kMoves) return e.list(what);
      // (to [type] [sites] [if:condition] [apply])
      if (what.has(2) && !what.boolean(2, e)) return;
      if (!what.has(3) || !what.kid(3).has(1)) return;
      const Node& apply = what.kid(3);
      if (apply.has(0) && !apply.boolean(0, e)) return;
      apply.moves(1, e);
    });
  }
  e.attach(kid_or_null(n, 3), first);
}

// (forEach Direction [from] [directions] between moves|to [then]): for sites within the range on each line;
// those nearer than the range must satisfy the condition of (between), all so far that of (to).
void for_each_direction_far(const Node& n, Eval& e) {
  enum : std::size_t { kFrom, kDirections, kBetween, kWhat, kThen };
  const std::size_t first = e.mark();
  const Node* const from = kid_or_null(n, kFrom);
  const int start =
      from != nullptr && from->has(from_arg::kSites) ? from->integer(from_arg::kSites, e) : e.from;
  if (start < 0 || start >= e.program.board_sites) return;
  const Node& between = n.kid(kBetween);
  const Node* const to = n.kid(kWhat).type == Type::kMoves ? nullptr : &n.kid(kWhat);
  const Node* const apply = apply_of(to, to_arg::kApply);
  const Node* const moves = to == nullptr      ? &n.kid(kWhat)
                            : apply == nullptr ? nullptr
                                               : kid_or_null(*apply, apply_arg::kEffect);
  const Range range = range_of(&between, e, {1, 1});
  if (moves == nullptr || range.low < 1) return;
  const ScopedValue saved_to(e.to);
  const ScopedValue saved_between(e.between);
  const ScopedValue saved_way(e.way);
  for_each_radial(e.program.board(), start, directions_of(n, kDirections, e, start),
                  [&](const Radial& radial) {
                    e.way = radial.direction < 16 ? radial.direction : -1;
                    for (int k = 1; k <= std::min(radial.size, range.high); ++k) {
                      e.to = radial.sites[k - 1];
                      if (to != nullptr && to->has(to_arg::kIf) && !to->boolean(to_arg::kIf, e)) return;
                      if (k >= range.low) {
                        e.list(*moves);
                        continue;
                      }
                      e.between = e.to;
                      if (between.has(between_arg::kIf) && !between.boolean(between_arg::kIf, e)) return;
                    }
                  });
  e.attach(kid_or_null(n, kThen), first);
}

void resolve_direction_far(Node& n, Compiler& c) {
  from_one_site(n, c);
  const Node& to = n.kid(3);
  if (to.type != Type::kMoves && to.has(to_arg::kApply) && to.kid(to_arg::kApply).has(apply_arg::kIf))
    Compiler::fail(to, "a condition at a distance is implemented in (to ...), not in (apply ...)");
}

void for_each_player(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const ScopedValue player(e.player);
  for (int q = 1; q <= e.program.players; ++q) {
    e.player = q;
    n.moves(0, e);
  }
  e.attach(kid_or_null(n, 1), first);
}

void for_each_value(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const ScopedValue value(e.value);
  const int low = n.integer(0, e);
  const int high = std::min(n.integer(1, e), low + 10'000);
  for (int v = low; v <= high; ++v) {
    e.value = v;
    n.moves(2, e);
  }
  e.attach(kid_or_null(n, 3), first);
}

void for_each_of_values(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const ScopedValue value(e.value);
  const Ints borrowed(e);
  std::vector<int>& values = borrowed.get();
  n.kid(0).fn.as_ints(n.kid(0), e, values);
  for (const int v : values) {
    e.value = v;
    n.moves(1, e);
  }
  e.attach(kid_or_null(n, 2), first);
}

// (forEach Group [directions] [if:condition] moves [then]): (sites) is the group.
void for_each_group(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const Directions directions = directions_of(n, 0, e);
  const Words members(e);
  const Words group(e);
  find_members(n, 1, e, members);
  for (int at = 0; at < e.program.board_sites; ++at) {
    if (!test(members, at)) continue;
    flood_members(e, at, directions, members, group);
    const std::uint64_t* const before = e.region;
    e.region = group;
    n.moves(2, e);
    e.region = before;
  }
  e.attach(kid_or_null(n, 3), first);
}

// True if (forEach Piece [names]) means that piece.
bool is_named(const Node& n, const Component& piece) {
  if (!n.has(0)) return true;
  const auto names = codegen::one_or_more(n.kid(0));
  return std::any_of(names.begin(), names.end(), [&](const Node* name) {
    return piece.base == name->text() || piece.name == name->text();
  });
}

// Generated code.

// Loops over sites, players and values; `write` writes the body, with its own iterators `it`.
template <class F>
void each_of_region(const Node& region, const std::string& where, Emitter& e, CodeWriter& out, F&& write) {
  const std::string sites = e.local("r");
  const auto scope = out.block();
  out.line("const SiteSet $0 = $1$2;\nconst Iterators outer = it;", {sites, e.region(region), where});
  const auto loop = out.block("LUD_EACH_SITE($0, at)", {sites});
  out.line("Iterators it = outer;\nit.site = it.to = at;");
  write();
}

template <class F>
void each_player(CodeWriter& out, F&& write) {
  const auto scope = out.block();
  out.line("const Iterators outer = it;");
  const auto loop = out.block("for (int q = 1; q <= kPlayers; ++q)");
  out.line("Iterators it = outer;\nit.player = q;");
  write();
}

// The sites where the condition of an (if condition moves) holds, if it is a set.
std::optional<std::string> sites_of_choice(const Node& n, Emitter& e) {
  const bool hands = e.program().layout.size[static_cast<std::size_t>(e.own())] != e.program().board_sites;
  const bool plain = n.row != nullptr && std::string_view(n.row->text) == "(if bool moves [moves] [then])" &&
                     !n.has(2) && !n.has(3);
  if (hands || !plain) return std::nullopt;
  const ScopedValue about(e.subject, codegen::Subject::kSite);
  const Node& condition = n.kid(0);
  // A (can Move ...) checks its iterators itself.
  if (condition.tree->head() != "can" && !e.reads_only_subject(condition)) return std::nullopt;
  const auto set = e.set_of(condition);
  if (set) e.fired("sites of a choice as a set");
  return set;
}

void for_each_site_of(const Node& n, Emitter& e, CodeWriter& out) {
  if (n.has(3)) {
    // Those of no site have no consequents of the others.
    const auto scope = out.block();
    out.line("const u32 before_sites = w->move_count;");
    each_of_region(n.kid(0), "", e, out, [&] { e.moves_then(kid_or_null(n, 2), n.kid(1), out); });
    const auto none = out.block("if (w->move_count == before_sites)");
    e.moves(n.kid(3), out);
    return;
  }
  const auto where = sites_of_choice(n.kid(1), e);
  each_of_region(n.kid(0), where ? " & " + *where : std::string(), e, out,
                 [&] { e.moves_then(kid_or_null(n, 2), where ? n.kid(1).kid(1) : n.kid(1), out); });
}

void for_each_player(const Node& n, Emitter& e, CodeWriter& out) {
  each_player(out, [&] { e.moves_then(kid_or_null(n, 1), n.kid(0), out); });
}

// The first and the last but one of the sites of (forEach Piece ... container:...), as expressions.
std::pair<std::string, std::string> sites_of_container(const Node& n, Emitter& e) {
  const auto& all = e.program().containers;
  if (!n.has(5)) return {"0", "kBoard[kOwn]"};
  const bool named = n.kid(5).type == Type::kString;
  if (named || n.kid(5).constant) {
    const int which = named ? n.aux : n.kid(5).imm;
    if (which < 0 || which >= static_cast<int>(all.size())) return {"0", "0"};
    const Container& container = all[static_cast<std::size_t>(which)];
    return {std::to_string(container.first), std::to_string(container.first + container.size)};
  }
  ArrayText first, last;
  for (const Container& each : all) {
    first.add(each.first);
    last.add(each.first + each.size);
  }
  const std::string which = e.integer(n.kid(5));
  return {code("at_or($0, $1, $2, 0)", {e.table("i16", "[]", first.text()), all.size(), which}),
          code("at_or($0, $1, $2, 0)", {e.table("i16", "[]", last.text()), all.size(), which})};
}

void for_each_piece(const Node& n, Emitter& e, CodeWriter& out) {
  if (n.has(4) && !n.kid(4).constant) throw Unknown{};
  const auto role = n.has(2) && n.kid(2).type == Type::kRole ? static_cast<Role>(n.kid(2).imm) : Role::kMover;
  const bool next = n.has(2) && role == Role::kNext;
  if (n.has(2) && n.kid(2).type != Type::kRole) throw Unknown{};
  if (!next && role != Role::kMover) throw Unknown{};
  const Program& p = e.program();
  // Moves of the next player are asked for, never played.
  if (next && (!e.never_played || e.as_next || p.players != 2 || n.has(3) || !e.thens.empty()))
    throw Unknown{};
  const ScopedValue as_next(e.as_next, e.as_next || next);
  const ScopedValue test(e.piece_test, {});
  std::string cases;
  PiecesWithMoves with_moves(n, e);
  for (std::size_t c = 1; c < p.components.size(); ++c) {
    const Component& piece = p.components[c];
    const Node* const what = n.has(1) ? &n.kid(1) : piece.moves;
    if (piece.owner < 1 || piece.owner > p.players || what == nullptr || !is_named(n, piece)) continue;
    const ScopedValue component(e.component, static_cast<int>(c));
    if (!next && !n.has(5)) with_moves.add(c, *what);
    CodeWriter body;
    e.moves_then(kid_or_null(n, 3), *what, body);
    const std::string name = e.function("of_piece", "inline void", codegen::function_of_moves(body.text()));
    cases += code("case $0: $1(s, it); break;\n", {c, name});
  }
  const auto [low, high] = sites_of_container(n, e);
  const bool stacks = p.layout.has_stacks;
  const bool all_levels = stacks && !(n.has(4) && n.kid(4).imm != 0);
  const auto scope = out.block();
  out.line("const u32 before_pieces = w->move_count;\nconst Iterators outer = it;\nconst int high = $0;",
           {high});
  if (n.has(5)) out.line("const int low = $0;", {low});
  const char* const enough = "if (outer.existence_only != 0 && w->move_count != before_pieces) break;";
  const auto each_piece = [&](const char* piece) {
    out.line(enough);
    out.line("Iterators it = outer;\nit.from = at;$0",
             {all_levels ? "\nit.level = k;"
              : stacks   ? "\nit.level = height_of(s, index<kOwn>(at)) - 1;"
                         : "\nit.to = at;"});
    {
      const auto of_player = out.block();
      if (next) out.line("const AsMover as(s, head(s).next);");
      const auto choice = out.block("switch ($0)", {piece});
      out.add(cases);
      out.line("default: break;");
    }
    if (test.before().empty()) return;
    const auto some = out.block("if (w->move_count != before_pieces)");
    out.line("if (keeps_one(w, before_pieces, [&](const PackedMove& m) { return $0(s, outer, m); })) break;",
             {test.before()});
  };
  if (all_levels) {
    if (!test.before().empty()) throw Unknown{};
    out.line("const int player = head(s).$0;", {next ? "next" : "mover"});
    const auto sites = out.block("for (int at = $0; at < high; ++at)", {n.has(5) ? "low" : "0"});
    out.line(enough);
    out.line("const int size = height_of(s, index<kOwn>(at));");
    const auto levels = out.block("for (int k = 0; k < size; ++k)");
    out.line(
        "const int piece = level_of(s, index<kOwn>(at), k).what;\nif (owner_of(piece) != player) continue;");
    each_piece("piece");
    return;
  }
  const std::string all = code("owned<$0>(s, head(s).$1)", {e.own(), next ? "next" : "mover"});
  out.line("const SiteSet pieces = $0;", {next || n.has(5) ? all : with_moves.among(all)});
  const auto loop = out.block("LUD_EACH_SITE(pieces, at)");
  out.line(n.has(5) ? "if (at < low || at >= high) continue;" : "if (at >= high) continue;");
  each_piece(code("what<$0>(s, at)", {e.own()}).c_str());
}

// The mover's pieces stand on different sites; but moves of a piece may not be those of all.
bool ends_of_each_piece(const Node& n, Emitter& e, codegen::Ends& out) {
  if (n.has(4) || n.has(5) || e.component >= 0) return false;
  if (n.has(2) && (n.kid(2).type != Type::kRole || static_cast<Role>(n.kid(2).imm) != Role::kMover))
    return false;
  const Program& p = e.program();
  const codegen::Ends none(p);
  codegen::Ends of_any = none;
  for (std::size_t c = 1; c < p.components.size(); ++c) {
    const Component& piece = p.components[c];
    const Node* const what = n.has(1) ? &n.kid(1) : piece.moves;
    if (piece.owner < 1 || piece.owner > p.players || what == nullptr || !is_named(n, piece)) continue;
    const ScopedValue component(e.component, static_cast<int>(c));
    codegen::Ends of_piece = none;
    if (!add_ends(*what, e, of_piece)) return false;
    of_any.unite(of_piece);
  }
  if (out.meets(of_any)) return false;
  out.unite(of_any);
  return true;
}

// Moves as sets.

bool same_text(const Node* a, const Node* b) {
  return a == b || (a != nullptr && b != nullptr && a->tree->to_text() == b->tree->to_text());
}

void ways_of_each_piece(const Node& n, Emitter& e, codegen::WayWriter& out) {
  if (e.program().layout.has_stacks) throw Unknown{};
  if (n.has(4) || n.has(5) || !out.sites.empty()) throw Unknown{};
  if (n.has(2) && (n.kid(2).type != Type::kRole || static_cast<Role>(n.kid(2).imm) != Role::kMover))
    throw Unknown{};
  const Program& p = e.program();
  const auto of_player = [&](const Component& piece) { return piece.owner == e.player(); };
  const auto moves_of = [&](const Component& piece) { return n.has(1) ? &n.kid(1) : piece.moves; };
  // Pieces that differ in nothing that moves say are written as one.
  const auto first = std::find_if(p.components.begin() + 1, p.components.end(), of_player);
  const bool alike = std::all_of(first, p.components.end(), [&](const Component& piece) {
    return !of_player(piece) || (is_named(n, piece) && piece.facing == first->facing &&
                                 same_text(moves_of(piece), moves_of(*first)));
  });
  const ScopedValue about(e.subject, codegen::Subject::kFrom);
  out.parts.emplace_back();
  for (std::size_t c = 1; c < p.components.size(); ++c) {
    const Component& piece = p.components[c];
    const Node* const what = moves_of(piece);
    if (!of_player(piece) || what == nullptr || !is_named(n, piece)) continue;
    const ScopedValue component(e.component, static_cast<int>(c));
    const ScopedValue sites(out.sites, e.fresh("pieces"));
    // The same sites as the loop over the pieces has.
    const std::string own = code("board_only<$0>(owned<$0>(s, $1))", {e.own(), piece.owner});
    out.out.line("const SiteSet $0 = $1;",
                 {out.sites, alike ? own : code("$0 & sites_of_piece(s, $1)", {own, c})});
    e.ways_then(kid_or_null(n, 3), *what, out);
    if (alike) break;
  }
}

void ways_of_each_site(const Node& n, Emitter& e, codegen::WayWriter& out) {
  if (n.has(3) || !out.sites.empty()) throw Unknown{};
  const ScopedValue about(e.subject, codegen::Subject::kSite);
  if (!e.is_free_of_subject(n.kid(0)) || !e.reads_only_subject(n.kid(0))) throw Unknown{};
  const ScopedValue sites(out.sites, e.fresh("sites"));
  const ScopedValue of_site(out.of_site, true);
  out.parts.emplace_back();
  out.out.line("const SiteSet $0 = $1;", {out.sites, e.region(n.kid(0))});
  e.ways_then(kid_or_null(n, 2), n.kid(1), out);
}

void for_each_site_of(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  if (n.has(3)) throw Unknown{};
  each_of_region(n.kid(0), "", e, out, [&] { e.effects(n.kid(1), codegen::joined(n, 2, outer), out); });
}

void for_each_player(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  each_player(out, [&] { e.effects(n.kid(0), codegen::joined(n, 1, outer), out); });
}

void for_each_value(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const auto scope = out.block();
  out.line("const Iterators outer = it;\nconst int low = $0, high = smaller($1, low + 10000);",
           {e.integer(n.kid(0)), e.integer(n.kid(1))});
  const auto loop = out.block("for (int v = low; v <= high; ++v)");
  out.line("Iterators it = outer;\nit.value = v;");
  e.effects(n.kid(2), codegen::joined(n, 3, outer), out);
}

const Row kRows[] = {
    {"(forEach Piece [string|{string}] [moves] [role|playerof] [then] [top:bool] [container:int|string])",
     Type::kMoves,
     Counting{for_each_piece},
     resolve_each_piece,
     {.moves = for_each_piece, .ways = ways_of_each_piece, .ends = ends_of_each_piece}},
    {"(forEach Site region moves [then] [noMoveYet:moves])",
     Type::kMoves,
     Counting{for_each_site_of},
     nullptr,
     {.moves = for_each_site_of, .effects = for_each_site_of, .ways = ways_of_each_site}},
    {"(forEach Direction [from] [directions] moves|to [then])", Type::kMoves, for_each_direction,
     from_one_site},
    {"(forEach Direction [from] [directions] between moves|to [then])", Type::kMoves, for_each_direction_far,
     resolve_direction_far},
    {"(forEach Player moves [then])",
     Type::kMoves,
     for_each_player,
     nullptr,
     {.moves = for_each_player, .effects = for_each_player}},
    {"(forEach Value min:int max:int moves [then])",
     Type::kMoves,
     for_each_value,
     nullptr,
     {.effects = for_each_value}},
    {"(forEach Value ints moves [then])", Type::kMoves, for_each_of_values},
    {"(forEach Group [directions] [if:bool] moves [then])", Type::kMoves, for_each_group},
};

}  // namespace

std::span<const Row> iteration_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
