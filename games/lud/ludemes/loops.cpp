// The loops of a Surakarta board: a slide along a grid line continues through the arc at its end.
#include <vector>

#include "games/lud/interpreter/site_sets.hpp"
#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/tables.hpp"
#include "games/lud/ludemes/tracks.hpp"
#include "games/lud/ludemes/walks.hpp"

namespace ludex::games::lud {

namespace {

struct Walker {
  int row, column;
  int across, up;  // one of them is 0
};

// Goes from the end of a line through the arc to the line it joins: between rows and columns at the same
// distance from a corner. The outermost lines have no arcs.
bool turn(Walker& w, int size) {
  const int line = w.up != 0 ? w.column : w.row;
  if (line == 0 || line == size - 1) return false;
  // Leaving a low line at its low end enters the low end of the joined line.
  const bool low_line = line < size / 2;
  const bool low_end = w.up + w.across < 0;
  const int joined = low_line == low_end ? line : size - 1 - line;
  const int edge = low_line ? 0 : size - 1;
  const int inwards = low_line ? 1 : -1;
  w = w.up != 0 ? Walker{joined, edge, inwards, 0} : Walker{edge, joined, 0, inwards};
  return true;
}

// All ways of a slide: four from each site, each by its index in the table; there the number of its sites,
// the number before the first arc, and the sites.
std::vector<int> paths(int size) {
  constexpr int kWays[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
  std::vector<int> table(static_cast<std::size_t>(4 * size * size));
  for (int k = 0; k < 4 * size * size; ++k) {
    const int from = k / 4;
    Walker w{from / size, from % size, kWays[k % 4][0], kWays[k % 4][1]};
    std::vector<int> sites;
    int before_arcs = -1;
    for (int arcs = 0; arcs <= 4;) {
      w.row += w.up;
      w.column += w.across;
      if (w.row < 0 || w.column < 0 || w.row >= size || w.column >= size) {
        w.row -= w.up;
        w.column -= w.across;
        if (!turn(w, size)) break;
        ++arcs;
        if (before_arcs < 0) before_arcs = static_cast<int>(sites.size());
      }
      const int at = w.row * size + w.column;
      if (at == from && arcs == 4) break;
      sites.push_back(at);
    }
    table[static_cast<std::size_t>(k)] = static_cast<int>(table.size());
    table.push_back(static_cast<int>(sites.size()));
    table.push_back(before_arcs < 0 ? static_cast<int>(sites.size()) : before_arcs);
    table.insert(table.end(), sites.begin(), sites.end());
  }
  return table;
}

// The sites of all loops in their order: each begins with a line from its low end.
std::vector<int> loops_of(int size) {
  std::vector<int> sites;
  for (int line = 1; line < size / 2; ++line) {
    Walker w{line, 0, 1, 0};
    for (int k = 0; k < 4 * size; ++k) {
      sites.push_back(w.row * size + w.column);
      w.row += w.up;
      w.column += w.across;
      if (w.row >= 0 && w.column >= 0 && w.row < size && w.column < size) continue;
      w.row -= w.up;
      w.column -= w.across;
      turn(w, size);
    }
  }
  return sites;
}

// (move Slide [from] "Track" (between ...) (to ...) [then]): along the tracks of that name, from every place
// of (from) on them.
void slide_track(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const std::size_t shift = n.aux == 2 ? 1 : 0;
  const Node* const from_node = shift == 1 ? &n.kid(0) : nullptr;
  const std::string& name = n.kid(shift).text();
  const Node& between = n.kid(shift + 1);
  const Node& to = n.kid(shift + 2);
  const Node* const apply = apply_of(&to, to_arg::kApply);
  const int type = e.own();
  const ScopedValue saved_part(e.part);
  const ScopedValue saved_to(e.to);
  const ScopedValue saved_between(e.between);
  for_each_from(from_node, e, [&](int from) {
    e.part = part_of(n, from_node, kNoArgument, e);
    const Range range = range_of(&between, e, {1, kInfinity});
    const auto along = [&](const Track& track, int place) {
      const int length = length_of(track);
      for (int k = 1; k <= range.high && (track.loop || place + k < length) && k < length; ++k) {
        const int at = site_at(track, (place + k) % length);
        if (at < 0) return;
        e.to = at;
        const std::size_t begin = e.mark();
        if (k >= range.low && to.has(to_arg::kIf) && to.boolean(to_arg::kIf, e)) {
          if (apply == nullptr || !apply->has(apply_arg::kIf) || apply->boolean(apply_arg::kIf, e)) {
            effect_without_condition(apply, e);
            add_move(e, begin, from, at, type, type);
          }
          return;
        }
        e.between = at;
        const bool passes =
            between.has(between_arg::kIf) ? between.boolean(between_arg::kIf, e) : e.is_empty(type, at);
        if (!passes) return;
        if (k < range.low) continue;
        if (apply != nullptr && apply->has(apply_arg::kIf) && !apply->boolean(apply_arg::kIf, e)) continue;
        if (!to.has(to_arg::kIf)) effect_without_condition(apply, e);
        add_move(e, begin, from, at, type, type);
      }
    };
    for (const Track& track : e.program.tracks) {
      if (!name_has(track, name)) continue;
      for (int place = 0; place < length_of(track); ++place)
        if (site_at(track, place) == from) along(track, place);
    }
  });
  const Node* const then = n.has(shift + 3) ? &n.kid(shift + 3) : nullptr;
  e.attach(then, first);
}

// (move Slide "AllTracks" (between if:) (to if: (apply if:False effect)) [then]): captures the first piece
// after an arc, over sites that may be passed.
void slide_loops(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const int from = e.from;
  if (from < 0 || from >= e.program.surakarta * e.program.surakarta) return;
  const Node& between = n.kid(1);
  const Node& to = n.kid(2);
  const ScopedValue saved_to(e.to);
  const ScopedValue saved_between(e.between);
  const SiteTest ends(&to, to_arg::kIf, Subject::kTo, &Eval::to, e);
  const SiteTest open(&between, between_arg::kIf, Subject::kBetween, &Eval::between, e);
  const int* const table = static_cast<const std::vector<int>*>(n.table)->data();
  for (int way = 4 * from; way < 4 * from + 4; ++way) {
    const int* const path = table + table[way];
    for (int k = 0; k < path[0]; ++k) {
      const int at = path[2 + k];
      e.to = e.between = at;
      if (k >= path[1] && ends.holds()) {
        if (!e.wants(from, at)) break;
        const std::size_t begin = e.mark();
        to.kid(3).moves(1, e);
        add_move(e, begin, from, at, type, type);
        break;
      }
      if (!open.holds()) break;
    }
  }
  e.attach(n.has(3) ? &n.kid(3) : nullptr, first);
}

void resolve_loops(Node& n, Compiler& c) {
  const Node& between = n.kid(1);
  const Node& to = n.kid(2);
  const bool plain = between.has(3) && !between.has(0) && !between.has(1) && !between.has(2) &&
                     !between.has(4) && to.has(2) && !to.has(0) && !to.has(1) && to.has(3) &&
                     to.kid(3).has(0) && to.kid(3).has(1) && to.kid(3).kid(0).constant &&
                     to.kid(3).kid(0).imm == 0;
  if (c.program().surakarta == 0 && !c.program().tracks.empty()) {
    n.fn.as_moves = slide_track;
    n.counts = false;
    n.aux = 1;
    return;
  }
  if (c.program().surakarta == 0 || n.kid(0).text() != "AllTracks" || !plain)
    Compiler::fail(n,
                   "slides along tracks are implemented on a surakartaBoard only, along \"AllTracks\", "
                   "with (between if:...) (to if:... (apply if:False ...))");
  n.table = c.table(paths(c.program().surakarta));
}

// Generated code.

// The loops from each site as tables, the code of their moves, and the sets that they end on and pass; no
// set: it is not known.
struct LoopCode {
  std::string list, sites;
  int generator = 0;
  std::optional<std::string> ends{}, passed{};
};
LoopCode loop_code(const Node& n, Emitter& e) {
  if (n.aux == 1) throw Unknown{};
  const Node& to = n.kid(2);
  const auto& table_of = *static_cast<const std::vector<int>*>(n.table);
  ArrayText paths, pool;
  int at_pool = 0;
  for (int way = 0; way < 4 * e.program().board_sites; ++way) {
    const int* const path = table_of.data() + table_of[static_cast<std::size_t>(way)];
    paths.add(code("{$0,$1,$2}", {at_pool, path[0], path[1]}));
    for (int k = 0; k < path[0]; ++k) pool.add(path[2 + k]);
    at_pool += path[0];
  }
  if (at_pool > 60'000) throw Unknown{};
  pool.add(0);
  MoveCode move;
  move.effect = effect_of(&to, to_arg::kApply);
  move.conditional = false;
  set_movement(move, n, nullptr, kNoArgument, e);
  move.last_type = e.own();
  move.then = kid_or_null(n, 3);
  LoopCode loop{e.table("Ray", "[]", paths.text()), e.table("i16", "[]", pool.text()), e.generator(move)};
  const Node& on_end = to.kid(to_arg::kIf);
  const Node& on_way = n.kid(1).kid(between_arg::kIf);
  if (codegen::contains(&on_end, "(between)") || codegen::contains(&on_way, "(to)") ||
      !e.is_plain_generator(loop.generator))
    return loop;
  loop.ends = e.set_where(codegen::Subject::kTo, on_end);
  loop.passed = e.set_where(codegen::Subject::kBetween, on_way);
  return loop;
}

void slide_loops(const Node& n, Emitter& e, CodeWriter& out) {
  const LoopCode loop = loop_code(n, e);
  const auto start = out.block("if (const int from = it.from; from >= 0 && from < kBoard[kOwn])");
  out.line("const Iterators outer = it;\nIterators it = outer;");
  if (loop.ends && loop.passed) {
    out.line("const SiteSet ends = $0, passed = $1;", {*loop.ends, *loop.passed});
    const auto each_path = out.block("for (int r = 4 * from; r < 4 * from + 4; ++r)");
    out.line(
        "const int at = end_of_loop($0[r], $1, passed, ends);\nif (at >= 0) push_plain(w, $2, from, at);",
        {loop.list, loop.sites, loop.generator});
    return;
  }
  const auto each_path = out.block("for (int r = 4 * from; r < 4 * from + 4; ++r)");
  out.line("const Ray& rd = $0[r];", {loop.list});
  const auto each_site = out.block("for (int k = 0; k < rd.size; ++k)");
  out.line("const int at = $0[rd.first + k];\nit.to = it.between = at;", {loop.sites});
  {
    const auto captures = out.block("if (k >= rd.direction && $0)", {e.on_board(n.kid(2).kid(to_arg::kIf))});
    e.push(loop.generator, "from", "at", out);
    out.line("break;");
  }
  out.line("if (!$0) break;", {e.on_board(n.kid(1).kid(between_arg::kIf))});
}

// Captures of enemies over empty sites and the piece's own: pieces next to arcs first, then the ways from
// each. Empty: the loops must be followed site by site.
struct FacingCode {
  std::string sites, uses;
};
std::optional<FacingCode> facing(const LoopCode& loop, Emitter& e, codegen::WayWriter& out) {
  const int size = e.program().surakarta;
  const std::string empty = code("empty_sites<$0>(s)", {e.own()});
  const std::string itself = "with(none(), it.from)";
  const bool passes_empty = *loop.passed == code("($0 | $1)", {itself, empty}) ||
                            *loop.passed == code("($0 | $1)", {empty, itself});
  if (!passes_empty || !loop.ends->starts_with("pieces_of_enemies(") || size > 8 || size < 4)
    return std::nullopt;
  ArrayText order;
  for (const int at : loops_of(size)) order.add(at);
  const std::string type = code("Loops<$0, $1>", {size, size / 2 - 1});
  const std::string loops = e.table(type, "", code("$0($1)", {type, order.text()}));
  const std::string ends = out.name_of(*loop.ends);
  const std::string there = e.fresh("there");
  out.out.line("const auto $0 = places_on($1, complement($2));", {there, loops, out.name_of(empty)});
  e.fired("pieces next to arcs");
  return FacingCode{code("facing_through_arcs($0, $1, $2, $3)", {loops, there, out.sites, ends}),
                    code("u8 to[4];\nconst int n = ends_on_loops($0, $1, from, $2, w->duplicates == 0, to);\n"
                         "for (int k = 0; k < n; ++k) use.step(from, to[k], $3);\n",
                         {loops, there, ends, loop.generator})};
}

// As sets, onto other sites than empty ones. Where two loops lead to one site they are one move.
void ways_of_loops(const Node& n, Emitter& e, codegen::WayWriter& out) {
  require_piece(nullptr, out, e);
  const LoopCode loop = loop_code(n, e);
  const Node& on_end = n.kid(2).kid(to_arg::kIf);
  const Node& on_way = n.kid(1).kid(between_arg::kIf);
  const ScopedValue about(e.subject, codegen::Subject::kTo);
  if (!loop.ends || !loop.passed || !e.reads_only_subject(on_end)) throw Unknown{};
  for (const char* iterator : {"(site)", "(value)", "(player)", "(level)"})
    if (codegen::contains(&on_way, iterator)) throw Unknown{};
  codegen::Way way{"", 0, loop.generator, false, e.component};
  way.once = true;
  way.ends_on =
      codegen::truth_of(on_end, codegen::Target::kNothing, e.program().players) == codegen::Truth::kFalse
          ? codegen::Way::kPieces
          : codegen::Way::kAnything;
  way.jump.emplace();
  const auto& table_of = *static_cast<const std::vector<int>*>(n.table);
  for (int at = 0; at < e.program().board_sites; ++at) {
    Region beyond = no_sites(e.program());
    for (int r = 4 * at; r < 4 * at + 4; ++r) {
      const int* const path = table_of.data() + table_of[static_cast<std::size_t>(r)];
      for (int k = path[1]; k < path[0]; ++k) set(beyond.data(), path[2 + k]);
    }
    // Nothing moves to where it is.
    reset(beyond.data(), at);
    way.jump->beyond.push_back(std::move(beyond));
  }
  e.fired("loops through a set");
  if (way.ends_on == codegen::Way::kPieces) {
    if (const auto near_arcs = facing(loop, e, out)) {
      way.jump->uses = near_arcs->uses;
      way.jump->is_rare = true;
      out.add(e.fresh("ways"), near_arcs->sites, std::move(way));
      return;
    }
  }
  CodeWriter uses;
  uses.line("const SiteSet passed = $0;\nSiteSet met = none();", {*loop.passed});
  {
    const auto each_path = uses.block("for (int r = 4 * from; r < 4 * from + 4; ++r)");
    uses.line(
        "const int at = end_of_loop($0[r], $1, passed, $2);\nif (at < 0 || test(met, at)) continue;\n"
        "if (w->duplicates == 0) set(met, at);\nuse.step(from, at, $3);",
        {loop.list, loop.sites, out.name_of(*loop.ends), loop.generator});
  }
  way.jump->uses = uses.text();
  out.add(e.fresh("ways"), out.sites, std::move(way));
}

const Row kRows[] = {
    {"(move Slide string between to [then])",
     Type::kMoves,
     Counting{slide_loops},
     resolve_loops,
     {.moves = slide_loops, .ways = ways_of_loops}},
    {"(move Slide from string between to [then])", Type::kMoves, slide_track,
     +[](Node& n, Compiler& c) {
       if (c.program().tracks.empty()) Compiler::fail(n, "there is no track");
       n.aux = 2;
     }},
};

}  // namespace

std::span<const Row> loop_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
