// Moves that add, remove, promote, choose and the like; as decisions of a player and as effects.
#include <algorithm>

#include "games/lud/ludemes/places.hpp"

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

// (move Add [piece] [to] [then])
void add(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const Node* const to = kid_or_null(n, 1);
  const int type = to != nullptr ? type_of(*to, e) : e.own();
  const Node* const apply = apply_of(to, to_arg::kApply);
  const int state = n.has(0) ? n.kid(0).i_or(1, e, 0) : 0;
  const int count = n.i_or(2, e, 1);
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
    const ScopedValue site(e.site);
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

// (remove [type] site|region [at:'EndOfTurn'] [count:n] [then]): removes everything there, as each of the n
// removals does in the reference.
void remove(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = n.imm;
  for_each_of(n, 1, kOff, e, [&](int at) {
    if (!e.in_range(type, at) || e.is_empty(type, at)) return;
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
  for_each_from(
      &n.kid(0), e,
      [&](int from) {
        if (to == nullptr) {
          add_select(from, from);
          return;
        }
        const ScopedValue saved(e.to);
        for_each_of(*to, to_arg::kSites, e.to, e, [&](int at) {
          if (!e.in_range(to_type, at)) return;
          e.to = at;
          if (to->has(to_arg::kIf) && !to->b(to_arg::kIf, e)) return;
          add_select(from, at);
        });
      },
      true);
  e.attach(kid_or_null(n, 2), first);
}

// (move Promote [type] [site] piece [role] [then])
void promote(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int at = n.i_or(1, e, e.to);
  const int owner = n.has(3) ? n.i(3, e) : e.mover();
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
}
void resolve_piece(Node& n, Compiler& c) {
  if (n.has(1)) c.needs_state();
  const auto check = [&](const Node& each) {
    if (each.type != Type::kString) return;
    bool known = false;
    for (const Component& component : c.program().components)
      known = known || component.name == each.text() || component.base == each.text();
    if (!known) c.no_piece(each, each.text());
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
