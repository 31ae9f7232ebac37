// Moves of pieces over the board: step, slide, hop, leap, from-to, shoot; as decisions of a player and as
// effects.
#include <algorithm>

#include "games/lud/ludemes/code.hpp"
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

// Generated code.

// Directions of a walk from sites other than (from) do not depend on the piece whose moves are written.
int component_for(const Node* from, const Emitter& e) {
  const bool elsewhere = from != nullptr && from->has(from_arg::kSites) &&
                         from->kid(from_arg::kSites).tree->to_text() != "(from)";
  return elsewhere ? -1 : e.component;
}

// Moves to every site that a table lists for (from), if (to) allows it.
void to_each(const std::string& targets, int width, const Node& to, int generator, Emitter& e,
             CodeWriter& out) {
  const auto set = to.has(to_arg::kIf) ? e.set_of(to.kid(to_arg::kIf)) : std::nullopt;
  const std::string all = e.fresh("may");
  const auto valid = out.block("if (from < kBoard[kOwn])");
  if (set) out.line("const SiteSet $0 = $1;", {all, *set});
  const auto loop = out.block("for (const i16* p = $0 + from * $1; *p >= 0; ++p)", {targets, width});
  out.line("it.to = *p;");
  if (set) {
    e.push_in(generator, "from", "it.to", all, out);
    return;
  }
  if (to.has(to_arg::kIf)) out.line("if (!$0) continue;", {e.on_board(to.kid(to_arg::kIf))});
  e.push(generator, "from", "it.to", out);
}

void step(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const from = kid_or_null(n, 0);
  const Node& to = n.kid(2);
  CodeWriter body;
  {
    const ScopedValue component(e.component, component_for(from, e));
    int width = 0;
    const std::string steps = e.steps(e.own(), e.directions(n, 1, Absolute::kAdjacent), width);
    MoveCode move;
    move.effect = effect_of(&to, to_arg::kApply);
    move.action = move_piece(e);
    move.last_type = e.own();
    move.then = kid_or_null(n, 3);
    to_each(steps, width, to, e.generator(move), e, body);
  }
  e.each_from(from, out, [&] { out.add(body.text()); });
}

// The body of a slide: along each line as far as it may go.
void slide_along(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const between = kid_or_null(n, 2);
  const Node* const to = kid_or_null(n, 3);
  const LineTables lines = e.lines(e.own(), e.directions(n, 1, Absolute::kAdjacent));
  const RangeCode range = range_of(between, e, {"1", std::to_string(kInfinity)});
  const bool stops = to != nullptr && to->has(to_arg::kIf);
  const Node* const condition = condition_of_apply(to, to_arg::kApply);
  const auto make = [&](const Node* effect) {
    MoveCode move;
    move.effect = effect;
    move.conditional = false;
    move.action = move_piece(e);
    move.last_type = e.own();
    move.then = kid_or_null(n, 4);
    return e.generator(move);
  };
  const int at_stop = stops ? make(effect_of(to, to_arg::kApply)) : 0;
  const int on_way = make(stops ? nullptr : effect_of(to, to_arg::kApply));
  const auto valid = out.block("if (from < kBoard[kOwn])");
  out.line("const int low = $0, high = $1;\n(void)low;", {range.low, range.high});
  const auto each_line = out.block("for (u32 r = $0[from]; r < $0[from + 1]; ++r)", {lines.index});
  out.line("const Ray& rd = $0[r];\nit.between = kOff;", {lines.radials});
  const auto each_site = out.block("for (int k = 1; k <= rd.size && k <= high; ++k)");
  out.line("const int at = $0[rd.first + k - 1];\nit.to = at;", {lines.pool});
  if (stops) {
    const auto stop = out.block("if (k >= low && $0)", {e.on_board(to->kid(to_arg::kIf))});
    if (condition != nullptr) {
      const auto holds = out.block("if ($0)", {e.boolean(*condition)});
      e.push(at_stop, "from", "at", out);
    } else {
      e.push(at_stop, "from", "at", out);
    }
    out.line("break;");
  }
  out.line(
      "it.between = at;\nif (!$0) break;\nif (k < low) continue;",
      {between != nullptr && between->has(between_arg::kIf) ? e.on_board(between->kid(between_arg::kIf))
                                                            : code("(what<$0>(s, at) == 0)", {e.own()})});
  if (condition != nullptr) out.line("if (!$0) continue;", {e.boolean(*condition)});
  e.push(on_way, "from", "at", out);
}
void slide(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const from = kid_or_null(n, 0);
  if (n.has(2) && n.kid(2).has(between_arg::kApply)) throw Unknown{};
  CodeWriter body;
  {
    const ScopedValue component(e.component, component_for(from, e));
    slide_along(n, e, body);
  }
  e.each_from(from, out, [&] { out.add(body.text()); });
}

