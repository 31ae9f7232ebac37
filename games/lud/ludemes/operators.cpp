// Moves composed of moves: choices, loops, conditions, look-ahead.
#include <algorithm>

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

const Row kRows[] = {
    {"(or moves moves [then])", Type::kMoves, both},
    {"(or {moves} [then])", Type::kMoves, every},
    {"(and moves moves [then])", Type::kMoves, both},
    {"(and {moves} [then])", Type::kMoves, every},
    {"(seq {moves} [then])", Type::kMoves, every},
    {"(if bool moves [moves] [then])", Type::kMoves, choose},
    {"(priority {moves} [then])", Type::kMoves, priority},
    {"(priority moves moves [then])", Type::kMoves, priority_two},
    {"(forEach Piece [string|{string}] [moves] [role|playerof] [then])", Type::kMoves, for_each_piece},
    {"(forEach Site region moves [then])", Type::kMoves, for_each_site_of},
    {"(forEach Direction [from] [directions] moves|to [then])", Type::kMoves, for_each_direction,
     from_one_site},
    {"(forEach Direction [from] [directions] between moves|to [then])", Type::kMoves, for_each_direction_far,
     resolve_direction_far},
    {"(forEach Player moves [then])", Type::kMoves, for_each_player},
    {"(forEach Value min:int max:int moves [then])", Type::kMoves, for_each_value},
    {"(forEach Value ints moves [then])", Type::kMoves, for_each_of_values},
    {"(forEach Group [directions] [if:bool] moves [then])", Type::kMoves, for_each_group},
    {"(do moves [next:moves] [ifAfterwards:bool] [then])", Type::kMoves, do_then},
    {"(max Moves [withValue:bool] moves [then])", Type::kMoves, max_moves,
     +[](Node& n, Compiler& c) {
       if (n.has(0)) c.needs_value();
     }},
    {"(avoidStoredState moves [then])", Type::kMoves, avoid_stored,
     +[](Node&, Compiler& c) { c.needs_history(); }},
    {"(append moves [then])", Type::kMoves, append},
    {"(allCombinations moves moves [then])", Type::kMoves, all_combinations},
};

}  // namespace

std::span<const Row> operator_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
