// Moves of pieces over the board: step, slide, hop, leap, from-to, shoot; as decisions of a player and as
// effects.
#include <algorithm>

#include "games/lud/ludemes/places.hpp"

namespace ludex::games::lud {

namespace {

// Directions of a step or hop from a single site are evaluated with the old (from); for a region, (from) is
// already set to each site.
std::uint32_t directions_before(const Node& n, const Node* from_node, int outer, Eval& e, int from) {
  const bool one = from_node != nullptr && from_node->has(from_arg::kSites) &&
                   from_node->kid(from_arg::kSites).type == Type::kInt;
  if (!one || !n.has(1)) return directions_of(n, 1, e, Absolute::kAdjacent);
  const ScopedValue saved(e.from);
  e.from = outer;
  return directions_of(n, 1, e, Absolute::kAdjacent, from);
}

// (move Step [from] [directions] to [then])
void step(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const Node& to = n.kid(2);
  const Node* const apply = apply_of(&to, to_arg::kApply);
  const int outer = e.from;
  for_each_from(kid_or_null(n, 0), e, [&](int from) {
    if (from >= e.p.board_sites) return;
    const std::uint32_t directions = directions_before(n, kid_or_null(n, 0), outer, e, from);
    const ScopedValue saved(e.to);
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
    const ScopedValue saved_to(e.to);
    const ScopedValue saved_between(e.between);
    // Applies the effect to the sites before the k-th.
    const auto passed = [&](const Radial& radial, int k) {
      if (between == nullptr || !between->has(between_arg::kApply)) return;
      for (int before = 0; before + 1 < k; ++before) {
        e.between = radial.sites[before];
        effect_without_condition(&between->kid(between_arg::kApply), e);
      }
      e.between = radial.sites[k - 1];
    };
    for_each_radial(e.p.board(), from, directions, [&](const Radial& radial) {
      e.between = kOff;
      for (int k = 1; k <= radial.size && k <= range.high; ++k) {
        const int at = radial.sites[k - 1];
        e.to = at;
        const std::size_t begin = e.mark();
        // A site at which it must stop.
        if (k >= range.low && to != nullptr && to->has(to_arg::kIf) && to->b(to_arg::kIf, e)) {
          if (apply == nullptr || !apply->has(apply_arg::kIf) || apply->b(apply_arg::kIf, e)) {
            effect_without_condition(apply, e);
            passed(radial, k);
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
        // A site on the way at which it may stop.
        if (apply != nullptr && apply->has(apply_arg::kIf) && !apply->b(apply_arg::kIf, e)) continue;
        if (to == nullptr || !to->has(to_arg::kIf)) effect_without_condition(apply, e);
        passed(radial, k);
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
  const int outer = e.from;
  for_each_from(kid_or_null(n, 0), e, [&](int from) {
    if (from >= e.p.board_sites) return;
    const Range range = range_of(between, e, {1, 1});
    const int before = between != nullptr ? between->i_or(between_arg::kBefore, e, 0) : 0;
    const int after = between != nullptr ? between->i_or(between_arg::kAfter, e, 0) : 0;
    const std::uint32_t directions = directions_before(n, kid_or_null(n, 0), outer, e, from);
    const ScopedValue saved_to(e.to);
    const ScopedValue saved_between(e.between);
    // A hurdle of length 0 allows a step.
    for_each_step(e.p.board(), from, range.low == 0 && range.high > 0 ? directions : 0, [&](int at) {
      e.to = at;
      if (to.has(to_arg::kIf) && !to.b(to_arg::kIf, e)) return;
      const std::size_t begin = e.mark();
      effect_of(apply_to, e);
      add_move(e, begin, from, at, type, type);
    });
    const auto is_hurdle = [&](int at) {
      e.between = at;
      return between != nullptr && between->has(between_arg::kIf) ? between->b(between_arg::kIf, e)
                                                                  : !e.is_empty(type, at);
    };
    for_each_radial(e.p.board(), from, directions, [&](const Radial& radial) {
      // Finds the beginning of the hurdle.
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
          // Without a condition of the effect, the first alone decides; with one, the first says how far it
          // may go and the second where it may end, including on the site that it may not pass.
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
  for_each_from(&from_node, e, [&](int from) {
    const int piece = e.what_at(from_type, from);
    if (piece == 0) return;
    const bool copies = n.has(3) && n.b(3, e);
    const int count = std::clamp(n.i_or(2, e, 1), 0, 30'000);
    const ScopedValue saved(e.to);
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

// True if `to` is ahead of `from` by rows and columns for a piece facing one of the eight points N, NE, ...;
// without a facing every site is ahead.
bool is_ahead(const Topology& board, int facing, int from, int to) {
  if (facing < 0) return true;
  if (facing % 2 != 0) return false;
  const auto f = static_cast<std::size_t>(from);
  const auto t = static_cast<std::size_t>(to);
  const bool up = board.row[t] > board.row[f];
  const bool down = board.row[t] < board.row[f];
  const bool right = board.column[t] > board.column[f];
  const bool left = board.column[t] < board.column[f];
  const bool eastward = facing >= 2 && facing <= 6;
  const bool westward = facing >= 10;
  const bool northward = facing <= 2 || facing == 14;
  const bool southward = facing >= 6 && facing <= 10;
  return (!northward || up) && (!southward || down) && (!eastward || right) && (!westward || left);
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
    const ScopedValue saved(e.to);
    const Words reached(e);
    clear(reached, e.L.words);
    const int facing = forward ? e.p.components[static_cast<std::size_t>(e.what_at(type, from))].facing : -1;
    for (const Node* walk : n.kid(1).kids) {
      for (int start = 0; start < (rotations ? turns : std::min(turns, 1)); ++start) {
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
        if (at >= 0 && is_ahead(board, facing, from, at)) set(reached, at);
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

// (move Shoot piece [from] [directions] [between] [to] [then])
void shoot(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const Node* const between = kid_or_null(n, 3);
  const Node* const to = kid_or_null(n, 4);
  const auto shoot_from = [&](int from) {
    if (from < 0 || from >= e.p.board_sites) return;
    const Range range = range_of(between, e, {1, kInfinity});
    const ScopedValue saved_to(e.to);
    const ScopedValue saved_between(e.between);
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
  // Without a (from ...) it starts at the last move's end; (from) is not set then.
  if (n.has(1)) {
    for_each_from(&n.kid(1), e, shoot_from);
  } else {
    shoot_from(e.head().last_to);
  }
  e.attach(kid_or_null(n, 5), first);
}

const Row kRows[] = {
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
    {"(move Shoot piece [from] [directions] [between] [to] [then])", Type::kMoves, shoot},
};

}  // namespace

std::span<const Row> walk_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