// The code that makes a hop. The move stores its hurdle: the first site's place in the pool, and the length.
int make_hop(const Node& n, const RangeCode& range, const std::string& pool, Emitter& e) {
  const Node* const at_between = effect_of(kid_or_null(n, 2), between_arg::kApply);
  const Node* const at_to = effect_of(&n.kid(3), to_arg::kApply);
  MoveCode move;
  move.last_type = e.own();
  move.then = kid_or_null(n, 4);
  move.takes_at_end = false;
  move.action = move_piece(e);
  move.restore =
      "it.from = from;\nit.between = kOff;\n"
      "const int hurdle = (u16)m.iterator_from, length = m.between;\n(void)hurdle, (void)length;\n";
  // A single capture without other effects needs no list.
  const bool simple = at_to == nullptr && at_between != nullptr && !at_between->has(apply_arg::kIf) &&
                      at_between->kid(apply_arg::kEffect).tree->to_text() == "(remove (between))" &&
                      range.low == "1" && range.high == "1";
  if (simple) {
    move.taken = pool + "[hurdle]";
    move.before =
        code("if (what<$0>(s, $1[hurdle]) != 0) remove_piece<Hashes>(s, $0, $1[hurdle]);\n", {e.own(), pool});
    return e.generator(move);
  }
  CodeWriter list;
  const auto put = [&](const Node& apply) {
    if (apply.has(apply_arg::kIf)) list.line("if ($0)", {e.boolean(apply.kid(apply_arg::kIf))});
    const auto scope = list.block();
    e.effects(apply.kid(apply_arg::kEffect), {}, list);
  };
  if (at_between != nullptr) {
    const auto each = list.block("for (int h = 0; h < length; ++h)");
    list.line("it.between = $0[hurdle + h];", {pool});
    put(*at_between);
  } else {
    move.restore += code("if (length > 0) it.between = $0[hurdle + length - 1];\n", {pool});
  }
  if (at_to != nullptr) put(*at_to);
  move.effects = list.text();
  return e.generator(move);
}
// The body of a hop: on each line over a hurdle, to the sites behind it.
void hop_along(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const between = kid_or_null(n, 2);
  const Node& to = n.kid(3);
  const LineTables lines = e.lines(e.own(), e.directions(n, 1, Absolute::kAdjacent));
  const RangeCode range = range_of(between, e, {"1", "1"});
  const std::string before = between != nullptr ? e.number(*between, between_arg::kBefore, 0) : "0";
  const std::string after = between != nullptr ? e.number(*between, between_arg::kAfter, 0) : "0";
  const Node* const condition = condition_of_apply(&to, to_arg::kApply);
  const int generator = make_hop(n, range, lines.pool, e);
  const std::string hurdle = between != nullptr && between->has(between_arg::kIf)
                                 ? e.on_board(between->kid(between_arg::kIf))
                                 : code("(what<$0>(s, it.between) != 0)", {e.own()});
  const auto valid = out.block("if (from < kBoard[kOwn])");
  out.line("const int low = $0, high = $1, before = $2, after = $3;\n(void)before, (void)after;",
           {range.low, range.high, before, after});
  out.line("const auto is_hurdle = [&](int site) { it.between = site; return $0; };", {hurdle});
  const auto each_line = out.block("for (u32 r = $0[from]; r < $0[from + 1]; ++r)", {lines.index});
  out.line(
      "const Ray& rd = $0[r];\nconst i16* const on = $1 + rd.first;\n"
      "int start = 0;\nbool none_there = false;\n"
      "if (high > 0) while (start < rd.size && !is_hurdle(on[start])) {\n"
      "  if (start >= before || what<$2>(s, on[start]) != 0) { none_there = true; break; }\n"
      "  ++start;\n}\nif (none_there) continue;",
      {lines.radials, lines.pool, e.own()});
  const auto each_length =
      out.block("for (int length = 0; length <= high && start + length < rd.size; ++length)");
  out.line("if (length > 0 && !is_hurdle(on[start + length - 1])) break;\nif (length < low) continue;");
  const auto each_site =
      out.block("for (int k = start + length; k < rd.size && k <= start + length + after; ++k)");
  out.line("it.to = on[k];\nconst bool passes = $0;\nconst bool ends = $1;",
           {to.has(to_arg::kIf) ? e.on_board(to.kid(to_arg::kIf)) : std::string("true"),
            condition != nullptr ? e.boolean(*condition) : std::string("passes")});
  out.line(
      "if (!ends && !passes) break;\nif (!ends) continue;\n"
      "PackedMove& m = push(w, $0, from, it.to);\nkeep(m, it);\n"
      "m.iterator_from = (i16)(u16)(rd.first + start), m.between = (i16)length;",
      {generator});
  // The remaining sites are evaluated with (between) on the hurdle, as after the effects.
  if (effect_of(between, between_arg::kApply) != nullptr)
    out.line("if (length > 0) it.between = on[start + length - 1];");
  out.line("if (!passes) break;");
}
void hop(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const from = kid_or_null(n, 0);
  const Node* const between = kid_or_null(n, 2);
  // A hurdle of length 0 allows a step: left to the interpreter.
  if (between != nullptr && between->has(between_arg::kRange) && between->kid(between_arg::kRange).imm < 2 &&
      between->kid(between_arg::kRange).kid(0).imm == 0)
    throw Unknown{};
  CodeWriter body;
  {
    const ScopedValue component(e.component, component_for(from, e));
    hop_along(n, e, body);
  }
  e.each_from(from, out, [&] { out.add(body.text()); });
}

