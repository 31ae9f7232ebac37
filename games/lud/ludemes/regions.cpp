// Regions.
#include <algorithm>
#include <string_view>

#include "core/util/nearest.hpp"
#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/tables.hpp"

namespace ludex::games::lud {

namespace {

void copy_words(const std::uint64_t* from, std::uint64_t* to, int n) {
  std::memcpy(to, from, sizeof(std::uint64_t) * static_cast<std::size_t>(n));
}

// (sites Top [type]) and the like.
template <std::vector<int> Topology::*field, bool outline>
void resolve_part(Node& n, Compiler& c) {
  const int type = n.has(0) ? n.kid(0).imm : c.default_type();
  c.uses(n, type);
  const Topology& board = c.program().topology(static_cast<SiteType>(type));
  if (outline && !board.corners_known)
    Compiler::fail(n, "the corners of a board of this shape are not implemented");
  if (field == &Topology::centre && board.centre.empty())
    Compiler::fail(n, "the centre of a board of this shape is not implemented");
  c.make_region(n, board.*field);
}
void resolve_board(Node& n, Compiler& c) {
  const int type = n.has(0) ? n.kid(0).imm : c.default_type();
  c.uses(n, type);
  std::vector<int> sites;
  for (int s = 0; s < c.program().topology(static_cast<SiteType>(type)).size(); ++s) sites.push_back(s);
  c.make_region(n, sites);
}
void resolve_side(Node& n, Compiler& c) {
  const int type = n.has(0) ? n.kid(0).imm : c.default_type();
  c.uses(n, type);
  const Topology& board = c.program().topology(static_cast<SiteType>(type));
  if (!board.sides_known) Compiler::fail(n, "the sides of a board of this shape are not implemented");
  const int direction = n.kid(1).imm;
  if (direction >= 16) Compiler::fail(n, "expected a side such as N or SE");
  c.make_region(n, board.sides[static_cast<std::size_t>(direction)]);
}
// The sites of each value: the least value, the number of values, where the sites of each begin and end in
// the table, and the sites.
std::vector<int> sites_by_value(const std::vector<int>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  std::vector<int> table{*least, *most - *least + 1};
  std::vector<int> sites;
  for (int value = *least; value <= *most; ++value) {
    table.push_back(table[1] + 3 + static_cast<int>(sites.size()));
    for (std::size_t s = 0; s < values.size(); ++s)
      if (values[s] == value) sites.push_back(static_cast<int>(s));
  }
  table.push_back(table[1] + 3 + static_cast<int>(sites.size()));
  table.insert(table.end(), sites.begin(), sites.end());
  return table;
}
// (sites Row 2): rows and columns with constant numbers are constant.
template <std::vector<int> Topology::*field>
void line_of(const Node& n, Eval& e, std::uint64_t* out) {
  const int* const table = static_cast<const std::vector<int>*>(n.table)->data();
  const int value = n.integer(0, e) - table[0];
  clear(out, e.layout.words);
  if (value < 0 || value >= table[1]) return;
  for (int k = table[2 + value]; k < table[3 + value]; ++k) set(out, table[k]);
}
template <std::vector<int> Topology::*field>
void resolve_line(Node& n, Compiler& c) {
  const auto& values = c.board().*field;
  if (values.empty()) Compiler::fail(n, "the colouring of this board is not implemented");
  if (!n.kid(0).constant) {
    n.table = c.table(sites_by_value(values));
    return;
  }
  std::vector<int> sites;
  for (int s = 0; s < static_cast<int>(values.size()); ++s) {
    if (values[static_cast<std::size_t>(s)] == n.kid(0).imm) sites.push_back(s);
  }
  c.make_region(n, sites);
}
void with_state(const Node& n, Eval& e, std::uint64_t* out) {
  const int wanted = n.integer(0, e);
  clear(out, e.layout.words);
  const int first = e.index(e.own(), 0);
  for (int s = 0; s < e.program.board_sites; ++s)
    if (e.state(first + s) == wanted && e.has_piece(first + s)) set(out, s);
}

void resolve_labels(Node& n, Compiler& c) {
  std::vector<int> sites;
  for (const Node* kid : n.kid(0).kids) sites.push_back(c.site(*kid, kid->text()));
  c.make_region(n, sites);
}
void of_numbers(const Node& n, Eval& e, std::uint64_t* out) {
  clear(out, e.layout.words);
  for (const Node* kid : n.kid(0).kids) {
    const int at = kid->fn.as_int(*kid, e);
    if (at >= 0 && at < 64 * e.layout.words) set(out, at);
  }
}
void resolve_numbers(Node& n, Compiler& c) {
  std::vector<int> sites;
  for (const Node* kid : n.kid(0).kids) {
    if (!kid->constant) return;
    sites.push_back(kid->imm);
  }
  c.make_region(n, sites);
}
void of_values(const Node& n, Eval& e, std::uint64_t* out) {
  const Ints borrowed(e);
  std::vector<int>& values = borrowed.get();
  n.kid(0).fn.as_ints(n.kid(0), e, values);
  clear(out, e.layout.words);
  for (const int at : values) {
    if (at >= 0 && at < 64 * e.layout.words) set(out, at);
  }
}

// Adds named regions and those of a player.
void add_named(const NamedRegion& region, Eval& e, std::uint64_t* out) {
  if (region.constant) {
    for (int w = 0; w < e.layout.words; ++w) out[w] |= region.sites[static_cast<std::size_t>(w)];
    return;
  }
  // A region may contain itself.
  if (e.too_far()) return;
  ++e.workspace.nested;
  const Words part(e);
  for (const Node* node : region.nodes) {
    node->fn.as_region(*node, e, part);
    for (int w = 0; w < e.layout.words; ++w) out[w] |= part.get()[w];
  }
  --e.workspace.nested;
}
// True if a region has that name, or a longer one ("PalaceP1" is a "Palace").
bool is_called(const NamedRegion& region, const std::string& name) {
  return region.name.find(name) != std::string::npos;
}
void named(const Node& n, Eval& e, std::uint64_t* out) {
  clear(out, e.layout.words);
  for (const NamedRegion& region : e.program.regions) {
    if (is_called(region, n.kid(0).text())) add_named(region, e, out);
  }
}
void of_player(const Node& n, Eval& e, std::uint64_t* out) {
  const int owner = n.kid(0).type == Type::kPlayerOf ? n.kid(0).integer(0, e) : n.integer(0, e);
  clear(out, e.layout.words);
  for (const NamedRegion& region : e.program.regions) {
    if (region.owner == owner && (!n.has(1) || is_called(region, n.kid(1).text()))) add_named(region, e, out);
  }
}
void resolve_named(Node& n, Compiler& c) {
  const std::size_t k = n.kid(0).type == Type::kString ? 0 : 1;
  const auto& regions = c.program().regions;
  const bool known = std::any_of(regions.begin(), regions.end(), [&](const NamedRegion& region) {
    return !n.has(k) || is_called(region, n.kid(k).text());
  });
  if (!known && k == 0 && c.board().site_of(n.kid(0).text()) >= 0)
    return c.make_region(n, {c.board().site_of(n.kid(0).text())});
  if (known) return;
  // A name in other letters, capital or small, is that of no region.
  const bool misspelt = k == 0 && std::any_of(regions.begin(), regions.end(), [&](const NamedRegion& region) {
                          return lower_case(region.name) == lower_case(n.kid(0).text());
                        });
  if (misspelt) return c.make_region(n, {});
  std::vector<std::string> names;
  for (const NamedRegion& region : regions) names.push_back(region.name);
  Compiler::fail(n, "there is no such region among the (regions ...) of the equipment",
                 n.has(k) ? n.kid(k).text() : "", names);
}

void empty_sites(const Node& n, Eval& e, std::uint64_t* out) {
  e.find_empty(n.imm, e.program.topology(static_cast<SiteType>(n.imm)).size(), out);
}

// (sites Incident Cell of:Vertex at:site)
void incident(const Node& n, Eval& e, std::uint64_t* out) {
  clear(out, e.layout.words);
  const int at = n.integer(2, e);
  const auto wanted = static_cast<SiteType>(n.kid(0).imm);
  const auto of = static_cast<SiteType>(n.kid(1).imm);
  if (at < 0 || static_cast<std::size_t>(at) >= e.program.graph.size(of)) return;
  for (const int site : e.program.incidence->touching(of, at, wanted)) set(out, site);
}

void resolve_incident(Node& n, Compiler& c) {
  c.uses(n, n.kid(0).imm);
  c.uses(n, n.kid(1).imm);
  Program& p = c.program();
  if (!p.incidence) p.incidence.emplace(p.graph);
}

// (sites Start (piece what)): the start sites of that kind of piece.
void start_sites(const Node& n, Eval& e, std::uint64_t* out) {
  clear(out, e.layout.words);
  const int piece = n.kid(0).integer(0, e);
  if (piece < 0 || piece >= static_cast<int>(e.program.start_sites.size())) return;
  for (const int at : e.program.start_sites[static_cast<std::size_t>(piece)]) set(out, at);
}

void pending_sites(const Node&, Eval& e, std::uint64_t* out) {
  clear(out, e.layout.words);
  const Pending& pending = e.pending();
  for (int k = 0; k < pending.count; ++k) {
    const int at = pending.values[k];
    if (at >= 0 && at < 64 * e.layout.words) set(out, at);
  }
}

// (sites Playable): on boards without an edge, the empty sites next to a piece; all sites if there is none.
void playable(const Node&, Eval& e, std::uint64_t* out) {
  clear(out, e.layout.words);
  bool any = false;
  for (int at = 0; at < e.program.board_sites; ++at) {
    if (e.what_at(e.own(), at) == 0) continue;
    any = true;
    for (const int next : e.program.board().steps(static_cast<int>(Absolute::kAdjacent), at)) {
      if (e.what_at(e.own(), next) == 0) set(out, next);
    }
  }
  if (!any) set(out, e.program.board().centre[0]);
}

void group_at(const Node& n, Eval& e, std::uint64_t* out) {
  clear(out, e.layout.words);
  const int at = n.integer(0, e);
  if (at < 0 || at >= e.program.board_sites) return;
  const int piece = e.what_at(e.own(), at);
  const ScopedValue to(e.to);
  flood(e, e.own(), at, directions_of(n, 1, e), out, [&](int next) {
    if (!n.has(2)) return e.what_at(e.own(), next) == piece;
    e.to = next;
    return n.boolean(2, e);
  });
}

template <bool ends>
void of_moves(const Node& n, Eval& e, std::uint64_t* out) {
  clear(out, e.layout.words);
  const std::size_t begin = e.mark();
  const ScopedValue saved(e.existence_only);
  const bool later = e.tries_later;
  e.existence_only = 0;
  e.tries_later = false;
  n.moves(0, e);
  e.tries_later = later;
  for (std::size_t i = begin; i < e.workspace.moves.size(); ++i) {
    const int at = ends ? e.workspace.moves[i].to : e.workspace.moves[i].from;
    if (at >= 0 && at < 64 * e.layout.words) set(out, at);
  }
  e.truncate(begin);
}

void unite(const Node& n, Eval& e, std::uint64_t* out) {
  n.region(0, e, out);
  const Words second(e);
  n.region(1, e, second);
  for (int w = 0; w < e.layout.words; ++w) out[w] |= second.get()[w];
}
void unite_all(const Node& n, Eval& e, std::uint64_t* out) {
  clear(out, e.layout.words);
  const Words part(e);
  for (const Node* kid : n.kid(0).kids) {
    kid->fn.as_region(*kid, e, part);
    for (int w = 0; w < e.layout.words; ++w) out[w] |= part.get()[w];
  }
}
void intersect(const Node& n, Eval& e, std::uint64_t* out) {
  n.region(0, e, out);
  const Words second(e);
  n.region(1, e, second);
  for (int w = 0; w < e.layout.words; ++w) out[w] &= second.get()[w];
}
void intersect_all(const Node& n, Eval& e, std::uint64_t* out) {
  std::fill(out, out + e.layout.words, ~std::uint64_t{0});
  const Words part(e);
  for (const Node* kid : n.kid(0).kids) {
    kid->fn.as_region(*kid, e, part);
    for (int w = 0; w < e.layout.words; ++w) out[w] &= part.get()[w];
  }
}
void subtract(const Node& n, Eval& e, std::uint64_t* out) {
  n.region(0, e, out);
  const Words second(e);
  n.region(1, e, second);
  for (int w = 0; w < e.layout.words; ++w) out[w] &= ~second.get()[w];
}
void subtract_site(const Node& n, Eval& e, std::uint64_t* out) {
  n.region(0, e, out);
  const int at = n.integer(1, e);
  if (at >= 0 && at < 64 * e.layout.words) reset(out, at);
}
void filter(const Node& n, Eval& e, std::uint64_t* out) {
  n.region(0, e, out);
  const ScopedValue site(e.site);
  for_each_site(out, e.layout.words, [&](int at) {
    e.site = at;
    if (!n.boolean(1, e)) reset(out, at);
  });
}
void choose(const Node& n, Eval& e, std::uint64_t* out) {
  if (n.boolean(0, e)) {
    n.region(1, e, out);
  } else if (n.has(2)) {
    n.region(2, e, out);
  } else {
    clear(out, e.layout.words);
  }
}
void to_clear(const Node&, Eval& e, std::uint64_t* out) {
  copy_words(e.words_at(e.layout.to_clear, 0), out, e.layout.words);
}

// Generated code.

// The union of the named regions that match, by owner. They must be constant.
template <class F>
Region union_of_named(const Program& p, F&& matches) {
  Region all = no_sites(p);
  for (const NamedRegion& each : p.regions) {
    if (!matches(each)) continue;
    if (!each.constant) throw Unknown{};
    for (std::size_t w = 0; w < all.size(); ++w) all[w] |= each.sites[w];
  }
  return all;
}
std::string of_player(const Node& n, Emitter& e) {
  const Program& p = e.program();
  const Node& who = n.kid(0);
  if (who.type != Type::kRole) throw Unknown{};
  const auto kind = static_cast<Role>(who.imm);
  if (kind != Role::kMover && kind != Role::kNext && !(who.imm >= 1 && who.imm <= p.players)) throw Unknown{};
  std::vector<Region> by_owner;
  for (int owner = 0; owner <= p.players + 1; ++owner) {
    by_owner.push_back(union_of_named(p, [&](const NamedRegion& each) {
      return each.owner == owner && (!n.has(1) || each.name.find(n.kid(1).text()) != std::string::npos);
    }));
  }
  return code("$0[$1]", {e.table_of_sets(by_owner), e.role(who.imm)});
}
std::string named(const Node& n, Emitter& e) {
  const Region all = union_of_named(e.program(), [&](const NamedRegion& each) {
    return each.name.find(n.kid(0).text()) != std::string::npos;
  });
  return e.constant_region(all.data());
}
// The set of a table at argument 0.
std::string set_at(const std::vector<Region>& sets, const Node& at, Emitter& e) {
  return code("region_at($0, $1, $2)", {e.table_of_sets(sets), sets.size(), e.integer(at)});
}
template <std::vector<int> Topology::*field>
std::string sites_of_line(const Node& n, Emitter& e) {
  const std::vector<int>& values = e.program().board().*field;
  std::vector<Region> lines;
  for (int wanted = 0; wanted <= *std::max_element(values.begin(), values.end()); ++wanted) {
    Region all = no_sites(e.program());
    for (std::size_t at = 0; at < values.size(); ++at)
      if (values[at] == wanted) set(all.data(), static_cast<int>(at));
    lines.push_back(std::move(all));
  }
  // The line of a site, by the site.
  using codegen::Subject;
  for (const auto& [of, iterator] :
       {std::pair{Subject::kFrom, "it.from"}, std::pair{Subject::kTo, "it.to"}}) {
    const ScopedValue about(e.subject, of);
    const auto numbers = n.kid(0).constant ? std::nullopt : e.number_by_site(n.kid(0));
    if (!numbers) continue;
    std::vector<Region> by_site;
    for (const int line : *numbers)
      by_site.push_back(line >= 0 && line < static_cast<int>(lines.size())
                            ? lines[static_cast<std::size_t>(line)]
                            : no_sites(e.program()));
    return code("region_at($0, $1, $2)", {e.table_of_sets(by_site), by_site.size(), iterator});
  }
  return set_at(lines, n.kid(0), e);
}
std::string start_sites(const Node& n, Emitter& e) {
  std::vector<Region> by_piece;
  for (const auto& sites : e.program().start_sites) {
    Region all = no_sites(e.program());
    for (const int at : sites) set(all.data(), at);
    by_piece.push_back(std::move(all));
  }
  return set_at(by_piece, n.kid(0).kid(0), e);
}
std::string of_numbers(const Node& n, Emitter& e) {
  std::string text = "none()";
  for (const Node* kid : n.kid(0).kids) text = code("with($0, $1)", {text, e.integer(*kid)});
  return text;
}
std::string of_values(const Node& n, Emitter& e) {
  const Node& values = n.kid(0);
  const std::string_view row = values.row != nullptr ? values.row->text : "";
  if (row == "(array {int})") return of_numbers(values, e);
  if (!row.starts_with("(values Remembered")) throw Unknown{};
  const Layout& layout = e.program().layout;
  const auto entry = static_cast<std::size_t>(values.imm * layout.memory_size);
  return code("sites_of_values(s + $0)", {layout.memories + sizeof(std::int16_t) * entry});
}
std::string unite_all(const Node& n, Emitter& e) {
  std::string text = "(none()";
  for (const Node* kid : n.kid(0).kids) text += " | " + e.region(*kid);
  return text + ")";
}
std::string intersect_all(const Node& n, Emitter& e) {
  const auto& kids = n.kid(0).kids;
  if (kids.empty()) throw Unknown{};
  std::string text = "(" + e.region(*kids[0]);
  for (std::size_t k = 1; k < kids.size(); ++k) text += " & " + e.region(*kids[k]);
  return text + ")";
}
std::string choose(const Node& n, Emitter& e) {
  return code("($0 ? $1 : $2)",
              {e.boolean(n.kid(0)), e.region(n.kid(1)), n.has(2) ? e.region(n.kid(2)) : "none()"});
}

const Row kRows[] = {
    {"(sites)", Type::kRegion,
     +[](const Node&, Eval& e, std::uint64_t* out) {
       if (e.region == nullptr) {
         clear(out, e.layout.words);
       } else {
         copy_words(e.region, out, e.layout.words);
       }
     }},
    {"(sites {string})", Type::kRegion, constant_region, resolve_labels},
    {"(sites {int})", Type::kRegion, of_numbers, resolve_numbers, {.expression = of_numbers}},
    {"(sites ints)", Type::kRegion, of_values, nullptr, {.expression = of_values}},
    {"(sites string)", Type::kRegion, named, resolve_named, {.expression = named}},
    {"(sites role|int [string])", Type::kRegion, of_player, resolve_named, {.expression = of_player}},
    {"(sites playerof [string])", Type::kRegion, of_player, resolve_named},
    {"(sites Board [sitetype])", Type::kRegion, constant_region, resolve_board},
    {"(sites Top [sitetype])", Type::kRegion, constant_region, resolve_part<&Topology::top, false>},
    {"(sites Bottom [sitetype])", Type::kRegion, constant_region, resolve_part<&Topology::bottom, false>},
    {"(sites Left [sitetype])", Type::kRegion, constant_region, resolve_part<&Topology::left, false>},
    {"(sites Right [sitetype])", Type::kRegion, constant_region, resolve_part<&Topology::right, false>},
    {"(sites Centre [sitetype])", Type::kRegion, constant_region, resolve_part<&Topology::centre, false>},
    {"(sites Corners [sitetype])", Type::kRegion, constant_region, resolve_part<&Topology::corners, true>},
    {"(sites Outer [sitetype])", Type::kRegion, constant_region, resolve_part<&Topology::outer, false>},
    {"(sites Perimeter [sitetype])", Type::kRegion, constant_region, resolve_part<&Topology::outer, false>},
    {"(sites Inner [sitetype])", Type::kRegion, constant_region, resolve_part<&Topology::inner, false>},
    {"(sites Side [sitetype] absolute)", Type::kRegion, constant_region, resolve_side},
    {"(sites Row int)",
     Type::kRegion,
     line_of<&Topology::row>,
     resolve_line<&Topology::row>,
     {.expression = sites_of_line<&Topology::row>}},
    {"(sites Column int)",
     Type::kRegion,
     line_of<&Topology::column>,
     resolve_line<&Topology::column>,
     {.expression = sites_of_line<&Topology::column>}},
    {"(sites Phase int)", Type::kRegion, line_of<&Topology::phase>, resolve_line<&Topology::phase>},
    {"(sites State int)",
     Type::kRegion,
     with_state,
     +[](Node&, Compiler& c) { c.needs_state(); },
     {"sites_with_state(s, $0)"}},
    {"(sites Empty [sitetype])", Type::kRegion, empty_sites, site_type_at<0>, {"empty_sites<$t>(s)"}},
    {"(sites Incident sitetype of:sitetype at:int)", Type::kRegion, incident, resolve_incident},
    {"(sites Start piece)",
     Type::kRegion,
     start_sites,
     +[](Node& n, Compiler&) {
       if (n.kid(0).kid(0).type != Type::kInt)
         Compiler::fail(n, "'sites Start' is implemented for the number of a piece, not for its name");
     },
     {.expression = start_sites}},
    {"(sites Pending)", Type::kRegion, pending_sites, nullptr, {"pending(s)"}},
    {"(sites Playable)", Type::kRegion, playable},
    {"(sites ToClear)",
     Type::kRegion,
     to_clear,
     +[](Node&, Compiler& c) { c.needs_to_clear(); },
     {"load(s + kToClearAt)"}},
    {"(sites Random region [num:int])", Type::kRegion,
     // Those that chance has chosen so far.
     +[](const Node&, Eval& e, std::uint64_t* out) {
       clear(out, e.layout.words);
       const More& m = e.more();
       for (int k = 0; k < m.drawn; ++k) set(out, m.draws[k]);
     },
     +[](Node& n, Compiler& c) {
       c.program().random_start = true;
       if (n.has(1) && (!n.kid(1).constant || n.kid(1).imm < 1 || n.kid(1).imm > kMaxDraws))
         Compiler::fail(n, "expected 1 to " + std::to_string(kMaxDraws) + " sites");
     }},
    {"(sites LastTo)",
     Type::kRegion,
     +[](const Node&, Eval& e, std::uint64_t* out) {
       clear(out, e.layout.words);
       if (e.head().last_to >= 0) set(out, e.head().last_to);
     },
     nullptr,
     {"with(none(), head(s).last_to)"}},
    {"(sites Group at:int [directions] [if:bool])", Type::kRegion, group_at},
    {"(sites From moves)", Type::kRegion, of_moves<false>},
    {"(sites To moves)", Type::kRegion, of_moves<true>},
    {"(union region region)", Type::kRegion, unite, nullptr, {"($0 | $1)"}, true},
    {"(union {region})", Type::kRegion, unite_all, nullptr, {.expression = unite_all}},
    {"(intersection region region)", Type::kRegion, intersect, nullptr, {"($0 & $1)"}, true},
    {"(intersection {region})", Type::kRegion, intersect_all, nullptr, {.expression = intersect_all}},
    {"(difference region region)", Type::kRegion, subtract, nullptr, {"minus($0, $1)"}, true},
    {"(difference region int)", Type::kRegion, subtract_site, nullptr, {"without($0, $1)"}, true},
    {"(forEach region if:bool)",
     Type::kRegion,
     filter,
     nullptr,
     {"filter($0, it, [&](Iterators& it) { return $1; })"}},
    {"(if bool region [region])", Type::kRegion, choose, nullptr, {.expression = choose}},
};

}  // namespace

std::span<const Row> region_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
