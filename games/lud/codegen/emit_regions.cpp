// Regions as C++ expressions.
#include <algorithm>

#include "games/lud/codegen/emit.hpp"
#include "games/lud/codegen/parts.hpp"
#include "games/lud/codegen/rows.hpp"

namespace ludex::games::lud::codegen {

std::string Emitter::region(const Node& n) {
  if (n.constant) return constant_region(static_cast<const Region*>(n.table)->data());
  try {
    return known_region(n);
  } catch (const Unknown&) {
    return "ask_region(" + std::to_string(number_of(n)) + ", s, it)";
  }
}

std::string Emitter::piece_set(const std::string& kind, int type) const {
  const std::string t = std::to_string(type);
  if (kind == "Empty") return "empty_sites<" + t + ">(s)";
  if (kind == "NotEmpty") return "pieces_of_all(s, " + t + ")";
  if (kind == "Own") return "owned<" + t + ">(s, head(s).mover)";
  if (kind == "Enemy") return "pieces_of_enemies(s, " + t + ")";
  return "";
}

std::string Emitter::known_region(const Node& n) {
  if (n.row == nullptr) throw Unknown{};
  const auto i = [&](std::size_t k) { return integer(n.kid(k)); };
  const auto r = [&](std::size_t k) { return region(n.kid(k)); };
  const auto by_owner = [&](const std::string& who, auto&& matches) {
    // Constant regions of each player.
    std::string values = "{";
    for (int owner = 0; owner <= p_.players + 1; ++owner) {
      Region all(static_cast<std::size_t>(p_.layout.words), 0);
      for (const NamedRegion& each : p_.regions) {
        if (each.owner != owner || !matches(each)) continue;
        if (!each.constant) throw Unknown{};
        for (std::size_t w = 0; w < all.size(); ++w) all[w] |= each.sites[w];
      }
      values += set_text(all) + ",";
    }
    return table("SiteSet", "[]", values + "}") + "[" + who + "]";
  };
  switch (rows::of(*n.row)) {
    case rows::kSitesEmpty:
      return "board_only<" + std::to_string(n.imm) + ">(load(empty_at(s, " + std::to_string(n.imm) + ")))";
    case rows::kSitesOfPlayer: {
      if (n.kid(0).type != Type::kRole) throw Unknown{};
      const auto kind = static_cast<Role>(n.kid(0).imm);
      if (kind != Role::kMover && kind != Role::kNext && !(n.kid(0).imm >= 1 && n.kid(0).imm <= p_.players))
        throw Unknown{};
      return by_owner(role(n.kid(0).imm), [&](const NamedRegion& each) {
        return !n.has(1) || each.name.find(n.kid(1).text()) != std::string::npos;
      });
    }
    case rows::kSitesNamed: {
      Region all(static_cast<std::size_t>(p_.layout.words), 0);
      for (const NamedRegion& each : p_.regions) {
        if (each.name.find(n.kid(0).text()) == std::string::npos) continue;
        if (!each.constant) throw Unknown{};
        for (std::size_t w = 0; w < all.size(); ++w) all[w] |= each.sites[w];
      }
      return constant_region(all.data());
    }
    case rows::kSitesOccupied: {
      if (n.has(1) || n.has(2) || n.has(3)) throw Unknown{};
      const std::string type = std::to_string(n.imm);
      if (n.kid(0).type == Type::kRole) {
        const auto kind = static_cast<Role>(n.kid(0).imm);
        if (kind == Role::kAll || kind == Role::kEach || kind == Role::kAny)
          return "pieces_of_all(s, " + type + ")";
        if (kind == Role::kEnemy || kind == Role::kNonMover) return "pieces_of_enemies(s, " + type + ")";
      }
      return "owned_or_none<" + type + ">(s, " + i(0) + ")";
    }
    case rows::kSitesAround: {
      if (n.has(4)) throw Unknown{};
      const auto type = static_cast<SiteType>(n.imm);
      const Ways w = ways(n, 3, Absolute::kAdjacent);
      if (w.kind != Ways::kConstant) throw Unknown{};
      if (n.has(5) && !n.kid(5).constant) throw Unknown{};
      const bool self = n.has(5) && n.kid(5).imm != 0;
      static const char* const kKinds[] = {"Empty", "NotEmpty", "Own", "Enemy", "NotOwn", "NotEnemy"};
      std::string filter;
      if (n.has(2)) filter = piece_set(kKinds[n.kid(2).imm], n.imm);
      if (n.has(2) && (filter.empty() || self)) throw Unknown{};
      const Topology& board = p_.topology(type);
      std::string values = "{";
      for (int at = 0; at < board.size(); ++at) {
        Region near(static_cast<std::size_t>(p_.layout.words), 0);
        for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1)
          for (const int to : board.steps(__builtin_ctz(rest), at)) set(near.data(), to);
        if (self) set(near.data(), at);
        values += set_text(near) + ",";
      }
      const std::string name = table("SiteSet", "[]", values + "}");
      return "(region_at(" + name + ", " + std::to_string(board.size()) + ", " + i(1) + ")" +
             (filter.empty() ? "" : " & " + filter) + ")";
    }
    case rows::kExpandSite: {
      if (n.has(1) && !n.kid(1).constant) throw Unknown{};
      const Ways w = ways(n, 2, Absolute::kAdjacent);
      if (w.kind != Ways::kConstant) throw Unknown{};
      const Topology& board = p_.board();
      if (board.size() > 200) throw Unknown{};
      std::string values = "{";
      for (int at = 0; at < board.size(); ++at) {
        Region all(static_cast<std::size_t>(p_.layout.words), 0);
        set(all.data(), at);
        for (int k = n.has(1) ? n.kid(1).imm : 1; k > 0; --k) {
          const Region before = all;
          for_each_site(before.data(), p_.layout.words, [&](int each) {
            for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1)
              for (const int to : board.steps(__builtin_ctz(rest), each)) set(all.data(), to);
          });
        }
        values += set_text(all) + ",";
      }
      return "region_at(" + table("SiteSet", "[]", values + "}") + ", " + std::to_string(board.size()) +
             ", " + i(0) + ")";
    }
    case rows::kUnion:
      return "(" + r(0) + " | " + r(1) + ")";
    case rows::kIntersection:
      return "(" + r(0) + " & " + r(1) + ")";
    case rows::kDifference:
      return "minus(" + r(0) + ", " + r(1) + ")";
    case rows::kDifferenceSite:
      return "without(" + r(0) + ", " + i(1) + ")";
    case rows::kUnionAll: {
      std::string text = "(none()";
      for (const Node* kid : n.kid(0).kids) text += " | " + region(*kid);
      return text + ")";
    }
    case rows::kIntersectionAll: {
      if (n.kid(0).kids.empty()) throw Unknown{};
      std::string text = "(" + region(*n.kid(0).kids[0]);
      for (std::size_t k = 1; k < n.kid(0).kids.size(); ++k) text += " & " + region(*n.kid(0).kids[k]);
      return text + ")";
    }
    case rows::kFilter:
      return "filter(" + r(0) + ", it, [&](Iterators& it) { return " + boolean(n.kid(1)) + "; })";
    case rows::kIfRegion:
      return "(" + boolean(n.kid(0)) + " ? " + r(1) + " : " + (n.has(2) ? r(2) : "none()") + ")";
    case rows::kSitesState:
      return "sites_with_state(s, " + i(0) + ")";
    case rows::kSitesPending:
      return "pending(s)";
    case rows::kSitesLastTo:
      return "with(none(), head(s).last_to)";
    case rows::kSitesToClear:
      return "load(s + kToClearAt)";
    case rows::kSitesRow:
    case rows::kSitesColumn: {
      const auto& values = rows::of(*n.row) == rows::kSitesRow ? p_.board().row : p_.board().column;
      const int count = *std::max_element(values.begin(), values.end()) + 1;
      std::string text = "{";
      for (int wanted = 0; wanted < count; ++wanted) {
        Region all(static_cast<std::size_t>(p_.layout.words), 0);
        for (std::size_t at = 0; at < values.size(); ++at)
          if (values[at] == wanted) set(all.data(), static_cast<int>(at));
        text += set_text(all) + ",";
      }
      return "region_at(" + table("SiteSet", "[]", text + "}") + ", " + std::to_string(count) + ", " + i(0) +
             ")";
    }
    case rows::kSitesStart: {
      std::string values = "{";
      for (const auto& sites : p_.start_sites) {
        Region all(static_cast<std::size_t>(p_.layout.words), 0);
        for (const int at : sites) set(all.data(), at);
        values += set_text(all) + ",";
      }
      return "region_at(" + table("SiteSet", "[]", values + "}") + ", " +
             std::to_string(p_.start_sites.size()) + ", " + integer(n.kid(0).kid(0)) + ")";
    }
    case rows::kSitesDirection: {
      if (n.has(3) || n.has(4) || n.has(5) || (n.has(2) && !n.kid(2).constant)) throw Unknown{};
      const Ways w = ways(n, 1, Absolute::kAdjacent);
      if (w.kind != Ways::kConstant) throw Unknown{};
      const Topology& board = p_.board();
      std::string values = "{";
      for (int at = 0; at < board.size(); ++at) {
        Region all(static_cast<std::size_t>(p_.layout.words), 0);
        if (n.has(2) && n.kid(2).imm != 0) set(all.data(), at);
        for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1)
          for (const Radial& radial : board.radials(__builtin_ctz(rest), at))
            for (int k = 0; k < radial.size; ++k) set(all.data(), radial.sites[k]);
        values += set_text(all) + ",";
      }
      return "region_at(" + table("SiteSet", "[]", values + "}") + ", " + std::to_string(board.size()) +
             ", " + i(0) + ")";
    }
    default:
      throw Unknown{};
  }
}

}  // namespace ludex::games::lud::codegen
