// Directions known when code is written, and tables of the board by direction.
#include <algorithm>
#include <utility>

#include "games/lud/codegen/emitter.hpp"
#include "games/lud/interpreter/directions.hpp"

namespace ludex::games::lud::codegen {

// The directions for that piece at (from), 0: none, and that mover.
std::uint32_t Emitter::evaluate_directions(const Node& n, int piece, int mover) {
  std::fill(scratch_.begin(), scratch_.end(), std::byte{0});
  Eval e(p_, scratch_.data(), Workspace::of_thread());
  new (scratch_.data()) Head();
  e.head().mover = static_cast<std::int8_t>(mover);
  if (piece != 0) {
    e.put_piece(own(), 0, e.index(own(), 0), 0, piece);
    e.from = 0;
  }
  DirectionSet set;
  n.fn.as_directions(n, e, set);
  return set.bits();
}

KnownDirections Emitter::directions(const Node& n, std::size_t k, Absolute fallback) {
  if (!n.has(k)) return {1U << static_cast<int>(fallback)};
  const Node& what = n.kid(k);
  if (what.type == Type::kAbsolute) return {1U << what.imm};
  bool relative = false;
  if (!is_static(what, relative) || what.fn.as_directions == nullptr) throw Unknown{};
  if (!relative) return {evaluate_directions(what, 0, 1)};
  if (p_.layout.has_rotation) throw Unknown{};
  if (component > 0)
    return {evaluate_directions(what, component, p_.components[static_cast<std::size_t>(component)].owner)};
  for (std::size_t c = 1; c < p_.components.size(); ++c) {
    // The mover's pieces face as he does; other pieces are left to the interpreter if that matters.
    const Component& each = p_.components[c];
    if (each.facing >= 0 || (each.owner >= 1 && each.owner <= p_.players)) continue;
    for (int q = 2; q <= p_.players; ++q) {
      if (evaluate_directions(what, static_cast<int>(c), 1) !=
          evaluate_directions(what, static_cast<int>(c), q))
        throw Unknown{};
    }
  }
  KnownDirections out;
  for (std::size_t c = 0; c < p_.components.size(); ++c)
    for (int q = 1; q <= p_.players; ++q)
      out.masks.push_back(evaluate_directions(what, static_cast<int>(c), q));
  return out;
}

KnownDirections Emitter::constant_directions(const Node& n, std::size_t k, Absolute fallback) {
  KnownDirections found = directions(n, k, fallback);
  if (found.by_piece()) throw Unknown{};
  return found;
}

namespace {
std::vector<std::uint32_t> masks_of(const KnownDirections& directions) {
  return directions.by_piece() ? directions.masks : std::vector{directions.mask};
}
}  // namespace

std::string Emitter::steps(int type, const KnownDirections& directions, int& width) {
  const Topology& board = p_.topology(static_cast<SiteType>(type));
  std::vector<std::vector<int>> lists;
  std::size_t most = 0;
  for (const std::uint32_t mask : masks_of(directions)) {
    for (int at = 0; at < board.size(); ++at) {
      std::vector<int> list;
      for_each_step(board, at, mask, [&](int to) { list.push_back(to); });
      most = std::max(most, list.size());
      lists.push_back(std::move(list));
    }
  }
  width = static_cast<int>(most) + 1;
  if (lists.size() * (most + 1) > 200'000) throw Unknown{};
  ArrayText values;
  for (auto& list : lists) {
    list.resize(most + 1, -1);
    for (const int at : list) values.add(at);
  }
  const std::string name = table("i16", "[]", values.text());
  if (!directions.by_piece()) return name;
  return code("($0 + piece_row(s, it.from) * $1)", {name, board.size() * width});
}

std::string Emitter::adjacency(const KnownDirections& directions) {
  const Topology& board = p_.board();
  std::vector<Region> sets;
  for (int at = 0; at < board.size(); ++at) {
    Region near(static_cast<std::size_t>(p_.layout.words), 0);
    for_each_step(board, at, directions.mask, [&](int to) { set(near.data(), to); });
    sets.push_back(std::move(near));
  }
  return table_of_sets(sets);
}

LineTables Emitter::lines(int type, const KnownDirections& directions) {
  const Topology& board = p_.topology(static_cast<SiteType>(type));
  ArrayText pool, radials, index;
  index.add(0);
  int at_pool = 0;
  int count = 0;
  std::map<std::pair<const std::int16_t*, int>, int> placed;
  for (const std::uint32_t mask : masks_of(directions)) {
    for (int at = 0; at < board.size(); ++at) {
      for_each_radial(board, at, mask, [&](const Radial& radial) {
        const auto [found, added] = placed.try_emplace({radial.sites, radial.size}, at_pool);
        if (added) {
          for (int k = 0; k < radial.size; ++k) pool.add(radial.sites[k]);
          at_pool += radial.size;
        }
        radials.add(code("{$0,$1,$2}", {found->second, radial.size, radial.direction}));
        ++count;
      });
      index.add(count);
    }
  }
  if (at_pool > 60'000) throw Unknown{};
  LineTables out;
  pool.add(0);
  out.index = table("u32", "[]", index.text());
  out.radials = table("Ray", "[]", radials.text());
  out.pool = table("i16", "[]", pool.text());
  if (directions.by_piece()) out.index = code("($0 + piece_row(s, it.from) * $1)", {out.index, board.size()});
  return out;
}

}  // namespace ludex::games::lud::codegen