// The end sites of a leap's walks, in order.
std::vector<int> leaps(const Node& n, int site, const Topology& board) {
  const auto& supported = board.supported(static_cast<int>(Absolute::kOrthogonal));
  const int turns = static_cast<int>(supported.size());
  std::vector<int> list;
  for (const Node* walk : n.kid(1).kids) {
    for (int start = 0; start < turns; ++start) {
      int at = site;
      int way = start;
      for (const Node* word : walk->kids) {
        if (word->imm != 0) {
          way = (way + (word->imm == 1 ? 1 : turns - 1)) % turns;
          continue;
        }
        const auto& next = board.steps(supported[static_cast<std::size_t>(way)], at);
        at = next.empty() ? -1 : next[0];
        if (at < 0) break;
      }
      if (at >= 0) list.push_back(at);
    }
  }
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}
void leap(const Node& n, Emitter& e, CodeWriter& out) {
  if (n.has(2) || n.has(3)) throw Unknown{};
  const Node& to = n.kid(4);
  std::vector<std::vector<int>> reached;
  std::size_t most = 0;
  for (int site = 0; site < e.program().board_sites; ++site) {
    reached.push_back(leaps(n, site, e.program().board()));
    most = std::max(most, reached.back().size());
  }
  ArrayText values;
  for (auto& list : reached) {
    list.resize(most + 1, -1);
    for (const int at : list) values.add(at);
  }
  const std::string targets = e.table("i16", "[]", values.text());
  MoveCode move;
  move.effect = effect_of(&to, to_arg::kApply);
  move.action = move_piece(e);
  move.last_type = e.own();
  move.then = kid_or_null(n, 5);
  const int generator = e.generator(move);
  e.each_from(kid_or_null(n, 0), out,
              [&] { to_each(targets, static_cast<int>(most) + 1, to, generator, e, out); });
}

