// Moves of pieces over others, and in leaps.
#include <algorithm>

#include "games/lud/ludemes/sets.hpp"
#include "games/lud/ludemes/walks.hpp"

namespace ludex::games::lud {

namespace {

// (move Hop [from] [directions] [between] to [then])
void hop(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const Node* const between = kid_or_null(n, 2);
  const Node& to = n.kid(3);
  const Node* const apply_between = apply_of(between, between_arg::kApply);
  const Node* const apply_to = apply_of(&to, to_arg::kApply);
  const int outer = e.from;
  const ScopedValue saved_part(e.part);
  for_each_from(kid_or_null(n, 0), e, [&](int from) {
    if (from >= e.program.board_sites) return;
    e.part = part_of(n, kid_or_null(n, 0), 5, e);
    e.part.always_shown = true;
    const Range range = range_of(between, e, {1, 1});
    const int before = between != nullptr ? between->integer_or(between_arg::kBefore, e, 0) : 0;
    const int after = between != nullptr ? between->integer_or(between_arg::kAfter, e, 0) : 0;
    const Directions directions = directions_before(n, kid_or_null(n, 0), outer, e, from);
    const ScopedValue saved_to(e.to);
    const ScopedValue saved_between(e.between);
    const SiteTest allowed(&to, to_arg::kIf, Subject::kTo, &Eval::to, e);
    const SiteTest hurdle(between, between_arg::kIf, Subject::kBetween, &Eval::between, e);
    // A hurdle of length 0 allows a step.
    for_each_step(e.program.board(), from, range.low == 0 && range.high > 0 ? directions : Directions{},
                  [&](int at) {
                    e.to = at;
                    if (allowed.exists() && !allowed.holds()) return;
                    if (!e.wants(from, at)) return;
                    const std::size_t begin = e.mark();
                    effect_of(apply_to, e);
                    add_move(e, begin, from, at, type, type);
                  });
    const auto is_hurdle = [&](int at) {
      e.between = at;
      return hurdle.exists() ? hurdle.holds() : !e.is_empty(type, at);
    };
    for_each_radial(e.program.board(), from, directions, [&](const Radial& radial) {
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
          const bool passes = !allowed.exists() || allowed.holds();
          const bool ends = apply_to != nullptr && apply_to->has(apply_arg::kIf)
                                ? apply_to->boolean(apply_arg::kIf, e)
                                : passes;
          if (!ends && !passes) break;
          if (!ends) continue;
          if (e.wants(from, at)) {
            const std::size_t begin = e.mark();
            for (int h = start; h < start + length && apply_between != nullptr; ++h) {
              e.between = radial.sites[h];
              effect_of(apply_between, e);
            }
            effect_of(apply_to, e);
            add_move(e, begin, from, at, type, type);
          }
          if (!passes) break;
        }
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

// The end sites of a leap's walks, in order. `facing`: of a piece that leaps ahead only, else -1.
std::vector<int> leaps(const Node& n, int site, int facing, const Topology& board) {
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
      if (at >= 0 && is_ahead(board, facing, site, at)) list.push_back(at);
    }
  }
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

// The end sites of the leaps from each site, if they depend on nothing else: where those of a site begin, and
// the sites.
void resolve_leap(Node& n, Compiler& c) {
  if (n.has(2) || n.has(3)) return;
  const int sites = c.board().size();
  std::vector<int> table(static_cast<std::size_t>(sites) + 1);
  for (int at = 0; at < sites; ++at) {
    table[static_cast<std::size_t>(at)] = static_cast<int>(table.size());
    const std::vector<int> reached = leaps(n, at, -1, c.board());
    table.insert(table.end(), reached.begin(), reached.end());
  }
  table[static_cast<std::size_t>(sites)] = static_cast<int>(table.size());
  n.table = c.table(std::move(table));
}

// (move Leap [from] {walks} [forward:bool] [rotations:bool] to [then])
void leap(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const Topology& board = e.program.board();
  const Node& to = n.kid(4);
  const Node* const apply = apply_of(&to, to_arg::kApply);
  const auto& ways = board.supported(static_cast<int>(Absolute::kOrthogonal));
  const int turns = static_cast<int>(ways.size());
  const bool forward = n.has(2) && n.boolean(2, e);
  const bool rotations = !n.has(3) || n.boolean(3, e);
  const ScopedValue saved_part(e.part);
  for_each_from(kid_or_null(n, 0), e, [&](int from) {
    if (from >= board.size()) return;
    e.part = part_of(n, kid_or_null(n, 0), kNoArgument, e);
    const ScopedValue saved(e.to);
    const SiteTest allowed(&to, to_arg::kIf, Subject::kTo, &Eval::to, e);
    const auto leap_to = [&](int at) {
      e.to = at;
      if (allowed.exists() && !allowed.holds()) return;
      if (!e.wants(from, at)) return;
      const std::size_t begin = e.mark();
      effect_of(apply, e);
      add_move(e, begin, from, at, type, type);
    };
    if (n.table != nullptr) {
      const std::vector<int>& table = *static_cast<const std::vector<int>*>(n.table);
      const auto site = static_cast<std::size_t>(from);
      for (int k = table[site]; k < table[site + 1]; ++k) leap_to(table[static_cast<std::size_t>(k)]);
      return;
    }
    const Words reached(e);
    clear(reached, e.layout.words);
    const int facing =
        forward ? e.program.components[static_cast<std::size_t>(e.what_at(type, from))].facing : -1;
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
    for_each_site(reached.get(), e.layout.words, leap_to);
  });
  e.attach(kid_or_null(n, 5), first);
}

// Generated code.

// True if (between) has neither a range nor sites before or after the hurdle: the hurdle is one site.
bool is_short(const Node* between) {
  return between == nullptr || (!between->has(between_arg::kRange) && !between->has(between_arg::kBefore) &&
                                !between->has(between_arg::kAfter));
}
// True if the first site of every line is in the middle between the start and the second site, by their
// numbers.
bool is_in_the_middle(const KnownDirections& directions, const Topology& board) {
  bool all = true;
  for (const std::uint32_t mask : directions.by_piece() ? directions.masks : std::vector{directions.mask})
    for (int at = 0; at < board.size(); ++at)
      for_each_radial(board, at, mask, [&](const Radial& radial) {
        all = all && (radial.size < 2 || 2 * radial.sites[0] == at + radial.sites[1]);
      });
  return all;
}

// The code that makes a hop. The move stores its hurdle, unless it follows from the ends: the first site's
// place in the pool, and the length.
int make_hop(const Node& n, const RangeCode& range, const std::string& pool, Emitter& e) {
  const Node* const at_between = effect_of(kid_or_null(n, 2), between_arg::kApply);
  const Node* const at_to = effect_of(&n.kid(3), to_arg::kApply);
  MoveCode move;
  move.last_type = e.own();
  move.then = kid_or_null(n, 4);
  move.takes_at_end = false;
  set_movement(move, n, kid_or_null(n, 0), 5, e, true);
  move.restore =
      "it.from = from;\nit.between = kOff;\n"
      "const int hurdle = (u16)m.iterator_from, length = m.between;\n(void)hurdle, (void)length;\n";
  // Effects on the end site alone need neither the hurdle nor a list.
  const Node* const only = at_between == nullptr ? at_to : nullptr;
  const bool reads =
      only != nullptr && (codegen::contains(only, "(between)") || codegen::contains(only, "(from)") ||
                          codegen::contains(only, "(then"));
  const bool stacks = e.program().layout.has_stacks;
  if (only != nullptr && !reads && !stacks && removes_only(*only, {"(remove (to)"}) &&
      e.direct(only->kid(apply_arg::kEffect))) {
    move.restore.clear();
    move.takes_at_end = true;
    move.effect = only;
    return e.generator(move);
  }
  // A single capture without other effects needs no list.
  const bool simple = at_to == nullptr && at_between != nullptr && !at_between->has(apply_arg::kIf) &&
                      at_between->kid(apply_arg::kEffect).tree->to_text() == "(remove (between))" &&
                      range.low == "1" && range.high == "1";
  const Node* const between = kid_or_null(n, 2);
  if (simple && !stacks && is_short(between) &&
      is_in_the_middle(e.directions(n, 1, Absolute::kAdjacent), e.program().board())) {
    move.restore.clear();
    move.taken = "((from + to) >> 1)";
    move.before = code(
        "const int taken = (from + to) >> 1;\n"
        "if (what<$0>(s, taken) != 0) remove_piece<Hashes>(s, $0, taken);\n",
        {e.own()});
    return e.generator(move);
  }
  if (simple) {
    move.taken = pool + "[hurdle]";
    move.before +=
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

// The lines from each site, as many from each: the sites of a line, and for each of them the set of those
// before it.
struct HopLines {
  std::string lines, sites, before;
  std::size_t count = 0;  // of the lines from a site
};
HopLines hop_lines(std::uint32_t mask, Emitter& e) {
  const Topology& board = e.program().board();
  std::vector<Region> before{no_sites(e.program())};
  ArrayText sites, lines;
  HopLines made;
  sites.add(0);
  const auto rays_of = [&](int at) {
    std::vector<const Radial*> rays;
    for_each_radial(board, at, mask, [&](const Radial& radial) { rays.push_back(&radial); });
    return rays;
  };
  for (int at = 0; at < board.size(); ++at) made.count = std::max(made.count, rays_of(at).size());
  for (int at = 0; at < board.size(); ++at) {
    auto rays = rays_of(at);
    rays.resize(made.count, nullptr);
    for (const Radial* radial : rays) {
      lines.add(
          code("{$0,$1}", {radial == nullptr ? 0 : before.size(), radial == nullptr ? 0 : radial->size}));
      Region begun = no_sites(e.program());
      for (int k = 0; radial != nullptr && k < radial->size; ++k) {
        sites.add(radial->sites[k]);
        before.push_back(begun);
        set(begun.data(), radial->sites[k]);
      }
    }
  }
  if (made.count > 8 || before.size() * static_cast<std::size_t>(e.program().layout.words) > 20'000)
    throw Unknown{};
  made.lines = e.table("HopLine", "[]", lines.text());
  made.sites = e.table("i16", "[]", sites.text());
  made.before = e.table_of_sets(before);
  return made;
}

// A hop over a hurdle of one length: its sites are tested at once. False: it is no such hop.
bool hop_exactly(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const between = kid_or_null(n, 2);
  const Node& to = n.kid(3);
  if (between == nullptr || !between->has(between_arg::kRange) || between->kid(between_arg::kRange).imm != 3)
    return false;
  if (between->has(between_arg::kBefore) || between->has(between_arg::kAfter)) return false;
  if (condition_of_apply(&to, to_arg::kApply) != nullptr || !to.has(to_arg::kIf)) return false;
  const KnownDirections directions = e.directions(n, 1, Absolute::kAdjacent);
  const Set hurdle = between->has(between_arg::kIf)
                         ? e.set_where(codegen::Subject::kBetween, between->kid(between_arg::kIf))
                         : Set(code("pieces_of_all(s, $0)", {e.own()}));
  const Set may = e.set_where(codegen::Subject::kTo, to.kid(to_arg::kIf));
  if (!hurdle || !may || directions.by_piece()) return false;
  const HopLines lines = hop_lines(directions.mask, e);
  const RangeCode range = range_of(between, e, {"1", "1"});
  const int generator = make_hop(n, range, lines.sites, e);
  const auto valid = out.block("if (from < kBoard[kOwn])");
  out.line(
      "const int length = $0;\nconst SiteSet hurdle = $1, may = $2;\n"
      "const HopLine* const lines = $3 + from * $4;",
      {range.low, *hurdle, *may, lines.lines, lines.count});
  e.fired("hops of one length by sets");
  const bool plain = e.is_plain_generator(generator);
  // Without branches, which would be hard to predict.
  if (plain) out.line("u32 end = w->move_count;");
  {
    const auto each_line = out.block("_Pragma(\"GCC unroll 8\") for (int r = 0; r < $0; ++r)", {lines.count});
    out.line(
        "const bool there = (u32)length < lines[r].size;\nconst int at = lines[r].first + (there ? length : 0);\n"
        "const int to = $0[at];\n"
        "const bool can = there & test(may, to) & same(minus($1[at], hurdle), none());",
        {lines.sites, lines.before});
    if (plain)
      out.line("end = plain_if(w, end, $0, from, to, can);", {generator});
    else
      out.line(
          "if (!can) continue;\n"
          "PackedMove& m = push(w, $0, from, to);\nkeep(m, it);\n"
          "m.iterator_from = (i16)(u16)lines[r].first, m.between = (i16)length;",
          {generator});
  }
  if (plain) out.line("w->move_count = end;");
  return true;
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
    if (!hop_exactly(n, e, body)) hop_along(n, e, body);
  }
  e.each_from(from, out, [&] { out.add(body.text()); });
}

// As sets: over one piece to the next site.
void ways_of_hop(const Node& n, Emitter& e, codegen::WayWriter& out) {
  require_piece(kid_or_null(n, 0), out, e);
  const Program& p = e.program();
  const Node* const between = kid_or_null(n, 2);
  const Node& to = n.kid(3);
  if (!is_short(between) || condition_of_apply(&to, to_arg::kApply) != nullptr || !to.has(to_arg::kIf) ||
      to.has(to_arg::kType) || to.has(to_arg::kSites) || to.has(to_arg::kLevel))
    throw Unknown{};
  const KnownDirections directions = e.constant_directions(n, 1, Absolute::kAdjacent);
  if (!is_in_the_middle(directions, p.board())) throw Unknown{};
  const auto set = [&](codegen::Subject of, const Node& condition) {
    const ScopedValue about(e.subject, of);
    return e.reads_only_subject(condition) ? e.set_of(condition) : std::nullopt;
  };
  const Set hurdle = between != nullptr && between->has(between_arg::kIf)
                         ? set(codegen::Subject::kBetween, between->kid(between_arg::kIf))
                         : Set(code("pieces_of_all(s, $0)", {e.own()}));
  const Set may = set(codegen::Subject::kTo, to.kid(to_arg::kIf));
  std::vector<std::vector<int>> targets(static_cast<std::size_t>(p.board_sites));
  for (int at = 0; at < p.board_sites; ++at)
    for_each_radial(p.board(), at, directions.mask, [&](const Radial& radial) {
      if (radial.size >= 2) targets[static_cast<std::size_t>(at)].push_back(radial.sites[1]);
    });
  const auto shifts = codegen::shifts_of(targets, p.layout.words, 16);
  if (!hurdle || !may || !shifts || shifts->empty()) throw Unknown{};
  const RangeCode range = range_of(between, e, {"1", "1"});
  const int generator = make_hop(n, range, e.lines(e.own(), directions).pool, e);
  if (!e.is_plain_generator(generator)) throw Unknown{};
  const std::string over = e.fresh("hurdle"), onto = e.fresh("may");
  out.out.line("const SiteSet $0 = $1, $2 = $3;", {over, *hurdle, onto, *may});
  for (const codegen::Shift& shift : *shifts)
    out.add(e.fresh("ways"),
            code("($0 & $1 & sites_before<$2>($3) & sites_before<$4>($5))",
                 {out.sites, e.constant_region(shift.from.data()), shift.distance / 2, over, shift.distance,
                  onto}),
            {"", shift.distance, generator, false, e.component});
}

// The end sites of a leap by site of the board.
std::vector<std::vector<int>> leaps_by_site(const Node& n, Emitter& e) {
  if (n.has(3) || (n.has(2) && !n.kid(2).constant)) throw Unknown{};
  int facing = -1;
  if (n.has(2) && n.kid(2).imm != 0) {
    // Where a piece leaps to depends on its facing.
    if (e.component < 0 || n.has(0)) throw Unknown{};
    facing = e.program().components[static_cast<std::size_t>(e.component)].facing;
  }
  std::vector<std::vector<int>> reached;
  for (int site = 0; site < e.program().board_sites; ++site)
    reached.push_back(leaps(n, site, facing, e.program().board()));
  return reached;
}

int leap_generator(const Node& n, Emitter& e) {
  MoveCode move;
  move.effect = effect_of(&n.kid(4), to_arg::kApply);
  set_movement(move, n, kid_or_null(n, 0), kNoArgument, e);
  move.last_type = e.own();
  move.then = kid_or_null(n, 5);
  return e.generator(move);
}

void leap(const Node& n, Emitter& e, CodeWriter& out) {
  std::vector<std::vector<int>> reached = leaps_by_site(n, e);
  std::size_t most = 0;
  for (const auto& list : reached) most = std::max(most, list.size());
  ArrayText values;
  for (auto& list : reached) {
    list.resize(most + 1, -1);
    for (const int at : list) values.add(at);
  }
  const std::string targets = e.table("i16", "[]", values.text());
  const int generator = leap_generator(n, e);
  e.each_from(kid_or_null(n, 0), out,
              [&] { to_each(targets, static_cast<int>(most) + 1, n.kid(4), generator, e, out); });
}

void ways_of_leap(const Node& n, Emitter& e, codegen::WayWriter& out) {
  require_piece(kid_or_null(n, 0), out, e);
  ways_to_each(leaps_by_site(n, e), n.kid(4), leap_generator(n, e), e, out);
}

bool reach_of_hop(const Node& n, Emitter& e, std::vector<Region>& sites) {
  return !n.has(0) && removes_only(n, {"(remove (to)", "(remove (between)"}) &&
         reach_along_lines(n, e, sites);
}

bool reach_of_leap(const Node& n, Emitter& e, std::vector<Region>& sites) {
  if (n.has(0) || n.has(2) || n.has(3) || !removes_only(n, {"(remove (to)"})) return false;
  for (int at = 0; at < e.program().board_sites; ++at)
    for (const int to : leaps(n, at, -1, e.program().board()))
      set(sites[static_cast<std::size_t>(at)].data(), to);
  return true;
}

// On each line a hop over one piece, or over a known number, has one end.
bool ends_of_hop(const Node& n, Emitter& e, codegen::Ends& out) {
  const Node* const between = kid_or_null(n, 2);
  const bool exact = between != nullptr && between->has(between_arg::kRange) &&
                     between->kid(between_arg::kRange).imm == 3 && !between->has(between_arg::kBefore) &&
                     !between->has(between_arg::kAfter);
  return !n.has(0) && (exact || is_short(between)) && ends_along_lines(n, e, out);
}

bool ends_of_leap(const Node& n, Emitter& e, codegen::Ends& out) {
  if (n.has(0)) return false;
  const std::vector<std::vector<int>> reached = leaps_by_site(n, e);
  bool all = true;
  for (std::size_t at = 0; at < reached.size(); ++at)
    for (const int to : reached[at]) all = out.add(static_cast<int>(at), to) && all;
  return all;
}

// Only hops that end on no enemy and capture nothing. The condition of an effect is one of the end, too.
void attacks_of_hop(const Node& n, Emitter&, codegen::Attacks& out) {
  if (n.has(0) || !takes_at_end_only(kid_or_null(n, 2), between_arg::kApply) ||
      !takes_at_end_only(&n.kid(3), to_arg::kApply) ||
      condition_of_apply(&n.kid(3), to_arg::kApply) != nullptr ||
      truth_at_enemy(n.kid(3), out) != codegen::Truth::kFalse)
    throw Unknown{};
}

void attacks_of_leap(const Node& n, Emitter& e, codegen::Attacks& out) {
  if (n.has(0) || !takes_at_end_only(&n.kid(4), to_arg::kApply)) throw Unknown{};
  const codegen::Truth holds = truth_at_enemy(n.kid(4), out);
  const std::vector<std::vector<int>> reached = leaps_by_site(n, e);
  for (std::size_t at = 0; at < reached.size(); ++at)
    for (const int to : reached[at]) out.step(static_cast<int>(at), to, holds);
}

const Row kRows[] = {
    {"(move Hop [from] [directions] [between] to [then] [stack:bool])",
     Type::kMoves,
     Counting{hop},
     stack_at<5>,
     {.moves = hop,
      .ways = ways_of_hop,
      .reach = reach_of_hop,
      .ends = ends_of_hop,
      .attacks = attacks_of_hop}},
    {"(hop [from] [directions] [between] to [then] [stack:bool])",
     Type::kMoves,
     Counting{hop},
     stack_at<5>,
     {.moves = hop,
      .ways = ways_of_hop,
      .reach = reach_of_hop,
      .ends = ends_of_hop,
      .attacks = attacks_of_hop}},
    {"(move Leap [from] {{'F'|'R'|'L'}} [forward:bool] [rotations:bool] to [then])",
     Type::kMoves,
     Counting{leap},
     resolve_leap,
     {.moves = leap,
      .ways = ways_of_leap,
      .reach = reach_of_leap,
      .ends = ends_of_leap,
      .attacks = attacks_of_leap}},
    {"(leap [from] {{'F'|'R'|'L'}} [forward:bool] [rotations:bool] to [then])",
     Type::kMoves,
     Counting{leap},
     resolve_leap,
     {.moves = leap,
      .ways = ways_of_leap,
      .reach = reach_of_leap,
      .ends = ends_of_leap,
      .attacks = attacks_of_leap}},
};

}  // namespace

std::span<const Row> hop_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
