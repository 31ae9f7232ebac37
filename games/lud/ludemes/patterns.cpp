// Conditions on patterns of pieces: lines, connections, loops, threats.
#include <algorithm>
#include <cmath>

#include "games/lud/ludemes/tables.hpp"

namespace ludex::games::lud {

namespace {

namespace line_arg {
enum : std::size_t { kLength, kDirections, kThrough, kThroughAny, kWho, kWhat, kExact, kIf, kContiguous };
}

// The letters of a walk: F, R, L.
enum : int { kForwardLetter, kRightLetter };

// True if a piece is in {int}.
bool one_of(const Node& list, int piece, Eval& e) {
  return std::any_of(list.kids.begin(), list.kids.end(),
                     [&](const Node* each) { return each->fn.as_int(*each, e) == piece; });
}

// True if a line of that many pieces passes through a site.
bool line_through(const Node& n, Eval& e, int pivot) {
  const int type = e.own();
  const Topology& board = e.p.board();
  if (pivot < 0 || pivot >= board.size()) return false;
  const int length = n.i(line_arg::kLength, e);
  const bool exact = n.has(line_arg::kExact) && n.b(line_arg::kExact, e);
  const bool any_of = n.has(line_arg::kWho) && n.kid(line_arg::kWho).type == Type::kArray;
  const int owner = n.has(line_arg::kWho) && !any_of ? n.i(line_arg::kWho, e) : -1;
  const int piece = n.has(line_arg::kWhat) ? n.i(line_arg::kWhat, e) : e.what_at(type, pivot);
  const ScopedValue to(e.to);
  const auto belongs = [&](int at) {
    const int what = e.what_at(type, at);
    if (any_of ? !one_of(n.kid(line_arg::kWho), what, e)
               : what == 0 || (owner >= 0 ? e.who_of(what) != owner : what != piece))
      return false;
    if (!n.has(line_arg::kIf)) return true;
    e.to = at;
    return n.b(line_arg::kIf, e);
  };
  if (!belongs(pivot)) return false;
  const bool gaps = n.kids.size() > line_arg::kContiguous && !n.b(line_arg::kContiguous, e);
  const auto run = [&](const Radial& radial) {
    int k = 0;
    if (gaps) {
      return static_cast<int>(std::count_if(radial.sites, radial.sites + radial.size, belongs));
    }
    while (k < radial.size && (exact || k < length) && belongs(radial.sites[k])) ++k;
    return k;
  };
  bool found = false;
  const std::uint32_t directions = directions_of(n, line_arg::kDirections, e, Absolute::kAdjacent, pivot);
  for (std::uint32_t rest = directions; rest != 0 && !found; rest &= rest - 1) {
    const int kind = __builtin_ctz(rest);
    for (const Radial& radial : board.radials(kind, pivot)) {
      const Radial* const back = radial.opposite;
      // Counts each line once: its continuation is in the same list.
      if (kind >= kConcrete && back != nullptr && back < &radial && back->opposite == &radial) continue;
      const int total = 1 + run(radial) + (back == nullptr ? 0 : run(*back));
      found = exact ? total == length : total >= length;
      if (found) break;
    }
  }
  return found;
}

bool is_line(const Node& n, Eval& e) {
  if (n.has(line_arg::kThroughAny)) {
    const Words region(e);
    n.r(line_arg::kThroughAny, e, region);
    bool found = false;
    for_each_site(region.get(), e.L.words, [&](int at) {
      found = line_through(n, e, at);
      return !found;
    });
    return found;
  }
  return line_through(n, e, n.i_or(line_arg::kThrough, e, e.head().last_to));
}

// The number of the given regions that the group at a site touches.
template <class Regions>
bool touches(Eval& e, int at, std::uint32_t directions, int wanted, Regions&& for_each_region) {
  const int type = e.own();
  if (at < 0 || at >= e.p.board_sites) return false;
  const int owner = e.who_at(type, at);
  const Words group(e);
  flood(e, type, at, directions, group,
        [&](int next) { return e.what_at(type, next) != 0 && e.who_at(type, next) == owner; });
  int count = 0;
  int all = 0;
  for_each_region([&](const std::uint64_t* region) {
    ++all;
    for (int w = 0; w < e.L.words; ++w) {
      if ((region[w] & group.get()[w]) != 0) {
        ++count;
        return;
      }
    }
  });
  return all != 0 && count >= (wanted < 0 ? all : wanted);
}

// (is Connected [n] [directions] [at:site] {regions})
bool connected_regions(const Node& n, Eval& e) {
  const int at = n.i_or(2, e, e.head().last_to);
  return touches(e, at, directions_of(n, 1, e, Absolute::kAdjacent, at), n.i_or(0, e, -1), [&](auto&& f) {
    const Words region(e);
    for (const Node* each : n.kid(3).kids) {
      each->fn.as_region(*each, e, region);
      f(region.get());
    }
  });
}
// (is Connected [n] [directions] [at:site] role): all regions of that player.
bool connected_role(const Node& n, Eval& e) {
  const int at = n.i_or(2, e, e.head().last_to);
  const int owner = n.i(3, e);
  if (at < 0 || at >= e.p.board_sites || e.who_at(e.own(), at) != owner) return false;
  return touches(e, at, directions_of(n, 1, e, Absolute::kAdjacent, at), n.i_or(0, e, -1), [&](auto&& f) {
    const Words region(e);
    for (const NamedRegion& named : e.p.regions) {
      if (named.owner != owner) continue;
      for (const Node* each : named.nodes) {
        each->fn.as_region(*each, e, region);
        f(region.get());
      }
    }
  });
}
// (is Connected n 'Sides'|'Corners'|'SidesNoCorners')
bool connected_parts(const Node& n, Eval& e) {
  const Topology& board = e.p.board();
  return touches(e, n.i_or(2, e, e.head().last_to), directions_of(n, 1, e, Absolute::kAdjacent),
                 n.i_or(0, e, -1), [&](auto&& f) {
                   const Words region(e);
                   if (n.kid(3).imm == 1) {
                     for (const int corner : board.corners) {
                       clear(region, e.L.words);
                       set(region, corner);
                       f(region.get());
                     }
                     return;
                   }
                   for (const auto& side : board.side_runs) {
                     clear(region, e.L.words);
                     for (const int at : side) set(region, at);
                     if (n.kid(3).imm == 2) {
                       for (const int corner : board.corners) reset(region, corner);
                     }
                     f(region.get());
                   }
                 });
}
void resolve_parts(Node& n, Compiler& c) {
  if (!c.board().sides_known) Compiler::fail(n, "the sides of a board of this shape are not implemented");
}

// (is Loop [surround:role]): the last piece closes a ring of its owner's pieces around at least one site.
bool is_loop(const Node& n, Eval& e) {
  const int type = e.own();
  const int at = e.head().last_to;
  const Topology& board = e.p.board();
  if (at < 0 || at >= board.size()) return false;
  const int owner = e.who_at(type, at);
  const auto is_own = [&](int s) { return e.what_at(type, s) != 0 && e.who_at(type, s) == owner; };
  const auto& near = board.steps(static_cast<int>(Absolute::kAdjacent), at);
  if (std::count_if(near.begin(), near.end(), is_own) < 2) return false;
  constexpr std::uint32_t kAdjacentOnly = 1U << static_cast<int>(Absolute::kAdjacent);
  const Words border(e);
  clear(border, e.L.words);
  for (const int s : board.outer) set(border, s);
  const Words area(e);
  // Sites next to the piece that are not its owner's, and from which the border cannot be reached.
  bool found = false;
  if (n.has(0)) {
    // Pieces of that player, all of whose neighbours are the owner's.
    const int role = n.i(0, e);
    for (const int start : near) {
      if (found || e.who_at(type, start) != role || e.what_at(type, start) == 0) continue;
      flood(e, type, start, kAdjacentOnly, area,
            [&](int next) { return e.what_at(type, next) != 0 && e.who_at(type, next) == role; });
      bool closed = true;
      for_each_site(area.get(), e.L.words, [&](int s) {
        closed = closed && !test(border, s);
        for (const int next : board.steps(static_cast<int>(Absolute::kAdjacent), s))
          closed = closed && (test(area, next) || is_own(next));
      });
      found = closed;
    }
    return found;
  }
  const Words reached(e);
  clear(reached, e.L.words);
  for (const int start : near) {
    if (found || is_own(start) || test(reached, start)) continue;
    bool outside = test(border, start);
    flood(e, type, start, kAdjacentOnly, area, [&](int next) {
      if (outside || is_own(next)) return false;
      outside = test(border, next);
      return true;
    });
    found = !outside;
    for (int w = 0; w < e.L.words; ++w) reached.get()[w] |= area.get()[w];
  }
  if (found) return found;
  // A ring around a piece of the same owner: one with only such neighbours, not on the border.
  const auto filled = [&](int s) {
    const auto& around = board.steps(static_cast<int>(Absolute::kAdjacent), s);
    return !test(border, s) && is_own(s) && std::all_of(around.begin(), around.end(), is_own);
  };
  return filled(at) || std::any_of(near.begin(), near.end(), filled);
}

// (is Threatened [piece] [at:site]): an enemy could capture it.
bool found_attacked(Eval& e, int at, int piece, int owner) {
  const int type = e.own();
  const Copy copy(e);
  Eval other(e, copy.get());
  if (other.what_at(type, at) != piece) other.set_cell(type, at, piece, 1, 0, 0, 0);
  for (int enemy = 1; enemy <= e.p.players; ++enemy) {
    if (enemy == owner) continue;
    Head& h = other.head();
    h.mover = static_cast<std::int8_t>(enemy);
    h.next = static_cast<std::int8_t>(enemy % e.p.players + 1);
    h.prev = static_cast<std::int8_t>((enemy + e.p.players - 2) % e.p.players + 1);
    if (e.p.threats_by_play) {
      const std::size_t begin = other.mark();
      other.moves_of(enemy);
      const auto& moves = other.ws.moves;
      const bool hit = std::any_of(moves.begin() + static_cast<std::ptrdiff_t>(begin), moves.end(),
                                   [&](const Mv& move) { return move.to == at; });
      other.truncate(begin);
      if (hit) return true;
      continue;
    }
    bool hit = false;
    for_each_site(other.owned(type, enemy), e.L.words, [&](int from) {
      if (from >= e.p.board_sites) return true;
      const Component& component = e.p.components[static_cast<std::size_t>(other.what_at(type, from))];
      if (component.moves == nullptr) return true;
      other.from = other.to = from;
      const std::size_t begin = other.mark();
      component.moves->fn.as_moves(*component.moves, other);
      for (std::size_t i = begin; i < other.ws.moves.size() && !hit; ++i) {
        const Mv& move = other.ws.moves[i];
        // Captured by a move onto it, or as the first captured piece; not as one of those around it.
        hit = move.to == at;
        for (std::uint32_t a = 0; a < move.count && !hit; ++a) {
          const Action& action = other.ws.actions[move.first + a];
          if (action.kind != ActionKind::kRemove) continue;
          hit = action.site == at;
          break;
        }
      }
      other.truncate(begin);
      return !hit;
    });
    if (hit) return true;
  }
  return false;
}
bool attacked(Eval& e, int at, int piece, int owner) {
  if (e.too_far()) return false;
  ++e.ws.threats;
  const bool hit = found_attacked(e, at, piece, owner);
  --e.ws.threats;
  return hit;
}
bool threatened(const Node& n, Eval& e) {
  const int piece = n.i(0, e);
  // Moves that threaten are evaluated as if nothing threatened their piece.
  if (!e.is_piece(piece) || e.ws.threats != 0) return false;
  const int owner = e.who_of(piece);
  if (n.has(1)) {
    const int at = n.i(1, e);
    return at >= 0 && at < e.p.board_sites && attacked(e, at, piece, owner);
  }
  const Words sites(e);
  std::memcpy(sites, e.owned(e.own(), owner), sizeof(std::uint64_t) * static_cast<std::size_t>(e.L.words));
  bool found = false;
  for_each_site(sites.get(), e.L.words, [&](int at) {
    if (at < e.p.board_sites && e.what_at(e.own(), at) == piece) found = attacked(e, at, piece, owner);
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
  const Topology& board = e.p.board();
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

const Row kRows[] = {
    {"(is Line int [absolute] [through:int] [throughAny:region] [role] [what:int] [exact:bool] [if:bool])",
     Type::kBool, is_line},
    {"(is Line int [absolute] [through:int] [throughAny:region] [role] [what:int] [exact:bool] [if:bool] "
     "contiguous:bool)",
     Type::kBool, is_line},
    {"(is Line int [absolute] [through:int] [throughAny:region] whats:{int} [what:int] [exact:bool] "
     "[if:bool])",
     Type::kBool, is_line},
    {"(is Connected [int] [directions] [at:int] {region})", Type::kBool, connected_regions},
    {"(is Connected [int] [directions] [at:int] role)", Type::kBool, connected_role},
    {"(is Connected [int] [directions] [at:int] 'Sides'|'Corners'|'SidesNoCorners')", Type::kBool,
     connected_parts, resolve_parts},
    {"(is Loop [surround:role])", Type::kBool, is_loop},
    {"(is Threatened int [at:int])", Type::kBool, threatened, +[](Node&, Compiler& c) { c.needs_threats(); }},
    {"(is Pattern {'F'|'R'|'L'} [whats:{int}])", Type::kBool, is_pattern},
};

}  // namespace

std::span<const Row> pattern_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