void from_to(const Node& n, Emitter& e, CodeWriter& out) {
  const Node& from = n.kid(0);
  const Node& to = n.kid(1);
  const int from_type = type_of(&from, e);
  const int to_type = type_of(&to, e);
  if (n.has(3) && !n.kid(3).constant) throw Unknown{};
  const bool copies = n.has(3) && n.kid(3).imm != 0;
  if (n.has(2) && copies) throw Unknown{};
  MoveCode move;
  move.effect = effect_of(&to, to_arg::kApply);
  move.last_type = to_type;
  move.then = kid_or_null(n, 4);
  if (copies) {
    move.before = code("const int piece = what<$0>(s, from);\n", {from_type});
    move.action = code("add_piece<Hashes>(s, $0, to, piece, 1, 0, 0);\n", {to_type});
  } else if (n.has(2)) {
    if (e.reads_iterators(&n.kid(2)) || codegen::contains(&n.kid(2), "(to)")) throw Unknown{};
    move.before = code("const int count = $0;\n", {e.integer(n.kid(2))});
    move.action = code("move_count<Hashes>(s, base, $0, from, $1, to, count);\n", {from_type, to_type});
  } else {
    move.action = code("move_piece<Hashes>(s, $0, from, $1, to, -1);\n", {from_type, to_type});
  }
  const int generator = e.generator(move);
  // Skips invalid sites, which hold no piece.
  e.each_from(&from, out, [&] {
    const auto any = out.block("if (what<$0>(s, from) != 0)", {from_type});
    out.line("const Iterators outer_to = it;");
    each_to(&to, "it.to = at;", e, out, [&] { e.push(generator, "from", "at", out); });
  });
}
void from_to(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Node& from = n.kid(0);
  const Node& to = n.kid(1);
  if (n.has(3) || to.has(to_arg::kApply)) throw Unknown{};
  const Consequents thens = codegen::joined(n, 4, outer);
  const int from_type = type_of(&from, e);
  e.each_from(&from, out, [&] {
    const auto any = out.block("if (what<$0>(s, from) != 0)", {from_type});
    if (n.has(2)) out.line("const int count = clamped($0);", {e.integer(n.kid(2))});
    out.line("const Iterators outer_to = it;");
    each_to(&to, "it.to = at;", e, out, [&] {
      out.line("put_site(w, $0, $1, from, 0);", {n.has(2) ? "kMoveCount" : "kMove", from_type});
      {
        const auto scope = out.block();
        out.line("Action& a = w->actions[w->action_count - 1];");
        out.line("a.to = (i16)at, a.to_type = $0, a.state = -1$1;",
                 {type_of(&to, e), n.has(2) ? ", a.count = (i16)count" : ""});
      }
      e.put_consequents(thens, out);
    });
  });
}

// The single number of a (piece ...): its node, or null.
const Node* only_piece(const Node& piece) {
  const Node& what = piece.kid(0);
  if (what.type != Type::kArray) return &what;
  return what.kids.size() == 1 ? what.kids[0] : nullptr;
}
void shoot(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const each = only_piece(n.kid(0));
  const Node* const between = kid_or_null(n, 3);
  const Node* const to = kid_or_null(n, 4);
  if (n.kid(0).has(1) || each == nullptr || n.has(1)) throw Unknown{};
  if (between != nullptr && between->has(between_arg::kRange)) throw Unknown{};
  std::string piece;
  if (each->type != Type::kString) {
    if (e.reads_iterators(each) || codegen::contains(each, "(to)")) throw Unknown{};
    piece = e.integer(*each);
  } else {
    const int whole = e.program().component(each->text());
    if (whole == 0) throw Unknown{};
    piece = std::to_string(whole);
  }
  const ScopedValue component(e.component, -1);
  const LineTables lines = e.lines(e.own(), e.directions(n, 2, Absolute::kAdjacent));
  MoveCode move;
  move.before = code("const int piece = $0;\n", {piece});
  move.action = code("add_piece<Hashes>(s, $0, to, piece, 1, 0, 0);\n", {e.own()});
  move.last_type = e.own();
  move.then = kid_or_null(n, 5);
  const int generator = e.generator(move);
  const auto start = out.block("if (const int from = head(s).last_to; from >= 0 && from < kBoard[kOwn])");
  out.line("const Iterators outer_from = it;\nIterators it = outer_from;");
  const auto each_line = out.block("for (u32 r = $0[from]; r < $0[from + 1]; ++r)", {lines.index});
  out.line("const Ray& rd = $0[r];\nit.between = kOff;", {lines.radials});
  const auto each_site = out.block("for (int k = 1; k <= rd.size; ++k)");
  out.line("const int at = $0[rd.first + k - 1];\nit.to = at;\nconst bool may_stop = $1;",
           {lines.pool,
            to != nullptr && to->has(to_arg::kIf) ? e.on_board(to->kid(to_arg::kIf)) : std::string("true")});
  out.line(
      "it.between = at;\nif (!$0 || !may_stop) break;",
      {between != nullptr && between->has(between_arg::kIf) ? e.on_board(between->kid(between_arg::kIf))
                                                            : code("(what<$0>(s, at) == 0)", {e.own()})});
  e.push(generator, "at", "at", out);
}

