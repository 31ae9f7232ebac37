// Moves: step, slide, hop, leap, from-to, add, remove, promote and the like; as decisions of a player and as
// effects.
#include <algorithm>

#include "games/lud/interp/tables.hpp"

namespace ludex::games::lud {

void add_move(Eval& e, std::size_t begin, int from, int to, int from_type, int to_type) {
  const std::size_t end = e.mark();
  e.push(from, to, to_type);
  e.act({.kind = ActionKind::kMove,
         .type = static_cast<std::uint8_t>(from_type),
         .site = static_cast<std::int16_t>(from),
         .to = static_cast<std::int16_t>(to),
         .to_type = static_cast<std::uint8_t>(to_type),
         .state = -1});
  if (end != begin) {
    Mv move = e.ws.moves.back();
    e.merge_into(move, begin, end);
    e.truncate(begin);
    e.ws.moves.push_back(move);
  }
}

namespace {

// The arguments of (from ...), (to ...), (between ...) and (apply ...), by the order of their signatures
// below.
namespace from_arg {
enum : std::size_t { kType, kSites, kIf };
}
namespace to_arg {
enum : std::size_t { kType, kSites, kIf, kApply };
}
namespace between_arg {
enum : std::size_t { kBefore, kRange, kAfter, kIf, kApply };
}
namespace apply_arg {
enum : std::size_t { kIf, kEffect };
}

int type_of(const Node& site_node, const Eval& e) {
  return site_node.has(0) ? site_node.kid(0).imm : e.own();
}

// Calls f(site) for the sites of argument k of a node: a number, a region, or the fallback.
template <class F>
void for_each_of(const Node& n, std::size_t k, int fallback, Eval& e, F&& f) {
  if (!n.has(k)) {
    if (fallback >= 0) f(fallback);
  } else if (n.kid(k).type == Type::kInt) {
    const int at = n.i(k, e);
    if (at >= 0) f(at);
  } else {
    const Words region(e);
    n.r(k, e, region);
    for_each_site(region.get(), e.L.words, f);
  }
}

// The sites that a (from ...) names, with (from) set to each; without one the site of (from) itself.
template <class F>
void for_each_from(const Node* from, Eval& e, F&& f) {
  const Saved saved(e.from);
  if (from == nullptr) {
    if (e.from >= 0) f(e.from);
    return;
  }
  for_each_of(*from, from_arg::kSites, e.from, e, [&](int at) {
    if (!e.in_range(type_of(*from, e), at)) return;
    const Saved site(e.site);
    e.from = at;
    e.site = at;
    if (from->has(from_arg::kIf) && !from->b(from_arg::kIf, e)) return;
    f(at);
  });
}

const Node* apply_of(const Node* to, std::size_t k) {
  return to != nullptr && to->has(k) ? &to->kid(k) : nullptr;
}

// Evaluates the effect of an (apply ...): its moves are appended.
void effect_of(const Node* apply, Eval& e) {
  if (apply == nullptr || !apply->has(apply_arg::kEffect)) return;
  if (apply->has(apply_arg::kIf) && !apply->b(apply_arg::kIf, e)) return;
  apply->m(apply_arg::kEffect, e);
}
void effect_without_condition(const Node* apply, Eval& e) {
  if (apply != nullptr && apply->has(apply_arg::kEffect)) apply->m(apply_arg::kEffect, e);
}

const Node* kid_or_null(const Node& n, std::size_t k) {
  return n.has(k) ? &n.kid(k) : nullptr;
}

// (move Step [from] [directions] to [then])
void step(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const Node& to = n.kid(2);
  const Node* const apply = apply_of(&to, to_arg::kApply);
  for_each_from(kid_or_null(n, 0), e, [&](int from) {
    if (from >= e.p.board_sites) return;
    const std::uint32_t directions = directions_of(n, 1, e, Absolute::kAdjacent);
    const Saved saved(e.to);
    for_each_step(e.p.board(), from, directions, [&](int at) {
      e.to = at;
      if (to.has(to_arg::kIf) && !to.b(to_arg::kIf, e)) return;
      const std::size_t begin = e.mark();
      effect_of(apply, e);
      add_move(e, begin, from, at, type, type);
    });
  });
  e.attach(kid_or_null(n, 3), first);
}

struct Range {
  int low;
  int high;
};
Range range_of(const Node* between, Eval& e, Range fallback) {
  if (between == nullptr || !between->has(between_arg::kRange)) return fallback;
  const Node& range = between->kid(between_arg::kRange);
  // (range low high), (min n), (max n), (exact n)
  switch (range.imm) {
    case 0:
      return {range.i(0, e), range.i(1, e)};
    case 1:
      return {range.i(0, e), kInfinity};
    case 2:
      return {fallback.low, range.i(0, e)};
    default:
      return {range.i(0, e), range.i(0, e)};
  }
}

// (move Slide [from] [track] [directions] [between] [to] [then])
void slide(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const Node* const between = kid_or_null(n, 2);
  const Node* const to = kid_or_null(n, 3);
  const Node* const apply = apply_of(to, to_arg::kApply);
  for_each_from(kid_or_null(n, 0), e, [&](int from) {
    if (from >= e.p.board_sites) return;
    const Range range = range_of(between, e, {1, kInfinity});
    const std::uint32_t directions = directions_of(n, 1, e, Absolute::kAdjacent);
    const Saved saved_to(e.to);
    const Saved saved_between(e.between);
    for_each_radial(e.p.board(), from, directions, [&](const Radial& radial) {
      e.between = kOff;
      for (int k = 1; k <= radial.size && k <= range.high; ++k) {
        const int at = radial.sites[k - 1];
        e.to = at;
        const std::size_t begin = e.mark();
        // A site where it must stop.
        if (k >= range.low && to != nullptr && to->has(to_arg::kIf) && to->b(to_arg::kIf, e)) {
          if (apply == nullptr || !apply->has(apply_arg::kIf) || apply->b(apply_arg::kIf, e)) {
            effect_without_condition(apply, e);
            add_move(e, begin, from, at, type, type);
          }
          break;
        }
        e.between = at;
        const bool passes = between != nullptr && between->has(between_arg::kIf)
                                ? between->b(between_arg::kIf, e)
                                : e.is_empty(type, at);
        if (!passes) break;
        if (k < range.low) continue;
        // A site on the way where it may stop.
        if (apply != nullptr && apply->has(apply_arg::kIf) && !apply->b(apply_arg::kIf, e)) continue;
        if (to == nullptr || !to->has(to_arg::kIf)) effect_without_condition(apply, e);
        add_move(e, begin, from, at, type, type);
      }
    });
  });
  e.attach(kid_or_null(n, 4), first);
}

// (move Hop [from] [directions] [between] to [then])
void hop(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const Node* const between = kid_or_null(n, 2);
  const Node& to = n.kid(3);
  const Node* const apply_between = apply_of(between, between_arg::kApply);
  const Node* const apply_to = apply_of(&to, to_arg::kApply);
  for_each_from(kid_or_null(n, 0), e, [&](int from) {
    if (from >= e.p.board_sites) return;
    const Range range = range_of(between, e, {1, 1});
    const int before = between != nullptr ? between->i_or(between_arg::kBefore, e, 0) : 0;
    const int after = between != nullptr ? between->i_or(between_arg::kAfter, e, 0) : 0;
    const std::uint32_t directions = directions_of(n, 1, e, Absolute::kAdjacent);
    const Saved saved_to(e.to);
    const Saved saved_between(e.between);
    const auto is_hurdle = [&](int at) {
      e.between = at;
      return between != nullptr && between->has(between_arg::kIf) ? between->b(between_arg::kIf, e)
                                                                  : !e.is_empty(type, at);
    };
    for_each_radial(e.p.board(), from, directions, [&](const Radial& radial) {
      // Where the hurdle begins.
      int start = 0;
      if (range.high > 0) {
        while (start < radial.size && !is_hurdle(radial.sites[start])) {
          if (start >= before || !e.is_empty(type, radial.sites[start])) return;
          ++start;
        }
      }
      for (int length = 0; length <= range.high && start + length < radial.size; ++length) {
        if (length > 0 && !is_hurdle(radial.sites[start + length - 1])) break;
        if (length < range.low) continue;
        for (int k = start + length; k < radial.size && k <= start + length + after; ++k) {
          const int at = radial.sites[k];
          e.to = at;
          // Without a condition of the effect the first decides alone; with one, the first says how far it
          // may go and the second where it may end, on the site that it may not pass as well.
          const bool passes = !to.has(to_arg::kIf) || to.b(to_arg::kIf, e);
          const bool ends =
              apply_to != nullptr && apply_to->has(apply_arg::kIf) ? apply_to->b(apply_arg::kIf, e) : passes;
          if (!ends && !passes) break;
          if (!ends) continue;
          const std::size_t begin = e.mark();
          for (int h = start; h < start + length && apply_between != nullptr; ++h) {
            e.between = radial.sites[h];
            effect_of(apply_between, e);
          }
          effect_of(apply_to, e);
          add_move(e, begin, from, at, type, type);
          if (!passes) break;
        }
      }
    });
  });
  e.attach(kid_or_null(n, 4), first);
}

// (move [from] [to] [count:n] [copy:bool] [then])
void from_to(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const Node& to = n.kid(1);
  const Node& from_node = n.kid(0);
  const int from_type = type_of(from_node, e);
  const int to_type = type_of(to, e);
  const Node* const apply = apply_of(&to, to_arg::kApply);
  const bool copies = n.has(3) && n.b(3, e);
  const int count = std::clamp(n.i_or(2, e, 1), 0, 30'000);
  for_each_from(&from_node, e, [&](int from) {
    const int piece = e.what_at(from_type, from);
    if (piece == 0) return;
    const Saved saved(e.to);
    for_each_of(to, to_arg::kSites, e.to, e, [&](int at) {
      if (!e.in_range(to_type, at)) return;
      e.to = at;
      if (to.has(to_arg::kIf) && !to.b(to_arg::kIf, e)) return;
      const std::size_t begin = e.mark();
      effect_of(apply, e);
      if (copies) {
        const std::size_t end = e.mark();
        e.push(from, at, to_type);
        e.act({.kind = ActionKind::kAdd,
               .type = static_cast<std::uint8_t>(to_type),
               .site = static_cast<std::int16_t>(at),
               .what = piece});
        Mv move = e.ws.moves.back();
        e.merge_into(move, begin, end);
        e.truncate(begin);
        e.ws.moves.push_back(move);
        return;
      }
      add_move(e, begin, from, at, from_type, to_type);
      if (n.has(2)) {
        Action& way = e.ws.actions[e.ws.moves.back().first + e.ws.moves.back().count - 1];
        way.kind = ActionKind::kMoveCount;
        way.count = static_cast<std::int16_t>(count);
      }
    });
  });
  e.attach(kid_or_null(n, 4), first);
}

// (move Leap [from] {walks} [forward:bool] [rotations:bool] to [then])
void leap(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const Topology& board = e.p.board();
  const Node& to = n.kid(4);
  const Node* const apply = apply_of(&to, to_arg::kApply);
  const auto& ways = board.supported(static_cast<int>(Absolute::kOrthogonal));
  const int turns = static_cast<int>(ways.size());
  const bool forward = n.has(2) && n.b(2, e);
  const bool rotations = !n.has(3) || n.b(3, e);
  for_each_from(kid_or_null(n, 0), e, [&](int from) {
    if (from >= board.size()) return;
    const Saved saved(e.to);
    const Words reached(e);
    clear(reached, e.L.words);
    DirectionSet facing;
    constant_directions_word(static_cast<int>(Relative::kForward), e, facing);
    for (const Node* walk : n.kid(1).kids) {
      for (int start = 0; start < turns; ++start) {
        if ((forward || !rotations) && !facing.has(ways[static_cast<std::size_t>(start)])) continue;
        int at = from;
        int way = start;
        for (const Node* word : walk->kids) {
          if (word->imm != 0) {
            way = (way + (word->imm == 1 ? 1 : turns - 1)) % turns;
            continue;
          }
          const auto& next = board.steps(ways[static_cast<std::size_t>(way)], at);
          if (next.empty()) {
            at = -1;
            break;
          }
          at = next[0];
        }
        if (at < 0 || test(reached, at)) continue;
        set(reached, at);
      }
    }
    for_each_site(reached.get(), e.L.words, [&](int at) {
      e.to = at;
      if (to.has(to_arg::kIf) && !to.b(to_arg::kIf, e)) return;
      const std::size_t begin = e.mark();
      effect_of(apply, e);
      add_move(e, begin, from, at, type, type);
    });
  });
  e.attach(kid_or_null(n, 5), first);
}

// Calls f(piece) for the pieces that a (piece ...) stands for; names without an owner are those of `owner`.
constexpr int kMaxChoice = 32;
template <class F>
void for_each_piece(const Node& piece, int owner, Eval& e, F&& f) {
  const auto one = [&](const Node& which) {
    if (which.type != Type::kString) {
      const int found = which.fn.as_int(which, e);
      if (e.is_piece(found)) f(found);
      return;
    }
    int found = e.p.component(which.text());
    if (found == 0) found = e.p.component(which.text(), owner);
    if (found != 0) f(found);
  };
  if (piece.kid(0).type == Type::kArray) {
    for (const Node* each : piece.kid(0).kids) one(*each);
  } else {
    one(piece.kid(0));
  }
}

// (move Add [piece] [to] [then])
void add(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const Node* const to = kid_or_null(n, 1);
  const int type = to != nullptr ? type_of(*to, e) : e.own();
  const Node* const apply = apply_of(to, to_arg::kApply);
  const int state = n.has(0) ? n.kid(0).i_or(1, e, 0) : 0;
  const int count = n.i_or(2, e, 1);
  const Saved saved(e.to);
  // The pieces are found before (to) changes.
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
    const std::size_t begin = e.mark();
    effect_of(apply, e);
    const std::size_t end = e.mark();
    e.push(at, at, type);
    e.act({.kind = ActionKind::kAdd,
           .type = static_cast<std::uint8_t>(type),
           .site = static_cast<std::int16_t>(at),
           .what = piece,
           .count = static_cast<std::int16_t>(count),
           .state = static_cast<std::int16_t>(state)});
    if (end == begin) return;
    Mv move = e.ws.moves.back();
    e.merge_into(move, begin, end);
    e.truncate(begin);
    e.ws.moves.push_back(move);
  };
  const auto add_at = [&](int at) {
    if (!e.in_range(type, at)) return;
    e.to = at;
    const Saved site(e.site);
    e.site = at;
    if (to != nullptr && to->has(to_arg::kIf) && !to->b(to_arg::kIf, e)) return;
    for (int k = 0; k < pieces_count; ++k) add_piece(at, pieces[k]);
  };
  if (to == nullptr) {
    add_at(e.to);
  } else {
    for_each_of(*to, to_arg::kSites, e.to, e, add_at);
  }
  e.attach(kid_or_null(n, 3), first);
}

// (remove [type] site|region [at:'EndOfTurn'] [count:n] [then])
void remove(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = n.imm;
  for_each_of(n, 1, kOff, e, [&](int at) {
    if (!e.in_range(type, at) || e.is_empty(type, at)) return;
    if (n.has(3)) {
      const int left = e.count(e.index(type, at)) - n.i(3, e);
      e.push(at, at, type);
      e.act({.kind = left > 0 ? ActionKind::kSetCount : ActionKind::kRemove,
             .type = static_cast<std::uint8_t>(type),
             .site = static_cast<std::int16_t>(at),
             .what = left});
      return;
    }
    e.push(at, at, type);
    e.act({.kind = n.has(2) ? ActionKind::kRemoveLater : ActionKind::kRemove,
           .type = static_cast<std::uint8_t>(type),
           .site = static_cast<std::int16_t>(at)});
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
    e.push(from, at, to_type);
    e.act({.kind = ActionKind::kSelect,
           .site = static_cast<std::int16_t>(from),
           .to = static_cast<std::int16_t>(at)});
  };
  for_each_from(&n.kid(0), e, [&](int from) {
    if (to == nullptr) {
      add_select(from, from);
      return;
    }
    const Saved saved(e.to);
    for_each_of(*to, to_arg::kSites, e.to, e, [&](int at) {
      if (!e.in_range(to_type, at)) return;
      e.to = at;
      if (to->has(to_arg::kIf) && !to->b(to_arg::kIf, e)) return;
      add_select(from, at);
    });
  });
  e.attach(kid_or_null(n, 2), first);
}

// (move Promote [type] [site] piece [role] [then])
void promote(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int at = n.i_or(1, e, e.head().last_to);
  const int owner = n.has(3) ? n.i(3, e) : e.mover();
  if (!e.in_range(n.imm, at)) return;
  for_each_piece(n.kid(2), owner, e, [&](int piece) {
    if (piece <= 0) return;
    e.push(at, at, n.imm);
    e.act({.kind = ActionKind::kPromote,
           .type = static_cast<std::uint8_t>(n.imm),
           .site = static_cast<std::int16_t>(at),
           .what = piece,
           .state = n.kid(2).has(1) ? static_cast<std::int16_t>(n.kid(2).i(1, e)) : std::int16_t{-1}});
  });
  e.attach(kid_or_null(n, 4), first);
}

// (move Shoot piece [from] [directions] [between] [to] [then])
void shoot(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const Node* const between = kid_or_null(n, 3);
  const Node* const to = kid_or_null(n, 4);
  const auto shoot_from = [&](int from) {
    if (from < 0 || from >= e.p.board_sites) return;
    const Range range = range_of(between, e, {1, kInfinity});
    const Saved saved_to(e.to);
    const Saved saved_between(e.between);
    for_each_radial(e.p.board(), from, directions_of(n, 2, e, Absolute::kAdjacent),
                    [&](const Radial& radial) {
                      e.between = kOff;
                      for (int k = 1; k <= radial.size && k <= range.high; ++k) {
                        const int at = radial.sites[k - 1];
                        e.to = at;
                        const bool may_stop = to == nullptr || !to->has(to_arg::kIf) || to->b(to_arg::kIf, e);
                        e.between = at;
                        const bool passes = between != nullptr && between->has(between_arg::kIf)
                                                ? between->b(between_arg::kIf, e)
                                                : e.is_empty(type, at);
                        if (!passes || !may_stop) break;
                        if (k < range.low) continue;
                        for_each_piece(n.kid(0), e.mover(), e, [&](int piece) {
                          e.push(at, at, type);
                          e.act({.kind = ActionKind::kAdd,
                                 .type = static_cast<std::uint8_t>(type),
                                 .site = static_cast<std::int16_t>(at),
                                 .what = piece});
                        });
                      }
                    });
  };
  // Without a (from ...) it is the last move's end; (from) is not set then.
  if (n.has(1)) {
    for_each_from(&n.kid(1), e, shoot_from);
  } else {
    shoot_from(e.head().last_to);
  }
  e.attach(kid_or_null(n, 5), first);
}

void pass(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  e.push(kOff, kOff, e.own()).special = kPassMove;
  e.act({.kind = ActionKind::kPass});
  e.attach(kid_or_null(n, 0), first);
}

template <ActionKind kind>
void message(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  Mv& move = e.push(kOff, kOff, e.own());
  move.special = kMessageMove;
  e.act({.kind = kind, .what = n.imm});
  e.attach(kid_or_null(n, 1), first);
}
void resolve_message(Node& n, Compiler& c) {
  n.imm = c.proposal(n.kid(0).text());
  if (n.imm >= 7) Compiler::fail(n, "more than 7 proposals are not implemented");
}

// (move Swap Players role role [then]): the seats change colours.
void swap_players(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  e.push(kOff, kOff, e.own()).special = kSwapMove;
  e.act({.kind = ActionKind::kSwap});
  e.attach(kid_or_null(n, 2), first);
}

// (move Swap Pieces [site] [site] [then])
void swap_pieces(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int a = n.i_or(0, e, e.head().last_to);
  const int b = n.i_or(1, e, e.head().last_from);
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
void resolve_remove(Node& n, Compiler& c) {
  site_type_at<0>(n, c);
  if (n.has(2)) c.needs_to_clear();
  if (n.has(3)) c.needs_count();
  if (n.has(2) && n.has(3)) Compiler::fail(n, "to remove a number of pieces later is not implemented");
}
void resolve_piece(Node& n, Compiler& c) {
  if (n.has(1)) c.needs_state();
  const auto check = [&](const Node& each) {
    if (each.type != Type::kString) return;
    bool known = false;
    for (const Component& component : c.program().components)
      known = known || component.name == each.text() || component.base == each.text();
    if (!known) Compiler::fail(each, "there is no piece '" + each.text() + "'");
  };
  if (n.kid(0).type != Type::kArray) return check(n.kid(0));
  for (const Node* each : n.kid(0).kids) check(*each);
}
template <int kind>
void range_kind(Node& n, Compiler&) {
  n.imm = kind;
}

const Row kRows[] = {
    {"(from [sitetype] [region|int] [if:bool])", Type::kFrom, nullptr, resolve_site_type},
    {"(to [sitetype] [region|int] [if:bool] [apply])", Type::kTo, nullptr, resolve_site_type},
    {"(between [before:int] [range] [after:int] [if:bool] [apply])", Type::kBetween},
    {"(apply [if:bool] [moves])", Type::kApply},
    {"(then moves)", Type::kThen},
    {"(piece string|int|{string}|{int} [state:int])", Type::kPiece, nullptr, resolve_piece},
    {"(player int)", Type::kPlayerOf},
    {"(range int int)", Type::kRange, nullptr, range_kind<0>},
    {"(min int)", Type::kRange, nullptr, range_kind<1>},
    {"(max int)", Type::kRange, nullptr, range_kind<2>},
    {"(exact int)", Type::kRange, nullptr, range_kind<3>},
    {"(move Step [from] [directions] to [then])", Type::kMoves, step},
    {"(step [from] [directions] to [then])", Type::kMoves, step},
    {"(move Slide [from] [directions] [between] [to] [then])", Type::kMoves, slide},
    {"(slide [from] [directions] [between] [to] [then])", Type::kMoves, slide},
    {"(move Hop [from] [directions] [between] to [then])", Type::kMoves, hop},
    {"(hop [from] [directions] [between] to [then])", Type::kMoves, hop},
    {"(move Leap [from] {{'F'|'R'|'L'}} [forward:bool] [rotations:bool] to [then])", Type::kMoves, leap},
    {"(leap [from] {{'F'|'R'|'L'}} [forward:bool] [rotations:bool] to [then])", Type::kMoves, leap},
    {"(move from to [count:int] [copy:bool] [then])", Type::kMoves, from_to},
    {"(fromTo from to [count:int] [copy:bool] [then])", Type::kMoves, from_to},
    {"(move Add [piece] [to] [count:int] [then])", Type::kMoves, add},
    {"(add [piece] [to] [count:int] [then])", Type::kMoves, add},
    {"(move Claim [piece] [to] [count:int] [then])", Type::kMoves, add},
    {"(claim [piece] [to] [count:int] [then])", Type::kMoves, add},
    {"(move Remove [sitetype] region|int [at:'EndOfTurn'] [count:int] [then])", Type::kMoves, remove,
     resolve_remove},
    {"(remove [sitetype] region|int [at:'EndOfTurn'] [count:int] [then])", Type::kMoves, remove,
     resolve_remove},
    {"(move Select from [to] [then])", Type::kMoves, select},
    {"(move Promote [sitetype] [int] piece [role] [then])", Type::kMoves, promote, site_type_at<0>},
    {"(promote [sitetype] [int] piece [role] [then])", Type::kMoves, promote, site_type_at<0>},
    {"(move Shoot piece [from] [directions] [between] [to] [then])", Type::kMoves, shoot},
    {"(move Pass [then])", Type::kMoves, pass},
    {"(pass [then])", Type::kMoves, pass},
    {"(move Propose string [then])", Type::kMoves, message<ActionKind::kPropose>, resolve_message},
    {"(move Vote string [then])", Type::kMoves, message<ActionKind::kVote>, resolve_message},
    {"(vote string [then])", Type::kMoves, message<ActionKind::kVote>, resolve_message},
    {"(move Swap Players role role [then])", Type::kMoves, swap_players,
     +[](Node& n, Compiler& c) {
       if (c.program().players != 2)
         Compiler::fail(n, "swaps among more than two players are not implemented");
     }},
    {"(move Swap Pieces [int] [int] [then])", Type::kMoves, swap_pieces},
};

}  // namespace

std::span<const Row> decision_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
