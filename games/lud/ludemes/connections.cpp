// Connections of regions by groups of pieces, and loops.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "games/lud/codegen/additions.hpp"
#include "games/lud/interpreter/pieces.hpp"
#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/tables.hpp"

namespace ludex::games::lud {

namespace {

// True if the group at a site touches so many of the given regions; < 0: all.
template <class Regions>
bool touches(Eval& e, int at, const Directions& directions, int wanted, Regions&& for_each_region) {
  const int type = e.own();
  if (at < 0 || at >= e.program.board_sites) return false;
  const int owner = e.who_at(type, at);
  const auto touch_enough = [&](const std::uint64_t* sites) {
    int count = 0;
    int all = 0;
    for_each_region([&](const std::uint64_t* region) {
      ++all;
      std::uint64_t both = 0;
      for (int w = 0; w < e.layout.words; ++w) both |= region[w] & sites[w];
      if (both != 0) ++count;
    });
    return all != 0 && count >= (wanted < 0 ? all : wanted);
  };
  const Words group(e);
  if (owner >= 1 && e.owns(owner) && !e.layout.has_unowned) {
    const Words members(e);
    std::copy(e.sites_of_owner(type, owner), e.sites_of_owner(type, owner) + e.layout.words, members.get());
    if (!touch_enough(members)) return false;
    flood_members(e, at, directions, members, group);
  } else {
    flood(e, type, at, directions, group,
          [&](int next) { return e.what_at(type, next) != 0 && e.who_at(type, next) == owner; });
  }
  return touch_enough(group);
}

// (is Connected [n] [directions] [at:site] {regions})
bool connected_regions(const Node& n, Eval& e) {
  const int at = n.integer_or(2, e, e.head().last_to);
  return touches(e, at, directions_of(n, 1, e, at), n.integer_or(0, e, -1), [&](auto&& f) {
    const Words region(e);
    for (const Node* each : n.kid(3).kids) {
      each->fn.as_region(*each, e, region);
      f(region.get());
    }
  });
}
// (is Connected [n] [directions] [at:site] role): all regions of that player.
bool connected_role(const Node& n, Eval& e) {
  const int at = n.integer_or(2, e, e.head().last_to);
  const int owner = n.integer(3, e);
  if (at < 0 || at >= e.program.board_sites || e.who_at(e.own(), at) != owner) return false;
  return touches(e, at, directions_of(n, 1, e, at), n.integer_or(0, e, -1), [&](auto&& f) {
    const Words region(e);
    for (const NamedRegion& named : e.program.regions) {
      if (named.owner != owner) continue;
      for (const Node* each : named.nodes) {
        each->fn.as_region(*each, e, region);
        f(region.get());
      }
    }
  });
}
// (is Blocked [directions] role): that player can no longer connect all his regions, whatever he adds.
bool is_blocked(const Node& n, Eval& e) {
  const int owner = n.integer(1, e);
  const Directions directions = directions_of(n, 0, e);
  const Words region(e);
  const Words group(e);
  const OfOwner his(e, owner);
  const auto free = [&](int at) { return e.is_empty(e.own(), at) || his.has(at); };
  const auto touches_all = [&] {
    for (const NamedRegion& named : e.program.regions) {
      for (const Node* each : named.nodes) {
        if (named.owner != owner) continue;
        each->fn.as_region(*each, e, region);
        bool any = false;
        for (int w = 0; w < e.layout.words; ++w) any = any || (region.get()[w] & group.get()[w]) != 0;
        if (!any) return false;
      }
    }
    return true;
  };
  for (int at = 0; at < e.program.board_sites; ++at) {
    if (!free(at)) continue;
    flood(e, e.own(), at, directions, group, free);
    if (touches_all()) return false;
  }
  return true;
}
// (is Connected n 'Sides'|'Corners'|'SidesNoCorners')
bool connected_parts(const Node& n, Eval& e) {
  const auto& parts = *static_cast<const std::vector<int>*>(n.table);
  return touches(e, n.integer_or(2, e, e.head().last_to), directions_of(n, 1, e), n.integer_or(0, e, -1),
                 [&](auto&& f) {
                   for (const int part : parts)
                     f(e.program.constants[static_cast<std::size_t>(part)]->data());
                 });
}
// The numbers of the constants that are the sets of sites of the parts.
void resolve_parts(Node& n, Compiler& c) {
  const Topology& board = c.board();
  if (!board.sides_known) Compiler::fail(n, "the sides of a board of this shape are not implemented");
  std::vector<int> parts;
  const auto add = [&](const std::vector<int>& sites, bool corners) {
    auto part = std::make_unique<Region>(static_cast<std::size_t>(c.program().layout.words), 0);
    for (const int at : sites) set(part->data(), at);
    for (const int corner : board.corners)
      if (!corners) reset(part->data(), corner);
    parts.push_back(static_cast<int>(c.program().constants.size()));
    c.program().constants.push_back(std::move(part));
  };
  if (n.kid(3).imm == 1) {
    for (const int corner : board.corners) add({corner}, true);
  } else {
    for (const auto& side : board.side_runs) add(side, n.kid(3).imm != 2);
  }
  n.table = c.table(std::move(parts));
}
// (is Loop [surround:role]): the last piece closes a ring of its owner's pieces around at least one site.
bool is_loop(const Node& n, Eval& e) {
  const int type = e.own();
  const int at = e.head().last_to;
  const Topology& board = e.program.board();
  if (at < 0 || at >= board.size()) return false;
  const int owner = e.who_at(type, at);
  const OfOwner his(e, owner);
  const auto is_own = [&](int s) { return his.has(s); };
  const auto& near = board.steps(static_cast<int>(Absolute::kAdjacent), at);
  if (std::count_if(near.begin(), near.end(), is_own) < 2) return false;
  const Directions adjacent = all_adjacent(e);
  const Words border(e);
  clear(border, e.layout.words);
  for (const int s : board.outer) set(border, s);
  const Words area(e);
  // Sites next to the piece that are not its owner's, and from which the border cannot be reached.
  bool found = false;
  if (n.has(0)) {
    // Pieces of that player, all of whose neighbours are the owner's.
    const int role = n.integer(0, e);
    for (const int start : near) {
      if (found || e.who_at(type, start) != role || e.what_at(type, start) == 0) continue;
      flood(e, type, start, adjacent, area,
            [&](int next) { return e.what_at(type, next) != 0 && e.who_at(type, next) == role; });
      bool closed = true;
      for_each_site(area.get(), e.layout.words, [&](int s) {
        closed = closed && !test(border, s);
        for (const int next : board.steps(static_cast<int>(Absolute::kAdjacent), s))
          closed = closed && (test(area, next) || is_own(next));
      });
      found = closed;
    }
    return found;
  }
  const Words reached(e);
  clear(reached, e.layout.words);
  for (const int start : near) {
    if (found || is_own(start) || test(reached, start)) continue;
    bool outside = test(border, start);
    flood(e, type, start, adjacent, area, [&](int next) {
      if (outside || is_own(next)) return false;
      outside = test(border, next);
      return true;
    });
    found = !outside;
    for (int w = 0; w < e.layout.words; ++w) reached.get()[w] |= area.get()[w];
  }
  if (found) return found;
  // A ring around a piece of the same owner: one with only such neighbours, not on the border.
  const auto filled = [&](int s) {
    const auto& around = board.steps(static_cast<int>(Absolute::kAdjacent), s);
    return !test(border, s) && is_own(s) && std::all_of(around.begin(), around.end(), is_own);
  };
  return filled(at) || std::any_of(near.begin(), near.end(), filled);
}

// Generated code.

// The regions of an (is Connected ...), of which some number must be touched by a group.
struct TouchedRegions {
  std::vector<std::string> list;
  std::vector<Region> sets{};  // if all are constant, else fewer