// Where moves of a piece may end or capture. A removal by consequents is not a capture of the move.
bool removes_only(const Node& n, std::initializer_list<std::string_view> allowed) {
  const std::string said = n.tree->to_text();
  for (std::size_t at = said.find("(remove "); at != std::string::npos; at = said.find("(remove ", at + 1)) {
    const std::string_view rest = std::string_view(said).substr(at);
    if (std::none_of(allowed.begin(), allowed.end(),
                     [&](std::string_view each) { return rest.starts_with(each); }))
      return false;
  }
  return true;
}
bool reach_of_step(const Node& n, Emitter& e, std::vector<Region>& sites) {
  if (n.has(0) || !removes_only(n, {"(remove (to)", "(remove (ahead (last To)"})) return false;
  const std::uint32_t mask = e.constant_directions(n, 1, Absolute::kAdjacent).mask;
  for (int at = 0; at < e.program().board_sites; ++at)
    for_each_step(e.program().board(), at, mask,
                  [&](int to) { set(sites[static_cast<std::size_t>(at)].data(), to); });
  return true;
}
bool reach_along_lines(const Node& n, Emitter& e, std::vector<Region>& sites) {
  const std::uint32_t mask = e.constant_directions(n, 1, Absolute::kAdjacent).mask;
  for (int at = 0; at < e.program().board_sites; ++at) {
    for_each_radial(e.program().board(), at, mask, [&](const Radial& radial) {
      for (int k = 0; k < radial.size; ++k) set(sites[static_cast<std::size_t>(at)].data(), radial.sites[k]);
    });
  }
  return true;
}
bool reach_of_slide(const Node& n, Emitter& e, std::vector<Region>& sites) {
  return !n.has(0) && removes_only(n, {"(remove (to)"}) && reach_along_lines(n, e, sites);
}
bool reach_of_hop(const Node& n, Emitter& e, std::vector<Region>& sites) {
  return !n.has(0) && removes_only(n, {"(remove (to)", "(remove (between)"}) &&
         reach_along_lines(n, e, sites);
}
bool reach_of_leap(const Node& n, Emitter& e, std::vector<Region>& sites) {
  if (n.has(0) || !removes_only(n, {"(remove (to)"})) return false;
  for (int at = 0; at < e.program().board_sites; ++at)
    for (const int to : leaps(n, at, e.program().board()))
      set(sites[static_cast<std::size_t>(at)].data(), to);
  return true;
}

const Row kRows[] = {
    {"(move Step [from] [directions] to [then])",
     Type::kMoves,
     step,
     nullptr,
     {.moves = step, .reach = reach_of_step}},
    {"(step [from] [directions] to [then])",
     Type::kMoves,
     step,
     nullptr,
     {.moves = step, .reach = reach_of_step}},
    {"(move Slide [from] [directions] [between] [to] [then])",
     Type::kMoves,
     slide,
     nullptr,
     {.moves = slide, .reach = reach_of_slide}},
    {"(slide [from] [directions] [between] [to] [then])",
     Type::kMoves,
     slide,
     nullptr,
     {.moves = slide, .reach = reach_of_slide}},
    {"(move Hop [from] [directions] [between] to [then])",
     Type::kMoves,
     hop,
     nullptr,
     {.moves = hop, .reach = reach_of_hop}},
    {"(hop [from] [directions] [between] to [then])",
     Type::kMoves,
     hop,
     nullptr,
     {.moves = hop, .reach = reach_of_hop}},
    {"(move Leap [from] {{'F'|'R'|'L'}} [forward:bool] [rotations:bool] to [then])",
     Type::kMoves,
     leap,
     nullptr,
     {.moves = leap, .reach = reach_of_leap}},
    {"(leap [from] {{'F'|'R'|'L'}} [forward:bool] [rotations:bool] to [then])",
     Type::kMoves,
     leap,
     nullptr,
     {.moves = leap, .reach = reach_of_leap}},
    {"(move from to [count:int] [copy:bool] [then])",
     Type::kMoves,
     from_to,
     nullptr,
     {.moves = from_to, .effects = from_to}},
    {"(fromTo from to [count:int] [copy:bool] [then])",
     Type::kMoves,
     from_to,
     nullptr,
     {.moves = from_to, .effects = from_to}},
    {"(move Shoot piece [from] [directions] [between] [to] [then])",
     Type::kMoves,
     shoot,
     nullptr,
     {.moves = shoot}},
};

}  // namespace

std::span<const Row> walk_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
