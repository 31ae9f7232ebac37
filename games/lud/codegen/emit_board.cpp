// Directions known at generation time, and tables of the board by direction.
#include <algorithm>

#include "games/lud/codegen/emit.hpp"
#include "games/lud/codegen/parts.hpp"
#include "games/lud/codegen/rows.hpp"
#include "games/lud/interpreter/directions.hpp"

namespace ludex::games::lud::codegen {

// True if the words of directions depend at most on the piece's facing (then `relative` is set).
bool Emitter::static_words(const Node& n, bool& relative) const {
  if (n.row == nullptr || n.constant) {
    if (n.type == Type::kArray) {
      return std::all_of(n.kids.begin(), n.kids.end(),
                         [&](const Node* kid) { return static_words(*kid, relative); });
    }
    int word = n.imm;
    if (n.type == Type::kRelative && word < kDirectionKinds) word += kDirectionKinds;
    if (word >= kDirectionKinds + static_cast<int>(Relative::kSame)) return false;
    relative = relative || word >= kDirectionKinds;
    return true;
  }
  switch (rows::of(*n.row)) {
    case rows::kDirectionWords:
    case rows::kDirectionWord:
      return static_words(n.kid(0), relative);
    case rows::kDirectionUnion:
      return static_words(n.kid(0), relative) && static_words(n.kid(1), relative);
    default:  // a difference depends on the site
      return false;
  }
}

// The directions for that piece at (from), 0: none, and that mover.
std::uint32_t Emitter::evaluate_ways(const Node& n, int piece, int mover) {
  std::fill(scratch_.begin(), scratch_.end(), std::byte{0});
  Eval e(p_, scratch_.data(), Workspace::of_thread());
  new (scratch_.data()) Head();
  e.head().mover = static_cast<std::int8_t>(mover);
  if (piece != 0) {
    scratch_[p_.layout.what + static_cast<std::uint32_t>(e.index(own(), 0))] = static_cast<std::byte>(piece);
    e.from = 0;
  }
  DirectionSet set;
  n.fn.as_directions(n, e, set);
  return set.bits();
}

Ways Emitter::ways(const Node& n, std::size_t k, Absolute fallback) {
  Ways out;
  if (!n.has(k)) {
    out.kind = Ways::kConstant;
    out.mask = 1U << static_cast<int>(fallback);
    return out;
  }
  const Node& what = n.kid(k);
  if (what.type == Type::kAbsolute) {
    out.kind = Ways::kConstant;
    out.mask = 1U << what.imm;
    return out;
  }
  bool relative = false;
  if (!static_words(what, relative) || what.fn.as_directions == nullptr) throw Unknown{};
  if (!relative) {
    out.kind = Ways::kConstant;
    out.mask = evaluate_ways(what, 0, 1);
    return out;
  }
  if (p_.layout.has_rotation) throw Unknown{};
  if (component_ > 0) {
    const Component& component = p_.components[static_cast<std::size_t>(component_)];
    out.kind = Ways::kConstant;
    out.mask = evaluate_ways(what, component_, component.owner);
    return out;
  }
  out.kind = Ways::kByPiece;
  for (std::size_t c = 1; c < p_.components.size(); ++c) {
    // The mover's pieces face as he does; other pieces are left to the interpreter if that matters.
    const Component& component = p_.components[c];
    if (component.facing < 0) {
      for (int q = 2; q <= p_.players; ++q)
        if (evaluate_ways(what, static_cast<int>(c), 1) != evaluate_ways(what, static_cast<int>(c), q)) {
          if (component.owner < 1 || component.owner > p_.players) throw Unknown{};
        }
    }
  }
  // Rows: piece * players + mover - 1, since both may matter.
  for (std::size_t c = 0; c < p_.components.size(); ++c)
    for (int q = 1; q <= p_.players; ++q) out.masks.push_back(evaluate_ways(what, static_cast<int>(c), q));
  return out;
}

// A table of targets, each list ended by -1, as an expression for its first element at site 0.
std::string Emitter::steps(int type, const Ways& ways, int& width) {
  const Topology& board = p_.topology(static_cast<SiteType>(type));
  const std::vector<std::uint32_t> masks = ways.kind == Ways::kConstant ? std::vector{ways.mask} : ways.masks;
  if (ways.kind == Ways::kUnknown) throw Unknown{};
  std::vector<std::vector<int>> lists;
  std::size_t most = 0;
  for (const std::uint32_t mask : masks) {
    for (int at = 0; at < board.size(); ++at) {
      std::vector<int> list;
      for_each_step(board, at, mask, [&](int to) { list.push_back(to); });
      most = std::max(most, list.size());
      lists.push_back(std::move(list));
    }
  }
  width = static_cast<int>(most) + 1;
  if (lists.size() * (most + 1) > 200'000) throw Unknown{};
  std::string values = "{";
  for (auto& list : lists) {
    list.resize(most + 1, -1);
    for (const int at : list) values += std::to_string(at) + ",";
  }
  const std::string name = table("i16", "[]", values + "}");
  if (ways.kind == Ways::kConstant) return name;
  return "(" + name + " + piece_row(s, it.from) * " + std::to_string(board.size() * width) + ")";
}

// The neighbours of each site as sets.
std::string Emitter::adjacency(const Ways& ways) {
  if (ways.kind != Ways::kConstant) throw Unknown{};
  const Topology& board = p_.board();
  std::string values = "{";
  for (int at = 0; at < board.size(); ++at) {
    Region near(static_cast<std::size_t>(p_.layout.words), 0);
    for_each_step(board, at, ways.mask, [&](int to) { set(near.data(), to); });
    values += "{{";
    for (const std::uint64_t word : near) values += std::to_string(word) + "UL,";
    values += "}},";
  }
  return table("SiteSet", "[]", values + "}");
}

bool Emitter::add_reach(const Node& n, std::vector<Region>& reach) {
  if (n.row == nullptr) return false;
  const std::string said = n.tree->to_text();
  const auto all = [&](const std::vector<Node*>& kids) {
    return std::all_of(kids.begin(), kids.end(), [&](const Node* kid) { return add_reach(*kid, reach); });
  };
  const auto takes_only = [&](std::initializer_list<const char*> allowed) {
    for (std::size_t at = said.find("(remove "); at != std::string::npos;
         at = said.find("(remove ", at + 1)) {
      const auto is = [&](const char* text) { return said.compare(at, std::string(text).size(), text) == 0; };
      if (std::none_of(allowed.begin(), allowed.end(), is)) return false;
    }
    return true;
  };
  const auto along = [&](std::size_t k, bool lines) {
    const Ways w = ways(n, k, Absolute::kAdjacent);
    if (w.kind != Ways::kConstant) return false;
    for (int at = 0; at < p_.board_sites; ++at) {
      std::uint64_t* const out = reach[static_cast<std::size_t>(at)].data();
      if (!lines) {
        for_each_step(p_.board(), at, w.mask, [&](int to) { set(out, to); });
        continue;
      }
      for_each_radial(p_.board(), at, w.mask, [&](const Radial& radial) {
        for (int i = 0; i < radial.size; ++i) set(out, radial.sites[i]);
      });
    }
    return true;
  };
  try {
    switch (rows::of(*n.row)) {
      case rows::kBoth:
      case rows::kAndBoth:
      case rows::kPriorityTwo:
        return add_reach(n.kid(0), reach) && add_reach(n.kid(1), reach);
      case rows::kEvery:
      case rows::kAndEvery:
      case rows::kPriority:
        return all(n.kid(0).kids);
      case rows::kIfMoves:
        return add_reach(n.kid(1), reach) && (!n.has(2) || add_reach(n.kid(2), reach));
      case rows::kMoveStep:
      case rows::kStep:
        // A removal by consequents is not a capture of the move.
        return !n.has(0) && takes_only({"(remove (to)", "(remove (ahead (last To)"}) && along(1, false);
      case rows::kMoveSlide:
      case rows::kSlide:
        return !n.has(0) && takes_only({"(remove (to)"}) && along(1, true);
      case rows::kMoveHop:
      case rows::kHop:
        return !n.has(0) && takes_only({"(remove (to)", "(remove (between)"}) && along(1, true);
      case rows::kMoveLeap:
      case rows::kLeap:
        if (n.has(0) || !takes_only({"(remove (to)"})) return false;
        for (int at = 0; at < p_.board_sites; ++at)
          for (const int to : leaps(n, at)) set(reach[static_cast<std::size_t>(at)].data(), to);
        return true;
      default:
        return false;
    }
  } catch (const Unknown&) {
    return false;
  }
}

// The end sites of a leap's walks, in order.
std::vector<int> Emitter::leaps(const Node& n, int site) const {
  const Topology& board = p_.board();
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

Emitter::Lines Emitter::lines(int type, const Ways& ways, int longest) {
  const Topology& board = p_.topology(static_cast<SiteType>(type));
  if (ways.kind == Ways::kUnknown) throw Unknown{};
  const std::vector<std::uint32_t> masks = ways.kind == Ways::kConstant ? std::vector{ways.mask} : ways.masks;
  std::string pool = "{", radials = "{", index = "{0";
  int at_pool = 0;
  int count = 0;
  std::map<std::pair<const std::int16_t*, int>, int> placed;
  for (std::size_t m = 0; m < masks.size(); ++m) {
    for (int at = 0; at < board.size(); ++at) {
      for_each_radial(board, at, masks[m], [&](const Radial& radial) {
        const int size = std::min(radial.size, longest);
        const auto [found, added] = placed.try_emplace({radial.sites, size}, at_pool);
        if (added) {
          for (int k = 0; k < size; ++k) pool += std::to_string(radial.sites[k]) + ",";
          at_pool += size;
        }
        radials += "{" + std::to_string(found->second) + "," + std::to_string(size) + "," +
                   std::to_string(radial.direction) + "},";
        ++count;
      });
      index += "," + std::to_string(count);
    }
  }
  if (at_pool > 60'000) throw Unknown{};
  Lines out;
  out.index = table("u32", "[]", index + "}");
  out.radials = table("Ray", "[]", radials + "}");
  out.pool = table("i16", "[]", pool + "0}");
  if (ways.kind == Ways::kByPiece)
    out.index = "(" + out.index + " + piece_row(s, it.from) * " + std::to_string(board.size()) + ")";
  return out;
}

}  // namespace ludex::games::lud::codegen