  void add(const Node& region, Emitter& e) {
    list.push_back(e.region(region));
    if (region.constant) sets.push_back(*static_cast<const Region*>(region.table));
  }
  void add(Region region, Emitter& e) {
    list.push_back(e.constant_region(region.data()));
    sets.push_back(std::move(region));
  }
};

TouchedRegions regions_of_owner(int owner, Emitter& e) {
  TouchedRegions regions;
  for (const NamedRegion& named : e.program().regions) {
    if (named.owner != owner) continue;
    for (const Node* each : named.nodes) regions.add(*each, e);
  }
  return regions;
}
TouchedRegions regions_given(const Node& n, Emitter& e) {
  TouchedRegions regions;
  for (const Node* each : codegen::one_or_more(n.kid(3))) regions.add(*each, e);
  return regions;
}
TouchedRegions parts_of_board(const Node& n, Emitter& e) {
  const Topology& board = e.program().board();
  TouchedRegions regions;
  const auto add = [&](const std::vector<int>& sites, bool corners) {
    Region part = no_sites(e.program());
    for (const int at : sites) set(part.data(), at);
    if (!corners)
      for (const int at : board.corners) reset(part.data(), at);
    regions.add(std::move(part), e);
  };
  if (n.kid(3).imm == 1) {
    for (const int corner : board.corners) add({corner}, true);
  } else {
    for (const auto& side : board.side_runs) add(side, n.kid(3).imm != 2);
  }
  return regions;
}

int wanted_regions(const Node& n, const TouchedRegions& regions) {
  if (n.has(0) && !n.kid(0).constant) throw Unknown{};
  return n.has(0) ? n.kid(0).imm : static_cast<int>(regions.list.size());
}
// The bits of regions whose groups playouts keep; 0: they do not.
std::uint32_t kept_regions(const Node& n, const TouchedRegions& regions, Emitter& e) {
  codegen::PlayoutData* const data = e.playout_data();
  if (data == nullptr || n.has(2) || regions.list.empty() || regions.sets.size() != regions.list.size())
    return 0;
  const KnownDirections directions = e.directions(n, 1, Absolute::kAdjacent);
  if (directions.by_piece() || directions.mask != 1U << static_cast<int>(Absolute::kAdjacent)) return 0;
  return data->keep_regions(e.adjacency(directions), regions.sets);
}

// The group at a site touches as many of the regions as are wanted.
std::string connected(const Node& n, const TouchedRegions& regions, const char* owner, Emitter& e) {
  const int wanted = wanted_regions(n, regions);
  int width = 0;
  const std::string steps = e.steps(e.own(), e.directions(n, 1, Absolute::kAdjacent), width);
  const std::string at = e.integer_or(n, 2, "(int)head(s).last_to");
  if (regions.list.empty()) return "false";
  std::string count;
  for (const std::string& each : regions.list) count += code("overlap(group, $0) + ", {each});
  count += "0";
  const std::string text =
      code("connected(s, $0, $1, $2, $3, [&](const SiteSet& group) { return $4 >= $5; })",
           {at, owner, steps, width, count, wanted});
  const std::uint32_t bits = kept_regions(n, regions, e);
  if (bits == 0) return text;
  return code("(it.workspace->tracked ? linked(s, it.workspace, $0, $1U, $2) : $3)",
              {owner, std::size_t{bits}, wanted, text});
}
std::string connected_regions(const Node& n, Emitter& e) {
  return connected(n, regions_given(n, e), "-1", e);
}
std::string connected_role(const Node& n, Emitter& e) {
  const Program& p = e.program();
  const int who = n.kid(3).imm;
  const auto kind = static_cast<Role>(who);
  if (kind != Role::kMover && kind != Role::kNext && !(who >= 1 && who <= p.players)) throw Unknown{};
  std::string text = code("($0 == 0 ? false", {e.role(who)});
  for (int q = 1; q <= p.players; ++q)
    text += code(" : $0 == $1 ? $2",
                 {e.role(who), q, connected(n, regions_of_owner(q, e), std::to_string(q).c_str(), e)});
  return text + " : false)";
}
std::string connected_parts(const Node& n, Emitter& e) {
  return connected(n, parts_of_board(n, e), "-1", e);
}

// The same after an addition: the group there touches the regions.
std::string connected_after_addition(const Node& n, const TouchedRegions& regions, Emitter& e,
                                     const codegen::Additions& additions) {
  const std::uint32_t bits = kept_regions(n, regions, e);
  if (bits == 0) throw Unknown{};
  if (!additions.of_playout) return "true";
  return code("enough(kept.regions & $0U, $1)", {std::size_t{bits}, wanted_regions(n, regions)});
}
std::string regions_after_addition(const Node& n, Emitter& e, codegen::Additions& additions) {
  return connected_after_addition(n, regions_given(n, e), e, additions);
}
std::string role_after_addition(const Node& n, Emitter& e, codegen::Additions& additions) {
  const int who = n.kid(3).imm;
  if (static_cast<Role>(who) != Role::kMover) throw Unknown{};
  std::string text = "(";
  for (int q = 1; q <= e.program().players; ++q)
    text +=
        code("mover == $0 ? $1 : ", {q, connected_after_addition(n, regions_of_owner(q, e), e, additions)});
  return text + "false)";
}
std::string parts_after_addition(const Node& n, Emitter& e, codegen::Additions& additions) {
  return connected_after_addition(n, parts_of_board(n, e), e, additions);
}
std::string is_loop(const Node& n, Emitter& e) {
  if (n.has(0)) throw Unknown{};
  Region outer = no_sites(e.program());
  for (const int at : e.program().board().outer) set(outer.data(), at);
  const std::string near = e.adjacency({1U << static_cast<int>(Absolute::kAdjacent)});
  return code("is_loop(s, $0, $1)", {near, e.constant_region(outer.data())});
}
// The pieces of a loop have two neighbours in it.
std::string loop_after_addition(const Node& n, Emitter& e, codegen::Additions&) {
  if (n.has(0)) throw Unknown{};
  return code("population($0[at] & own) >= 2", {e.adjacency({1U << static_cast<int>(Absolute::kAdjacent)})});
}

const Row kRows[] = {
    {"(is Connected [int] [directions] [at:int] {region})",
     Type::kBool,
     connected_regions,
     nullptr,
     {.expression = connected_regions, .added = regions_after_addition}},
    {"(is Connected [int] [directions] [at:int] role)",
     Type::kBool,
     connected_role,
     nullptr,
     {.expression = connected_role, .added = role_after_addition}},
    {"(is Connected [int] [directions] [at:int] 'Sides'|'Corners'|'SidesNoCorners')",
     Type::kBool,
     connected_parts,
     resolve_parts,
     {.expression = connected_parts, .added = parts_after_addition}},
    {"(is Loop [surround:role])",
     Type::kBool,
     is_loop,
     nullptr,
     {.expression = is_loop, .added = loop_after_addition}},
    {"(is Blocked [directions] role)", Type::kBool, is_blocked},
};

}  // namespace

std::span<const Row> connection_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
