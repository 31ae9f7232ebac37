// Conditions on patterns of pieces: connections, loops, threats.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "games/lud/codegen/additions.hpp"
#include "games/lud/interpreter/pieces.hpp"
#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/tables.hpp"

namespace ludex::games::lud {

namespace {

// The letters of a walk: F, R, L.
enum : int { kForwardLetter, kRightLetter };

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
  const Region& parts = *static_cast<const Region*>(n.table);
  return touches(e, n.integer_or(2, e, e.head().last_to), directions_of(n, 1, e), n.integer_or(0, e, -1),
                 [&](auto&& f) {
                   for (std::size_t k = 0; k < parts.size(); k += static_cast<std::size_t>(n.aux))
                     f(parts.data() + k);
                 });
}
// The sets of sites of the parts, one after the other. The layout may still become smaller.
void resolve_parts(Node& n, Compiler& c) {
  const Topology& board = c.board();
  if (!board.sides_known) Compiler::fail(n, "the sides of a board of this shape are not implemented");
  const auto words = static_cast<std::size_t>(c.program().layout.words);
  n.aux = c.program().layout.words;
  auto parts = std::make_unique<Region>();
  const auto add = [&](const std::vector<int>& sites, bool corners) {
    parts->resize(parts->size() + words);
    std::uint64_t* const part = parts->data() + parts->size() - words;
    for (const int at : sites) set(part, at);
    for (const int corner : board.corners)
      if (!corners) reset(part, corner);
  };
  if (n.kid(3).imm == 1) {
    for (const int corner : board.corners) add({corner}, true);
  } else {
    for (const auto& side : board.side_runs) add(side, n.kid(3).imm != 2);
  }
  n.table = parts.get();
  c.program().constants.push_back(std::move(parts));
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

// True if one of the moves from `begin` on takes the piece of a site: it ends there, or that piece is the
// first that it captures. The others that it captures do not count.
bool one_takes(const Eval& e, std::size_t begin, int at) {
  for (std::size_t i = begin; i < e.workspace.moves.size(); ++i) {
    const ListedMove& move = e.workspace.moves[i];
    if (move.to == at) return true;
    for (std::uint32_t a = 0; a < move.count; ++a) {
      const Action& action = e.workspace.actions[move.first + a];
      if (action.kind != ActionKind::kRemove) continue;
      if (action.site == at) return true;
      break;
    }
  }
  return false;
}
// (is Threatened [piece] [at:site]): an enemy could capture it.
bool found_attacked(Eval& e, int at, int piece, int owner) {
  const int type = e.own();
  const Copy copy(e);
  Eval other(e, copy.get());
  if (other.what_at(type, at) != piece) other.set_cell(type, at, piece, 1, 0, 0, 0);
  for (int enemy = 1; enemy <= e.program.players; ++enemy) {
    if (enemy == owner) continue;
    Head& h = other.head();
    h.mover = static_cast<std::int8_t>(enemy);
    h.next = static_cast<std::int8_t>(enemy % e.program.players + 1);
    h.prev = static_cast<std::int8_t>((enemy + e.program.players - 2) % e.program.players + 1);
    if (e.program.threats_by_play) {
      const std::size_t begin = other.mark();
      other.moves_of(enemy);
      const auto& moves = other.workspace.moves;
      const bool hit = std::any_of(moves.begin() + static_cast<std::ptrdiff_t>(begin), moves.end(),
                                   [&](const ListedMove& move) { return move.to == at; });
      other.truncate(begin);
      if (hit) return true;
      continue;
    }
    bool hit = false;
    other.listing = other.new_listing();
    for_each_site(other.owned(type, enemy), e.layout.words, [&](int from) {
      if (from >= e.program.board_sites) return true;
      const Component& component = e.program.components[static_cast<std::size_t>(other.what_at(type, from))];
      if (component.moves == nullptr) return true;
      other.from = other.to = from;
      const std::size_t begin = other.mark();
      other.list(*component.moves);
      hit = one_takes(other, begin, at);
      other.truncate(begin);
      return !hit;
    });
    if (hit) return true;
  }
  return false;
}
bool attacked(Eval& e, int at, int piece, int owner) {
  if (e.too_far()) return false;
  ++e.workspace.threats;
  const bool hit = found_attacked(e, at, piece, owner);
  --e.workspace.threats;
  return hit;
}
// True if one of the moves of node `said` ends at a site, or captures there first.
bool attacked_by(const Node& said, Eval& e, int at, int piece) {
  if (e.too_far()) return false;
  const ScopedValue threats(e.workspace.threats, e.workspace.threats + 1);
  const Copy copy(e);
  Eval other(e, copy.get());
  other.existence_only = 0;
  if (other.what_at(e.own(), at) != piece) other.set_cell(e.own(), at, piece, 1, 0, 0, 0);
  const std::size_t begin = other.mark();
  other.list(said);
  const bool hit = one_takes(other, begin, at);
  other.truncate(begin);
  return hit;
}
bool threatened(const Node& n, Eval& e) {
  const int piece = n.integer(0, e);
  // Moves that threaten are evaluated as if nothing threatened their piece.
  if (!e.is_piece(piece) || e.workspace.threats != 0) return false;
  const int owner = e.who_of(piece);
  if (n.has(1)) {
    const int at = n.integer(1, e);
    if (at < 0 || at >= e.program.board_sites) return false;
    return n.has(2) ? attacked_by(n.kid(2), e, at, piece) : attacked(e, at, piece, owner);
  }
  const Words sites(e);
  std::memcpy(sites, e.owned(e.own(), owner),
              sizeof(std::uint64_t) * static_cast<std::size_t>(e.layout.words));
  bool found = false;
  for_each_site(sites.get(), e.layout.words, [&](int at) {
    if (at < e.program.board_sites && e.what_at(e.own(), at) == piece)
      found = n.has(2) ? attacked_by(n.kid(2), e, at, piece) : attacked(e, at, piece, owner);
    return !found;
  });
  return found;
}

// True if a walk from a site, facing one of the board's orthogonal directions, meets the wanted pieces: f(k,
// site) tests the site after k steps.
template <class F>
bool walk_fits(const Topology& board, const Node& walk, int site, int facing, F&& f) {
  const auto& ways = board.supported(static_cast<int>(Absolute::kOrthogonal));
  const int turn = static_cast<int>(ways.size());
  int steps = 0;
  if (!f(steps, site)) return false;
  for (const Node* letter : walk.kids) {
    if (letter->imm == kForwardLetter) {
      const auto& next = board.steps(ways[static_cast<std::size_t>(facing)], site);
      if (next.empty() || !f(++steps, next.front())) return false;
      site = next.front();
    } else {
      facing = (facing + (letter->imm == kRightLetter ? 1 : turn - 1)) % turn;
    }
  }
  return true;
}

// (is Pattern {walk} [whats:{pieces}]): from the last site moved to. The wanted pieces repeat in order; by
// default it is the piece there.
bool is_pattern(const Node& n, Eval& e) {
  const int type = e.own();
  const Topology& board = e.program.board();
  const int start = e.head().last_to;
  if (start < 0 || start >= board.size()) return false;
  const int piece = e.what_at(type, start);
  const std::vector<Node*>* const wanted = n.has(1) && !n.kid(1).kids.empty() ? &n.kid(1).kids : nullptr;
  if (wanted == nullptr && piece == 0) return false;
  const auto fits = [&](int step, int site) {
    if (wanted == nullptr) return e.what_at(type, site) == piece;
    const Node& each = *(*wanted)[static_cast<std::size_t>(step) % wanted->size()];
    return e.what_at(type, site) == each.fn.as_int(each, e);
  };
  const int facings = static_cast<int>(board.supported(static_cast<int>(Absolute::kOrthogonal)).size());
  for (int facing = 0; facing < facings; ++facing)
    if (walk_fits(board, n.kid(0), start, facing, fits)) return true;
  return false;
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
std::string connected_after_addition(const Node& n, const TouchedRegions& regions, Emitter& e) {
  const std::uint32_t bits = kept_regions(n, regions, e);
  if (bits == 0) throw Unknown{};
  return code("enough(kept.regions & $0U, $1)", {std::size_t{bits}, wanted_regions(n, regions)});
}
std::string regions_after_addition(const Node& n, Emitter& e, codegen::Additions&) {
  return connected_after_addition(n, regions_given(n, e), e);
}
std::string role_after_addition(const Node& n, Emitter& e, codegen::Additions&) {
  const int who = n.kid(3).imm;
  if (static_cast<Role>(who) != Role::kMover) throw Unknown{};
  std::string text = "(";
  for (int q = 1; q <= e.program().players; ++q)
    text += code("mover == $0 ? $1 : ", {q, connected_after_addition(n, regions_of_owner(q, e), e)});
  return text + "false)";
}
std::string parts_after_addition(const Node& n, Emitter& e, codegen::Additions&) {
  return connected_after_addition(n, parts_of_board(n, e), e);
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

// The sites where moves of each piece may end or capture, from every site: a table by piece and site.
std::string table_of_reach(Emitter& e) {
  const Program& p = e.program();
  std::vector<Region> all(static_cast<std::size_t>(p.board_sites), no_sites(p));  // of no piece
  for (std::size_t c = 1; c < p.components.size(); ++c) {
    const ScopedValue component(e.component, static_cast<int>(c));
    const Node* const moves = p.components[c].moves;
    std::vector<Region> reach(static_cast<std::size_t>(p.board_sites), no_sites(p));
    if (moves != nullptr && !add_reach(*moves, e, reach))
      for (Region& each : reach) std::fill(each.begin(), each.end(), ~std::uint64_t{0});
    all.insert(all.end(), reach.begin(), reach.end());
  }
  return e.table_of_sets(all);
}
// Attacks of pieces as tables by piece and site; nothing if they are not known of every piece.
std::optional<std::string> tables_of_attacks(Emitter& e) {
  const Program& p = e.program();
  const auto sites = static_cast<std::size_t>(p.board_sites);
  if (p.layout.words > 2) return std::nullopt;  // tables of pairs of sites
  codegen::Attacks::Sets between(sites * sites, no_sites(p));
  std::vector<Region> steps(sites, no_sites(p)), slides(sites, no_sites(p));  // of no piece
  std::vector<Region> near((static_cast<std::size_t>(p.players) + 1) * sites, no_sites(p));
  for (std::size_t c = 1; c < p.components.size(); ++c) {
    const Component& piece = p.components[c];
    if (piece.owner < 1 || piece.owner > p.players) return std::nullopt;
    const ScopedValue component(e.component, static_cast<int>(c));
    codegen::Attacks attacks(p);
    attacks.between = &between;
    try {
      if (piece.moves != nullptr) add_attacks(*piece.moves, e, attacks);
    } catch (const Unknown&) {
      return std::nullopt;
    }
    if (!attacks.is_exact()) return std::nullopt;
    // By the site that is attacked: the sites from where.
    for (std::size_t at = 0; at < sites; ++at) {
      for (auto* const table : {&steps, &slides}) {
        Region& from_where = table->emplace_back(no_sites(p));
        for (std::size_t from = 0; from < sites; ++from) {
          if (!test((table == &steps ? attacks.steps : attacks.slides)[from].data(), static_cast<int>(at)))
            continue;
          set(from_where.data(), static_cast<int>(from));
          set(near[static_cast<std::size_t>(piece.owner) * sites + at].data(), static_cast<int>(from));
        }
      }
    }
  }
  for (std::size_t from = 0; from < sites; ++from)
    for (std::size_t to = 0; to < sites; ++to)
      between[from * sites + to][from / 64] &= ~(std::uint64_t{1} << (from % 64));
  return e.table("AttackTables", "",
                 code("{$0, $1, $2, $3}", {e.table_of_sets(near), e.table_of_sets(steps),
                                           e.table_of_sets(slides), e.table_of_sets(between)}));
}

// (is Threatened piece [at]): an enemy's move ends there, or captures it.
std::string threatened(const Node& n, Emitter& e) {
  if (n.has(2)) throw Unknown{};
  const Program& p = e.program();
  if (p.nested_threats || p.threats_by_play || p.teams || p.layout.has_stacks || !p.dice.empty())
    throw Unknown{};
  if (const auto attacks = tables_of_attacks(e)) {
    e.fired("attacks as sets");
    const std::string threatened_piece = e.integer(n.kid(0));
    if (!n.has(1)) return code("threatened(s, $0, $1)", {threatened_piece, *attacks});
    return code("threatened_at(s, $0, $1, $2)", {threatened_piece, e.integer(n.kid(1)), *attacks});
  }
  const ScopedValue around(e.thens, {});
  std::string cases;
  for (std::size_t c = 1; c < p.components.size(); ++c) {
    const Component& each = p.components[c];
    if (each.owner < 1 || each.owner > p.players || each.moves == nullptr) continue;
    const ScopedValue component(e.component, static_cast<int>(c));
    CodeWriter body;
    e.known_moves(*each.moves, body);
    if (body.text().find("push_interpreted") != std::string::npos) throw Unknown{};
    const std::string name = e.function("of_piece", "inline void", codegen::function_of_moves(body.text()));
    cases += code("case $0: $1(s, it); break;\n", {c, name});
  }
  CodeWriter choice;
  {
    const auto function = choice.block("(u8* s, Iterators it, int piece)");
    const auto by_piece = choice.block("switch (piece)");
    choice.add(cases);
    choice.line("default: break;");
  }
  const std::string moves_of_piece = e.function("moves_of_piece", "void", choice.text());
  const std::string piece = e.integer(n.kid(0));
  const std::string reach = table_of_reach(e);
  if (!n.has(1)) return code("threatened(s, it, $0, $1, $2)", {piece, reach, moves_of_piece});
  return code("threatened_at(s, it, $0, $1, $2, $3)", {piece, e.integer(n.kid(1)), reach, moves_of_piece});
}

}  // namespace

std::optional<std::string> known_safety(const Node& condition, Emitter& e) {
  const auto is_row = [](const Node& n, std::string_view text) {
    return n.row != nullptr && n.row->text == text;
  };
  if (!is_row(condition, "(not bool)")) return std::nullopt;
  const Node& threat = condition.kid(0);
  if (threat.kids.empty()) return std::nullopt;
  const Program& p = e.program();
  if (!is_row(threat, "(is Threatened int [at:int] [moves])") || threat.has(1) || threat.has(2) ||
      p.nested_threats || p.threats_by_play)
    return std::nullopt;
  // The piece must be known before the move: one of the mover, or of the next player if the move leaves him.
  const Node& piece = threat.kid(0);
  if (!is_row(piece, "(id string [role])") || !piece.has(1) || piece.kid(1).row != nullptr ||
      piece.kid(1).type != Type::kRole)
    return std::nullopt;
  const int role = piece.kid(1).imm;
  const bool reads_next = role == static_cast<int>(Role::kNext);
  if (!reads_next && role != static_cast<int>(Role::kMover) && (role < 1 || role > p.players))
    return std::nullopt;
  const auto attacks = tables_of_attacks(e);
  if (!attacks) return std::nullopt;
  e.fired("safety after a move by sets");
  return code(
      "const int hit = $0hit_after(s, m, $1, $2, kBesides, kTakenPlainly, $3);\nif (hit >= 0) return hit == 0;",
      {reads_next ? "head(s).next == head(s).mover ? -1 : " : "", e.integer(piece), reads_next ? 2 : 1,
       *attacks});
}

namespace {

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
    {"(is Threatened int [at:int] [moves])",
     Type::kBool,
     threatened,
     +[](Node& n, Compiler& c) {
       if (n.has(2))
         c.asks_with_moves(n);
       else
         c.needs_threats();
     },
     {.expression = threatened}},
    {"(is Pattern {'F'|'R'|'L'} [whats:{int}])", Type::kBool, is_pattern},
};

}  // namespace

std::span<const Row> pattern_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
