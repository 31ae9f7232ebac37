// Regions around sites and along lines.
#include <algorithm>

#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/tables.hpp"

namespace ludex::games::lud {

namespace {

// (sites Around [type] site|region [what] [directions] [distance:n] [if:condition] [includeSelf:bool])
bool counts_as(Eval& e, int kind, int type, int at) {
  const int piece = e.what_at(type, at);
  const int who = e.who_at(type, at);
  switch (kind) {
    case 0:
      return piece == 0;  // Empty
    case 1:
      return piece != 0;  // NotEmpty
    case 2:
      return piece != 0 && who == e.mover();  // Own
    case 3:
      return piece != 0 && e.is_enemy(who);  // Enemy
    case 4:
      return piece == 0 || who != e.mover();  // NotOwn
    default:
      return piece == 0 || !e.is_enemy(who);  // NotEnemy
  }
}
void around_one(const Node& n, Eval& e, int at, std::uint64_t* out) {
  const int type = n.imm;
  const Topology& board = e.program.topology(static_cast<SiteType>(type));
  if (at < 0 || at >= board.size()) return;
  const Directions directions = directions_of(n, 3, e, at);
  const ScopedValue to(e.to);
  for_each_step(board, at, directions, [&](int next) {
    e.to = next;
    if (n.has(2) && !counts_as(e, n.kid(2).imm, type, next)) return;
    if (n.has(4) && !n.boolean(4, e)) return;
    set(out, next);
  });
}
void around(const Node& n, Eval& e, std::uint64_t* out) {
  clear(out, e.layout.words);
  const int at = n.integer(1, e);
  around_one(n, e, at, out);
  if (n.has(5) && n.boolean(5, e) && e.in_range(n.imm, at)) set(out, at);
}
void around_region(const Node& n, Eval& e, std::uint64_t* out) {
  const Words region(e);
  n.region(1, e, region);
  clear(out, e.layout.words);
  for_each_site(region.get(), e.layout.words, [&](int at) { around_one(n, e, at, out); });
  const bool self = n.has(5) && n.boolean(5, e);
  for (int w = 0; w < e.layout.words; ++w) {
    out[w] = self ? out[w] | region.get()[w] : out[w] & ~region.get()[w];
  }
}

// (sites Direction from:site [directions] [included:] [stop:] [stopIncluded:] [distance:])
void in_direction_of(const Node& n, Eval& e, int at, std::uint64_t* out) {
  clear(out, e.layout.words);
  const Topology& board = e.program.board();
  if (at < 0 || at >= board.size()) return;
  if (n.has(2) && n.boolean(2, e)) set(out, at);
  const int farthest = n.integer_or(5, e, kInfinity);
  const ScopedValue to(e.to);
  for_each_radial(board, at, directions_of(n, 1, e, at), [&](const Radial& radial) {
    for (int k = 0; k < radial.size && k < farthest; ++k) {
      e.to = radial.sites[k];
      if (n.has(3) && n.boolean(3, e)) {
        if (n.has(4) && n.boolean(4, e)) set(out, e.to);
        break;
      }
      set(out, e.to);
    }
  });
}

void in_direction(const Node& n, Eval& e, std::uint64_t* out) {
  in_direction_of(n, e, n.integer(0, e), out);
}
// (sites Direction from:region ...): the union over its sites.
void in_direction_of_all(const Node& n, Eval& e, std::uint64_t* out) {
  const Words starts(e);
  const Words part(e);
  n.region(0, e, starts);
  clear(out, e.layout.words);
  for_each_site(starts.get(), e.layout.words, [&](int at) {
    in_direction_of(n, e, at, part);
    for (int w = 0; w < e.layout.words; ++w) out[w] |= part.get()[w];
  });
}

// (sites LineOfSight [Empty|Farthest|Piece] at:site [directions])
void line_of_sight(const Node& n, Eval& e, std::uint64_t* out) {
  clear(out, e.layout.words);
  const int at = n.integer(1, e);
  const Topology& board = e.program.board();
  if (at < 0 || at >= board.size()) return;
  const int kind = n.imm_or(0, 2);
  for_each_radial(board, at, directions_of(n, 2, e, at), [&](const Radial& radial) {
    int last = -1;
    for (int k = 0; k < radial.size; ++k) {
      const int next = radial.sites[k];
      if (e.what_at(e.own(), next) != 0) {
        if (kind == 2) set(out, next);
        break;
      }
      if (kind == 0) set(out, next);
      last = next;
    }
    if (kind == 1 && last >= 0) set(out, last);
  });
}

// (sites Distance [type] [relation] from:site range): sites within that range of steps.
void at_distance(const Node& n, Eval& e, std::uint64_t* out) {
  clear(out, e.layout.words);
  const Topology& board = e.program.topology(static_cast<SiteType>(n.imm));
  const int start = n.integer(2, e);
  if (start < 0 || start >= board.size()) return;
  const Node& range = n.kid(3);  // (range low high), (min n), (max n), (exact n)
  const int low = range.imm == 2 ? 0 : range.integer(0, e);
  const int high = range.imm == 0 ? range.integer(1, e) : range.imm == 1 ? kInfinity : range.integer(0, e);
  const int kind = n.imm_or(1, static_cast<int>(Absolute::kAdjacent));
  const Words seen(e);
  clear(seen, e.layout.words);
  set(seen, start);
  std::int16_t reached[kMaxSites];
  int size = 0;
  reached[size++] = static_cast<std::int16_t>(start);
  for (int distance = 0, k = 0; distance <= high && k < size; ++distance) {
    for (const int end = size; k < end; ++k) {
      if (distance >= low) set(out, reached[k]);
      for (const int to : board.steps(kind, reached[k])) {
        if (test(seen, to)) continue;
        set(seen, to);
        reached[size++] = static_cast<std::int16_t>(to);
      }
    }
  }
}

// (expand region [steps:n] [directions]) and (expand origin:site ...): includes the origin.
void grow(const Node& n, std::size_t steps_at, Eval& e, std::uint64_t* out) {
  const Topology& board = e.program.board();
  const Directions directions = directions_of(n, steps_at + 1, e);
  for (int steps = std::min(n.integer_or(steps_at, e, 1), board.size()); steps > 0; --steps) {
    const Words before(e);
    std::memcpy(before, out, sizeof(std::uint64_t) * static_cast<std::size_t>(e.layout.words));
    for_each_site(before.get(), e.layout.words, [&](int at) {
      if (at >= board.size()) return;
      for_each_step(board, at, directions, [&](int next) { set(out, next); });
    });
  }
}
void expand_region(const Node& n, Eval& e, std::uint64_t* out) {
  n.region(0, e, out);
  grow(n, 1, e, out);
}
void expand_site(const Node& n, Eval& e, std::uint64_t* out) {
  clear(out, e.layout.words);
  const int at = n.integer(0, e);
  if (at < 0 || at >= e.program.board().size()) return;
  set(out, at);
  grow(n, 1, e, out);
}

// Generated code.

// A table of sets by site of the board, and its set at an argument.
template <class F>
std::string set_by_site(const Topology& board, F&& sites_of, Emitter& e) {
  std::vector<Region> sets;
  for (int site = 0; site < board.size(); ++site) {
    Region all = no_sites(e.program());
    sites_of(site, all);
    sets.push_back(std::move(all));
  }
  return e.table_of_sets(sets);
}
template <class F>
std::string set_by_site(const Topology& board, const Node& at, Emitter& e, F&& sites_of) {
  return code("region_at($0, $1, $2)", {set_by_site(board, sites_of, e), board.size(), e.integer(at)});
}
void add_steps(const Topology& board, int site, std::uint32_t directions, Region& out) {
  for_each_step(board, site, directions, [&](int to) { set(out.data(), to); });
}
// The neighbours that count, as a set or one by one: by what stands there, and the condition.
std::string of_neighbours(const Node& n, const std::string& all, Emitter& e) {
  static constexpr const char* kFilters[] = {"empty_sites<$0>(s)", "pieces_of_all(s, $0)",
                                             "owned<$0>(s, head(s).mover)", "pieces_of_enemies(s, $0)"};
  std::string text = all;
  if (n.has(2)) {
    const auto kind = static_cast<std::size_t>(n.kid(2).imm);
    if (kind >= std::size(kFilters)) throw Unknown{};
    text += " & " + code(kFilters[kind], {n.imm});
  }
  if (!n.has(4)) return "(" + text + ")";
  const auto set = n.imm == e.own() ? e.set_where(codegen::Subject::kTo, n.kid(4)) : std::nullopt;
  if (set) return code("($0 & $1)", {text, *set});
  return code("filter_to($0, it, [&](const Iterators& it) -> bool { return $1; })",
              {text, e.boolean(n.kid(4))});
}
bool with_self(const Node& n) {
  if (n.has(5) && !n.kid(5).constant) throw Unknown{};
  return n.has(5) && n.kid(5).imm != 0;
}
std::string around(const Node& n, Emitter& e) {
  const std::uint32_t mask = e.constant_directions(n, 3, Absolute::kAdjacent).mask;
  const bool self = with_self(n);
  const bool filters = n.has(2) || n.has(4);
  if (self && filters) throw Unknown{};
  const Topology& board = e.program().topology(static_cast<SiteType>(n.imm));
  return of_neighbours(n,
                       set_by_site(board, n.kid(1), e,
                                   [&](int site, Region& out) {
                                     add_steps(board, site, mask, out);
                                     if (self) set(out.data(), site);
                                   }),
                       e);
}
std::string around_region(const Node& n, Emitter& e) {
  const std::uint32_t mask = e.constant_directions(n, 3, Absolute::kAdjacent).mask;
  const bool self = with_self(n);
  const Topology& board = e.program().topology(static_cast<SiteType>(n.imm));
  const std::string near = set_by_site(
      board, [&](int site, Region& out) { add_steps(board, site, mask, out); }, e);
  const std::string all = of_neighbours(n, code("neighbours(of, $0, $1)", {near, board.size()}), e);
  return code("[&] { const SiteSet of = $0; return $1; }()",
              {e.region(n.kid(1)), code(self ? "($0 | of)" : "minus($0, of)", {all})});
}
// Along the lines from a site until the condition of `stop:` holds.
std::string along_lines(const Node& n, Emitter& e) {
  const LineTables lines = e.lines(e.own(), e.constant_directions(n, 1, Absolute::kAdjacent));
  const auto asked = [&](std::size_t k) { return n.has(k) ? e.boolean(n.kid(k)) : std::string("false"); };
  return code(
      "along_lines($0, $1, $2, $3, $4, $5, it, [&](const Iterators& it) -> bool { return $6; }, "
      "[&](const Iterators& it) -> bool { return $7; })",
      {lines.index, lines.radials, lines.pool, e.integer(n.kid(0)), asked(2), e.number(n, 5, kInfinity),
       asked(3), asked(4)});
}
std::string line_of_sight(const Node& n, Emitter& e) {
  const LineTables lines = e.lines(e.own(), e.constant_directions(n, 2, Absolute::kAdjacent));
  return code("line_of_sight<$0>(s, $1, $2, $3, $4)",
              {n.imm_or(0, 2), lines.index, lines.radials, lines.pool, e.integer(n.kid(1))});
}
std::string expand_site(const Node& n, Emitter& e) {
  if (n.has(1) && !n.kid(1).constant) throw Unknown{};
  const std::uint32_t mask = e.constant_directions(n, 2, Absolute::kAdjacent).mask;
  const Topology& board = e.program().board();
  if (board.size() > 200) throw Unknown{};
  return set_by_site(board, n.kid(0), e, [&](int site, Region& out) {
    set(out.data(), site);
    for (int k = n.has(1) ? n.kid(1).imm : 1; k > 0; --k) {
      const Region before = out;
      for_each_site(before.data(), e.program().layout.words,
                    [&](int each) { add_steps(board, each, mask, out); });
    }
  });
}
std::string in_direction(const Node& n, Emitter& e) {
  if (n.has(3) || n.has(4) || n.has(5) || (n.has(2) && !n.kid(2).constant)) return along_lines(n, e);
  const std::uint32_t mask = e.constant_directions(n, 1, Absolute::kAdjacent).mask;
  const Topology& board = e.program().board();
  return set_by_site(board, n.kid(0), e, [&](int site, Region& out) {
    if (n.has(2) && n.kid(2).imm != 0) set(out.data(), site);
    for_each_radial(board, site, mask, [&](const Radial& radial) {
      for (int k = 0; k < radial.size; ++k) set(out.data(), radial.sites[k]);
    });
  });
}

const Row kRows[] = {
    {"(sites Around [sitetype] int ['Empty'|'NotEmpty'|'Own'|'Enemy'|'NotOwn'|'NotEnemy'] [directions] "
     "[if:bool] "
     "[includeSelf:bool])",
     Type::kRegion,
     around,
     site_type_at<0>,
     {.expression = around}},
    {"(sites Around [sitetype] region ['Empty'|'NotEmpty'|'Own'|'Enemy'|'NotOwn'|'NotEnemy'] [directions] "
     "[if:bool] "
     "[includeSelf:bool])",
     Type::kRegion,
     around_region,
     site_type_at<0>,
     {.expression = around_region}},
    {"(sites Direction from:int [directions] [included:bool] [stop:bool] [stopIncluded:bool] [distance:int])",
     Type::kRegion,
     in_direction,
     nullptr,
     {.expression = in_direction}},
    {"(sites Direction from:region [directions] [included:bool] [stop:bool] [stopIncluded:bool] "
     "[distance:int])",
     Type::kRegion, in_direction_of_all},
    {"(sites LineOfSight ['Empty'|'Farthest'|'Piece'] at:int [directions])",
     Type::kRegion,
     line_of_sight,
     nullptr,
     {.expression = line_of_sight}},
    {"(sites Distance [sitetype] [absolute] from:int range)", Type::kRegion, at_distance, site_type_at<0>},
    {"(expand region [steps:int] [absolute])", Type::kRegion, expand_region, nullptr, {}, true},
    {"(expand origin:int [steps:int] [absolute])",
     Type::kRegion,
     expand_site,
     nullptr,
     {.expression = expand_site},
     true},
};

}  // namespace

std::span<const Row> area_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
