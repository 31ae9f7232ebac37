// Moves composed of moves: choices, loops, conditions, look-ahead.
#include <algorithm>

#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/places.hpp"

namespace ludex::games::lud {

namespace {

// Makes another player the mover until the end of the scope.
class AsMover {
 public:
  AsMover(Eval& e, int player) : head_(e.head()), mover_(head_.mover), next_(head_.next), prev_(head_.prev) {
    if (player == mover_) return;
    head_.mover = static_cast<std::int8_t>(player);
    head_.next = static_cast<std::int8_t>(player % e.p.players + 1);
    head_.prev = static_cast<std::int8_t>((player + e.p.players - 2) % e.p.players + 1);
  }
  ~AsMover() {
    head_.mover = mover_;
    head_.next = next_;
    head_.prev = prev_;
  }
  AsMover(const AsMover&) = delete;
  AsMover& operator=(const AsMover&) = delete;

 private:
  Head& head_;
  std::int8_t mover_, next_, prev_;
};

void both(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  n.m(0, e);
  n.m(1, e);
  e.attach(kid_or_null(n, 2), first);
}
void every(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  for (const Node* kid : n.kid(0).kids) kid->fn.as_moves(*kid, e);
  e.attach(kid_or_null(n, 1), first);
}
void choose(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  if (n.b(0, e)) {
    n.m(1, e);
  } else if (n.has(2)) {
    n.m(2, e);
  }
  e.attach(kid_or_null(n, 3), first);
}

// (priority {moves} [then]): the moves of the first list that has any.
void priority(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  for (const Node* kid : n.kid(0).kids) {
    kid->fn.as_moves(*kid, e);
    if (e.mark() != first) break;
  }
  e.attach(kid_or_null(n, 1), first);
}
void priority_two(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  n.m(0, e);
  if (e.mark() == first) n.m(1, e);
  e.attach(kid_or_null(n, 2), first);
}

// (forEach Piece [name|{names}] [moves] [role] [then]): the moves of pieces on the board.
void for_each_piece(const Node& n, Eval& e) {
  if (e.too_far()) return;
  ++e.ws.nested;
  const std::size_t first = e.mark();
  const auto named_so = [&](const Component& component) {
    if (!n.has(0)) return true;
    const auto same = [&](const Node& name) {
      return component.base == name.text() || component.name == name.text();
    };
    if (n.kid(0).type != Type::kArray) return same(n.kid(0));
    const auto& names = n.kid(0).kids;
    return std::any_of(names.begin(), names.end(), [&](const Node* name) { return same(*name); });
  };
  const auto of_player = [&](int player, int mover) {
    const AsMover as(e, mover);
    const ScopedValue from(e.from);
    const ScopedValue to(e.to);
    const Words sites(e);
    std::memcpy(sites, e.owned(e.own(), player), sizeof(std::uint64_t) * static_cast<std::size_t>(e.L.words));
    for_each_site(sites.get(), e.L.words, [&](int at) -> bool {
      if (at >= e.p.board_sites) return false;
      const Component& component = e.p.components[static_cast<std::size_t>(e.what_at(e.own(), at))];
      const Node* const moves = n.has(1) ? &n.kid(1) : component.moves;
      if (moves == nullptr || !named_so(component)) return true;
      e.from = at;
      e.to = at;
      moves->fn.as_moves(*moves, e);
      return e.existence_only == 0 || e.mark() == first;
    });
  };
  const auto kind = n.has(2) && n.kid(2).type == Type::kRole ? static_cast<Role>(n.kid(2).imm) : Role::kMover;
  if (kind == Role::kAll || kind == Role::kEach) {
    for (int player = 0; player <= e.p.players + 1; ++player) of_player(player, e.mover());
  } else {
    const int player = !n.has(2)                          ? e.mover()
                       : n.kid(2).type == Type::kPlayerOf ? n.kid(2).i(0, e)
                                                          : n.i(2, e);
    if (player < 0 || player > e.p.players + 1) {
      --e.ws.nested;
      return;
    }
    of_player(player, player >= 1 && player <= e.p.players ? player : e.mover());
  }
  --e.ws.nested;
  e.attach(kid_or_null(n, 3), first);
}

void for_each_site_of(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const Words region(e);
  n.r(0, e, region);
  const ScopedValue site(e.site);
  const ScopedValue to(e.to);
  for_each_site(region.get(), e.L.words, [&](int at) {
    e.site = at;
    e.to = at;
    n.m(1, e);
  });
  e.attach(kid_or_null(n, 2), first);
}

// (forEach Direction [from] [directions] moves [then]) and (... to [then]), whose (apply ...) has the moves.
void for_each_direction(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const Node* const from = kid_or_null(n, 0);
  const int start = from != nullptr && from->has(1) ? from->i(1, e) : e.from;
  if (start >= 0 && start < e.p.board_sites) {
    const std::uint32_t directions = directions_of(n, 1, e, Absolute::kAdjacent, start);
    const ScopedValue to(e.to);
    const ScopedValue way(e.way);
    for (std::uint32_t rest = directions; rest != 0; rest &= rest - 1) {
      for (const Radial& radial : e.p.board().radials(__builtin_ctz(rest), start)) {
        e.to = radial.sites[0];
        e.way = radial.direction < 16 ? radial.direction : -1;
        const Node& what = n.kid(2);
        if (what.type == Type::kMoves) {
          what.fn.as_moves(what, e);
          continue;
        }
        // (to [type] [sites] [if:condition] [apply])
        if (what.has(2) && !what.b(2, e)) continue;
        if (!what.has(3) || !what.kid(3).has(1)) continue;
        const Node& apply = what.kid(3);
        if (apply.has(0) && !apply.b(0, e)) continue;
        apply.m(1, e);
      }
    }
  }
  e.attach(kid_or_null(n, 3), first);
}

// (forEach Direction [from] [directions] between moves|to [then]): for sites within the range on each line;
// those nearer than the range must satisfy the condition of (between), all so far that of (to).
void for_each_direction_far(const Node& n, Eval& e) {
  enum : std::size_t { kFrom, kDirections, kBetween, kWhat, kThen };
  const std::size_t first = e.mark();
  const Node* const from = kid_or_null(n, kFrom);
  const int start = from != nullptr && from->has(from_arg::kSites) ? from->i(from_arg::kSites, e) : e.from;
  if (start < 0 || start >= e.p.board_sites) return;
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
  for_each_radial(e.p.board(), start, directions_of(n, kDirections, e, Absolute::kAdjacent, start),
                  [&](const Radial& radial) {
                    e.way = radial.direction < 16 ? radial.direction : -1;
                    for (int k = 1; k <= std::min(radial.size, range.high); ++k) {
                      e.to = radial.sites[k - 1];
                      if (to != nullptr && to->has(to_arg::kIf) && !to->b(to_arg::kIf, e)) return;
                      if (k >= range.low) {
                        moves->fn.as_moves(*moves, e);
                        continue;
                      }
                      e.between = e.to;
                      if (between.has(between_arg::kIf) && !between.b(between_arg::kIf, e)) return;
                    }
                  });
  e.attach(kid_or_null(n, kThen), first);
}
void resolve_direction_far(Node& n, Compiler& c) {
  from_one_site(n, c);
  const Node& to = n.kid(3);
  if (to.type != Type::kMoves && to.has(to_arg::kApply) && to.kid(to_arg::kApply).has(apply_arg::kIf))
    Compiler::fail(to, "a condition of (apply ...) at a distance is not implemented, one of (to ...) is");
}

void for_each_player(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const ScopedValue player(e.player);
  for (int q = 1; q <= e.p.players; ++q) {
    e.player = q;
    n.m(0, e);
  }
  e.attach(kid_or_null(n, 1), first);
}
void for_each_value(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const ScopedValue value(e.value);
  const int low = n.i(0, e);
  const int high = std::min(n.i(1, e), low + 10'000);
  for (int v = low; v <= high; ++v) {
    e.value = v;
    n.m(2, e);
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
    n.m(1, e);
  }
  e.attach(kid_or_null(n, 2), first);
}

// (forEach Group [directions] [if:condition] moves [then]): (sites) is the group.
void for_each_group(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const std::uint32_t directions = directions_of(n, 0, e, Absolute::kAdjacent);
  const Words member(e);
  const Words seen(e);
  const Words group(e);
  clear(member, e.L.words);
  clear(seen, e.L.words);
  {
    const ScopedValue to(e.to);
    for (int at = 0; at < e.p.board_sites; ++at) {
      e.to = at;
      if (n.has(1) ? n.b(1, e) : e.who_at(e.own(), at) == e.mover()) set(member, at);
    }
  }
  for (int at = 0; at < e.p.board_sites; ++at) {
    if (!test(member, at) || test(seen, at)) continue;
    flood(e, e.own(), at, directions, group, [&](int next) { return test(member, next); });
    for (int w = 0; w < e.L.words; ++w) seen.get()[w] |= group.get()[w];
    const std::uint64_t* const before = e.region;
    e.region = group;
    n.m(2, e);
    e.region = before;
  }
  e.attach(kid_or_null(n, 3), first);
}

// (do moves [next:moves] [ifAfterwards:condition] [then])
void do_then(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const ScopedValue saved(e.existence_only);
  const bool one_is_enough = e.existence_only != 0;
  if (n.has(1) || n.has(2)) e.existence_only = 0;  // the next moves depend on the first ones
  if (n.has(1)) {
    if (e.too_far()) return;
    // Makes all first moves; the result is the next moves, each preceded by the first moves' actions.
    n.m(0, e);
    const std::size_t prior_end = e.mark();
    const Copy copy(e);
    Eval other(e, copy.get());
    for (std::size_t i = first; i < prior_end; ++i) {
      other.make(i);
    }
    other.head().last_from = e.head().last_from;
    other.head().last_to = e.head().last_to;
    const std::size_t next_begin = e.mark();
    n.m(1, other);
    for (std::size_t i = next_begin; i < e.ws.moves.size(); ++i) {
      Mv move = e.ws.moves[i];
      e.merge_into(move, first, prior_end);
      e.ws.moves[i] = move;
    }
    e.ws.moves.erase(e.ws.moves.begin() + static_cast<std::ptrdiff_t>(first),
                     e.ws.moves.begin() + static_cast<std::ptrdiff_t>(next_begin));
  } else {
    n.m(0, e);
  }
  if (n.has(2) && e.tries_later && n.aux == 1) {
    const auto test = static_cast<std::int32_t>(e.ws.tests.size());
    e.ws.tests.push_back(&n);
    for (std::size_t i = first; i < e.mark(); ++i) e.ws.moves[i].test = test;
  } else if (n.has(2)) {
    std::size_t kept = first;
    const std::size_t end = e.mark();
    for (std::size_t i = first; i < end && !e.too_far(); ++i) {
      const Copy copy(e);
      Eval other(e, copy.get());
      ++other.head().plies;
      other.make(i);
      other.ends_turn();
      if (n.b(2, other)) e.ws.moves[kept++] = e.ws.moves[i];
      e.truncate(end);
      if (one_is_enough && kept != first) break;
    }
    e.truncate(kept);
  }
  e.attach(kid_or_null(n, 3), first);
}

// Value of a move's captures: 1 for a ply, or the values of the pieces it removes.
int worth(const Eval& e, const Mv& move, bool by_value) {
  if (!by_value) return 1;
  int sum = 0;
  for (std::uint32_t a = 0; a < move.count; ++a) {
    const Action& action = e.ws.actions[move.first + a];
    if (action.kind == ActionKind::kRemove || action.kind == ActionKind::kRemoveLater)
      sum += e.cell_value(e.index(action.type, action.site));
  }
  return sum;
}

// The number of plies for which the mover can continue from a move, or the value he can capture.
int chain(Eval& e, std::size_t move_index, bool by_value) {
  const int own = worth(e, e.ws.moves[move_index], by_value);
  // Checked before the move is played: at the end of a ply rules may look ahead too.
  if (e.too_far()) return own;
  const int mover = e.mover();
  const Copy copy(e);
  Eval other(e, copy.get());
  other.play(move_index);
  if (is_over(static_cast<GameStatus>(other.head().status)) || other.mover() != mover) return own;
  const std::size_t begin = e.mark();
  other.legal_moves();
  const std::size_t end = e.mark();
  int best = 0;
  for (std::size_t i = begin; i < end; ++i) best = std::max(best, chain(other, i, by_value));
  e.truncate(begin);
  return own + best;
}
// (max Moves [withValue:bool] moves [then]): moves with the longest continuation, or the greatest capture.
void max_moves(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  n.m(1, e);
  if (e.existence_only != 0) return;
  const bool by_value = n.has(0) && n.b(0, e);
  const std::size_t end = e.mark();
  const Ints borrowed(e);
  std::vector<int>& lengths = borrowed.get();
  int best = 0;
  for (std::size_t i = first; i < end; ++i) {
    lengths.push_back(end == first + 1 ? 1 : chain(e, i, by_value));
    best = std::max(best, lengths.back());
    e.truncate(end);
  }
  std::size_t kept = first;
  for (std::size_t i = first; i < end; ++i) {
    if (lengths[i - first] == best) e.ws.moves[kept++] = e.ws.moves[i];
  }
  e.truncate(kept);
  e.attach(kid_or_null(n, 2), first);
}

// (avoidStoredState moves [then]): moves that lead to no remembered position.
void avoid_stored(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const ScopedValue saved(e.existence_only);
  e.existence_only = 0;  // the remaining moves are not known yet
  n.m(0, e);
  const auto* stored = reinterpret_cast<const std::uint64_t*>(e.s + e.L.history);
  const auto* const stored_end = stored + e.head().history;
  std::size_t kept = first;
  const std::size_t end = e.mark();
  for (std::size_t i = first; i < end && !e.too_far(); ++i) {
    const Copy copy(e);
    Eval other(e, copy.get());
    other.make(i);
    e.truncate(end);
    if (std::find(stored, stored_end, other.position_hash()) == stored_end)
      e.ws.moves[kept++] = e.ws.moves[i];
  }
  e.truncate(kept);
  e.attach(kid_or_null(n, 1), first);
}

// (append moves [then]): all moves as one.
void append(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  n.m(0, e);
  const std::size_t end = e.mark();
  if (end == first) return;
  Mv move = e.ws.moves[first];
  move.count = 0;
  move.then = -1;
  e.merge_into(move, first, end);
  e.truncate(first);
  e.ws.moves.push_back(move);
  e.attach(kid_or_null(n, 1), first);
}

// (allCombinations moves moves [then]): each of the first with each of the second.
void all_combinations(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  n.m(0, e);
  const std::size_t middle = e.mark();
  n.m(1, e);
  const std::size_t end = e.mark();
  if ((middle - first) * (end - middle) > kMostLooks / 100) e.ws.endless = true;
  if (e.ws.endless) return;
  for (std::size_t i = first; i < middle; ++i) {
    for (std::size_t j = middle; j < end; ++j) {
      // The second's actions follow the first's.
      Mv move = e.ws.moves[i];
      Mv tail = e.ws.moves[j];
      move.from = e.ws.moves[i].from;
      tail.from = move.from;
      tail.to = move.to;
      tail.type = move.type;
      e.merge_into(tail, i, i + 1);
      e.ws.moves.push_back(tail);
    }
  }
  e.ws.moves.erase(e.ws.moves.begin() + static_cast<std::ptrdiff_t>(first),
                   e.ws.moves.begin() + static_cast<std::ptrdiff_t>(end));
  e.attach(kid_or_null(n, 2), first);
}

// Generated code: lists of moves.

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

// Loops over sites, players and values; `write` writes the body, with its own iterators `it`.
template <class F>
void each_of_region(const Node& region, Emitter& e, CodeWriter& out, F&& write) {
  const std::string sites = e.fresh("r");
  const auto scope = out.block();
  out.line("const SiteSet $0 = $1;\nconst Iterators outer = it;", {sites, e.region(region)});
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
void for_each_site_of(const Node& n, Emitter& e, CodeWriter& out) {
  each_of_region(n.kid(0), e, out, [&] { e.moves_then(kid_or_null(n, 2), n.kid(1), out); });
}
void for_each_player(const Node& n, Emitter& e, CodeWriter& out) {
  each_player(out, [&] { e.moves_then(kid_or_null(n, 1), n.kid(0), out); });
}

// True if (forEach Piece [names]) means that piece.
bool is_named(const Node& n, const Component& piece) {
  if (!n.has(0)) return true;
  const auto names = codegen::one_or_more(n.kid(0));
  return std::any_of(names.begin(), names.end(), [&](const Node* name) {
    return piece.base == name->text() || piece.name == name->text();
  });
}
void for_each_piece(const Node& n, Emitter& e, CodeWriter& out) {
  if (n.has(2) && (n.kid(2).type != Type::kRole || static_cast<Role>(n.kid(2).imm) != Role::kMover))
    throw Unknown{};
  const Program& p = e.program();
  std::string cases;
  for (std::size_t c = 1; c < p.components.size(); ++c) {
    const Component& piece = p.components[c];
    const Node* const what = n.has(1) ? &n.kid(1) : piece.moves;
    if (piece.owner < 1 || piece.owner > p.players || what == nullptr || !is_named(n, piece)) continue;
    const ScopedValue component(e.component, static_cast<int>(c));
    CodeWriter body;
    e.moves_then(kid_or_null(n, 3), *what, body);
    const std::string name = e.function("of_piece", "inline void", codegen::function_of_moves(body.text()));
    cases += code("case $0: $1(s, it); break;\n", {c, name});
  }
  const auto scope = out.block();
  out.line(
      "const u32 before_pieces = w->move_count;\nconst SiteSet pieces = owned<$0>(s, head(s).mover);\n"
      "const Iterators outer = it;",
      {e.own()});
  const auto loop = out.block("LUD_EACH_SITE(pieces, at)");
  out.line(
      "if (at >= kBoard[kOwn]) continue;\n"
      "if (outer.existence_only != 0 && w->move_count != before_pieces) break;\n"
      "Iterators it = outer;\nit.from = it.to = at;");
  const auto choice = out.block("switch (what<$0>(s, at))", {e.own()});
  out.add(cases);
  out.line("default: break;");
}

// (do moves ifAfterwards:condition): tries each move on a copy.
std::string after_move(const Node& condition, Emitter& e) {
  const std::string holds = e.boolean(condition);
  const std::string name = e.fresh("after");
  CodeWriter out;
  {
    const auto function = out.block("static bool $0(u8* before, Iterators it, const PackedMove& m)", {name});
    out.line(
        "Workspace* const w = it.workspace;\nconst u32 moves = w->move_count, actions = w->action_count;\n"
        "u8* const s = copy_state(w, before);\nexec<false>(s, it, m, kOfLookAhead);\n"
        "if (head(s).next == head(s).mover) head(s).next = head(s).prev;\nconst bool holds = $0;\n"
        "--w->copy_count;\nw->move_count = moves, w->action_count = actions;\nreturn holds;",
        {holds});
  }
  e.add_function(out.text());
  return name;
}
void do_then(const Node& n, Emitter& e, CodeWriter& out) {
  if (n.has(1)) throw Unknown{};
  const Node* const then = kid_or_null(n, 3);
  if (!n.has(2)) {
    e.moves_then(then, n.kid(0), out);
    return;
  }
  // The consequents after it apply when the move is made, not when it is tried.
  if (!e.thens.empty() || then != nullptr) throw Unknown{};
  CodeWriter list;
  e.moves(n.kid(0), list);
  const std::string name = after_move(n.kid(2), e);
  const auto scope = out.block();
  out.line("const u32 first = w->move_count;\nconst int ex = it.existence_only;\nit.existence_only = 0;");
  out.add(list.text());
  const auto filter = [&] {
    out.line("u32 kept = first;\nconst u32 end = w->move_count;");
    {
      const auto loop = out.block("for (u32 k = first; k < end; ++k)");
      out.line(
          "const PackedMove m = w->moves[k];\n"
          "if ($0(s, it, m)) { w->moves[kept++] = m; if (ex != 0) break; }",
          {name});
    }
    out.line("w->move_count = kept;");
  };
  if (e.program().tries_later && n.aux == 1) {
    const int test = e.test_later(name + "(s, fresh(w), m)");
    {
      const auto later = out.block("if ((it.tries_later & 1) != 0)");
      out.line("for (u32 k = first; k < w->move_count; ++k) w->moves[k].test = $0;", {test});
    }
    const auto now = out.block("else");
    filter();
  } else {
    filter();
  }
  out.line("it.existence_only = ex;");
}

// (append moves): all its effects as one move, at the site of the first.
void append(const Node& n, Emitter& e, CodeWriter& out) {
  // Requires effects that each concern one site, and the same one in every case.
  for (const char* word : {"(fromTo", "(move ", "moveAgain", "(set Score", "(addScore", "(set Var",
                           "(set Counter", "(set Pending", "(pass", "(then"})
    if (codegen::contains(&n.kid(0), word)) throw Unknown{};
  if (e.program().layout.slots != 1) throw Unknown{};
  CodeWriter list;
  e.effects(n.kid(0), {}, list);
  MoveCode move;
  move.effects = list.text();
  move.last_type = e.own();
  move.then = kid_or_null(n, 1);
  move.takes_at_end = false;
  const int generator = e.generator(move);
  const auto scope = out.block();
  out.line("const u32 first = w->action_count;");
  {
    const auto effects = out.block();
    e.effects(n.kid(0), {}, out);
  }
  const auto any = out.block("if (w->action_count > first)");
  out.line(
      "const int at = w->actions[first].site;\nw->action_count = first;\n"
      "keep(push(w, $0, at, at), it);",
      {generator});
}

// (max Moves moves): the moves with the longest continuation.
void max_moves(const Node& n, Emitter& e, CodeWriter& out) {
  const Program& p = e.program();
  if (n.has(0) || p.no_repeat >= 0 || p.swap_rule) throw Unknown{};
  e.plays_chains();
  // The best moves of a list are the best of those that an inner (max Moves) would keep, unless the list is
  // filtered or combined further.
  for (const auto& node : const_cast<Program&>(p).nodes.all())
    for (const char* word : {"(do ", "(append ", "(allCombinations ", "(avoidStoredState "})
      if (node->row != nullptr && std::string_view(node->row->text).starts_with(word)) throw Unknown{};
  const auto scope = out.block();
  out.line("const u32 first = w->move_count;");
  e.moves_then(kid_or_null(n, 2), n.kid(1), out);
  out.line("if (it.existence_only == 0 && (it.tries_later & 2) == 0) keep_longest(s, w, first);");
}

// Generated code: effects.

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
void for_each_site_of(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  each_of_region(n.kid(0), e, out, [&] { e.effects(n.kid(1), codegen::joined(n, 2, outer), out); });
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
bool is_single(const Node& n) {
  return n.row != nullptr && n.row->native.is_single != nullptr && n.row->native.is_single(n);
}
// Pairs one effect with one other.
void all_combinations(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Consequents thens = codegen::joined(n, 2, outer);
  if (!is_single(n.kid(0)) || !is_single(n.kid(1))) throw Unknown{};
  const auto scope = out.block();
  out.line("const u32 one = w->action_count;");
  e.effects(n.kid(0), {}, out);
  const auto any = out.block("if (const u32 two = w->action_count; two > one)");
  e.effects(n.kid(1), {}, out);
  out.line("if (w->action_count == two) w->action_count = one;");
  if (thens.empty()) return;
  const auto pairs = out.block("else");
  e.put_consequents(thens, out);
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

const Row kRows[] = {
    {"(or moves moves [then])",
     Type::kMoves,
     both,
     nullptr,
     {.moves = both, .effects = both, .reach = reach_of_both}},
    {"(or {moves} [then])",
     Type::kMoves,
     every,
     nullptr,
     {.moves = every, .effects = every, .reach = reach_of_all}},
    {"(and moves moves [then])",
     Type::kMoves,
     both,
     nullptr,
     {.moves = both, .effects = both, .reach = reach_of_both, .leaves_board = true}},
    {"(and {moves} [then])",
     Type::kMoves,
     every,
     nullptr,
     {.moves = every, .effects = every, .reach = reach_of_all, .leaves_board = true}},
    {"(seq {moves} [then])", Type::kMoves, every, nullptr, {.moves = every, .effects = every}},
    {"(if bool moves [moves] [then])",
     Type::kMoves,
     choose,
     nullptr,
     {.moves = choose,
      .effects = choose,
      .direct = choose_now,
      .reach = reach_of_choice,
      .leaves_board = true}},
    {"(priority {moves} [then])",
     Type::kMoves,
     priority,
     nullptr,
     {.moves = priority, .effects = priority, .reach = reach_of_all}},
    {"(priority moves moves [then])",
     Type::kMoves,
     priority_two,
     nullptr,
     {.moves = priority_two, .effects = priority_two, .reach = reach_of_both}},
    {"(forEach Piece [string|{string}] [moves] [role|playerof] [then])",
     Type::kMoves,
     for_each_piece,
     nullptr,
     {.moves = for_each_piece}},
    {"(forEach Site region moves [then])",
     Type::kMoves,
     for_each_site_of,
     nullptr,
     {.moves = for_each_site_of, .effects = for_each_site_of}},
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
    {"(do moves [next:moves] [ifAfterwards:bool] [then])",
     Type::kMoves,
     do_then,
     nullptr,
     {.moves = do_then}},
    {"(max Moves [withValue:bool] moves [then])",
     Type::kMoves,
     max_moves,
     +[](Node& n, Compiler& c) {
       if (n.has(0)) c.needs_value();
     },
     {.moves = max_moves}},
    {"(avoidStoredState moves [then])", Type::kMoves, avoid_stored,
     +[](Node&, Compiler& c) { c.needs_history(); }},
    {"(append moves [then])", Type::kMoves, append, nullptr, {.moves = append}},
    {"(allCombinations moves moves [then])",
     Type::kMoves,
     all_combinations,
     nullptr,
     {.effects = all_combinations}},
};

}  // namespace

std::span<const Row> operator_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
