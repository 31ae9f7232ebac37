// Numbers as C++ expressions, and the constants and tables that all expressions use.
#include <algorithm>
#include <utility>

#include "games/lud/codegen/emit.hpp"
#include "games/lud/codegen/parts.hpp"
#include "games/lud/codegen/rows.hpp"
#include "games/lud/interpreter/directions.hpp"

namespace ludex::games::lud::codegen {

std::string Emitter::role(int role_index) const {
  switch (static_cast<Role>(role_index)) {
    case Role::kMover:
    case Role::kFriend:
      return "head(s).mover";
    case Role::kNext:
      return "head(s).next";
    case Role::kPrev:
      return "head(s).prev";
    case Role::kShared:
    case Role::kAll:
    case Role::kEach:
      return std::to_string(p_.players + 1);
    case Role::kPlayer:
      return "it.player";
    case Role::kEnemy:
    case Role::kNonMover:
      return p_.players == 2 ? "(3 - head(s).mover)" : "0";
    case Role::kNeutral:
      return "0";
    default:
      return std::to_string(role_index);
  }
}

std::string Emitter::integer(const Node& n) {
  if (n.type == Type::kRole && n.row == nullptr) return role(n.imm);
  if (n.constant && n.type == Type::kInt) return "(" + std::to_string(n.imm) + ")";
  try {
    return known_integer(n);
  } catch (const Unknown&) {
    return "ask_int(" + std::to_string(number_of(n)) + ", s, it)";
  }
}
std::string Emitter::number(const Node& n, std::size_t k, int fallback) {
  return n.has(k) ? integer(n.kid(k)) : std::to_string(fallback);
}

std::string Emitter::constant_region(const std::uint64_t* words) {
  return table("SiteSet", "", set_text({words, words + p_.layout.words}));
}

std::string Emitter::table(const std::string& type, const std::string& shape, const std::string& values) {
  const auto [found, added] = known_tables_.try_emplace(type + shape + values);
  if (added) {
    found->second = fresh("k");
    table_values_.emplace(found->second, values);
    tables_ += "static const " + type + " " + found->second + shape + " = " + values + ";\n";
  }
  return found->second;
}

// (ahead site Same|Opposite): ahead along, or against, the direction of the current move.
std::string Emitter::ahead_on_way(const Node& n, const Topology& board, int count) {
  if (board.size() > 200) throw Unknown{};
  std::string ways = "{", found = "{";
  for (int from = 0; from < board.size(); ++from)
    for (int to = 0; to < board.size(); ++to) ways += s_of(direction_between(board, from, to)) + ",";
  for (int d = 0; d < 16; ++d) {
    for (int at = 0; at < board.size(); ++at) {
      int ahead = at;
      for (const Radial& radial : board.radials(d, at))
        if (ahead == at && radial.size >= count) ahead = radial.sites[count - 1];
      found += s_of(ahead) + ",";
    }
  }
  const bool back = n.kid(3).imm == kDirectionKinds + static_cast<int>(Relative::kOpposite);
  return "ahead_on_way(" + table("i8", "[]", ways + "}") + ", " + s_of(board.size()) + ", " +
         table("i16", "[]", found + "}") + ", it, " + integer(n.kid(1)) + ", " + (back ? "8" : "0") + ")";
}

std::string Emitter::known_integer(const Node& n) {
  if (n.row == nullptr) throw Unknown{};
  const auto i = [&](std::size_t k) { return integer(n.kid(k)); };
  const auto operation = [&](const char* op) { return "(" + i(0) + " " + op + " " + i(1) + ")"; };
  switch (rows::of(*n.row)) {
    case rows::kTo:
      return "it.to";
    case rows::kFrom:
      return "it.from";
    case rows::kBetween:
      return "it.between";
    case rows::kSite:
      return "it.site";
    case rows::kPlayer:
      return "it.player";
    case rows::kValue:
      return "it.value";
    case rows::kMover:
      return "(int)head(s).mover";
    case rows::kNext:
      return "(int)head(s).next";
    case rows::kPrev:
      return "(int)head(s).prev";
    case rows::kLastTo:
      if (n.has(0)) throw Unknown{};
      return "(int)head(s).last_to";
    case rows::kLastFrom:
      return "(int)head(s).last_from";
    case rows::kCounter:
      return "head(s).counter";
    case rows::kVar:
      if (n.imm >= 0) throw Unknown{};
      return "head(s).variable";
    case rows::kScore:
      return "head(s).score[" + i(0) + "]";
    case rows::kPlayerValue:
      return "head(s).value[" + i(0) + "]";
    case rows::kPendingValue:
      return "(head(s).pending_count == 1 ? head(s).pending[0] : 0)";
    case rows::kState:
      return typed("state_at", n.imm, i(1));
    case rows::kWhat:
      return typed(is_sure(n.kid(1), n.imm) ? "what" : "what_at", n.imm, i(1));
    case rows::kWho:
      return typed(is_sure(n.kid(1), n.imm) ? "who" : "who_at", n.imm, i(1));
    case rows::kPieceValue:
      return "value_at(s, " + i(0) + ")";
    case rows::kCountAt:
      return typed(n.imm == static_cast<int>(SiteType::kCell) ? "count_at" : "count_on_board", n.imm, i(1));
    case rows::kCountSites:
      return "population(" + region(n.kid(0)) + ")";
    case rows::kCountMoves:
      return "(int)head(s).plies";
    case rows::kCountMovesThisTurn:
      return "(int)head(s).turn_moves";
    case rows::kCountTurns:
      return "((int)head(s).turns + 1)";
    case rows::kCountPieces:
    case rows::kNoPieces: {
      if (n.has(1) || p_.layout.has_count) throw Unknown{};
      const auto kind = n.has(0) ? static_cast<Role>(n.kid(0).imm) : Role::kAll;
      const std::string own_type = std::to_string(own());
      const std::string set = kind == Role::kAll || kind == Role::kEach
                                  ? "pieces_of_all(s, " + own_type + ")"
                                  : "owned<" + own_type + ">(s, " + i(0) + ")";
      return "population(" + set + (n.has(2) ? " & " + region(n.kid(2)) : "") + ")";
    }
    case rows::kIdOf: {
      if (n.table == nullptr) return std::to_string(n.imm);
      const auto& pieces = *static_cast<const std::vector<int>*>(n.table);
      std::string values = "{";
      for (const int piece : pieces) values += std::to_string(piece) + ",";
      const std::string name = table("i16", "[]", values + "}");
      return "at_or(" + name + ", " + std::to_string(pieces.size()) + ", " + i(1) + ", -1)";
    }
    case rows::kIdRole:
      return i(0);
    case rows::kHandSite: {
      const auto& first = *static_cast<const std::vector<int>*>(n.table);
      std::string values = "{";
      for (const int site : first) values += std::to_string(site) + ",";
      const std::string name = table("i16", "[]", values + "}");
      return "hand_site(at_or(" + name + ", " + std::to_string(first.size()) + ", " + i(0) + ", -1), " +
             number(n, 1, 0) + ")";
    }
    case rows::kMapEntry: {
      if (n.imm < 0) throw Unknown{};
      const auto& entries = p_.maps[static_cast<std::size_t>(n.imm)].entries;
      if (entries.empty() || entries.begin()->first < 0 || entries.rbegin()->first > 2000) throw Unknown{};
      std::string values = "{";
      for (int key = 0; key <= entries.rbegin()->first; ++key) {
        const auto found = entries.find(key);
        values += std::to_string(found == entries.end() ? kOff : found->second) + ",";
      }
      const std::string name = table("i32", "[]", values + "}");
      return "mapped(" + name + ", " + std::to_string(entries.rbegin()->first + 1) + ", " + i(1) + ")";
    }
    case rows::kColumn:
    case rows::kRow:
    case rows::kPhaseOf: {
      const int kind = rows::of(*n.row);
      const auto& values = kind == rows::kColumn ? p_.board().column
                           : kind == rows::kRow  ? p_.board().row
                                                 : p_.board().phase;
      std::string text = "{";
      for (const int v : values) text += std::to_string(v) + ",";
      const std::string name = table("i16", "[]", text + "}");
      return "at_or(" + name + ", " + std::to_string(values.size()) + ", " + i(0) + ", -1)";
    }
    case rows::kRegionSite:
      return "first_site(" + region(n.kid(0)) + ", " + i(1) + ")";
    case rows::kPlus:
      return operation("+");
    case rows::kMinus:
      return operation("-");
    case rows::kTimes:
      return operation("*");
    case rows::kNegative:
      return "(-" + i(0) + ")";
    case rows::kSum: {
      std::string text = "(0";
      for (const Node* kid : n.kid(0).kids) text += " + " + integer(*kid);
      return text + ")";
    }
    case rows::kAbs:
      return "absolute(" + i(0) + ")";
    case rows::kMin:
      return "smaller(" + i(0) + ", " + i(1) + ")";
    case rows::kMax:
      return "larger(" + i(0) + ", " + i(1) + ")";
    case rows::kIfInt:
      return "(" + boolean(n.kid(0)) + " ? (int)" + i(1) + " : (int)" + number(n, 2, kOff) + ")";
    case rows::kAhead: {
      const auto& board = p_.topology(static_cast<SiteType>(n.imm));
      if (n.has(2) && !n.kid(2).constant) throw Unknown{};
      const int count = n.has(2) ? n.kid(2).imm : 1;
      if (count < 1) throw Unknown{};
      if (n.has(3) && n.kid(3).constant && n.kid(3).imm >= kDirectionKinds + static_cast<int>(Relative::kSame))
        return ahead_on_way(n, board, count);
      // Masks by the piece there and the mover, or one mask for all.
      std::vector<std::uint32_t> masks;
      if (!n.has(3)) {
        if (p_.layout.has_rotation) throw Unknown{};
        const auto& supported = p_.board().supported(static_cast<int>(Absolute::kAdjacent));
        for (const Component& component : p_.components) {
          const int facing = &component == p_.components.data() ? 0 : std::max(component.facing, 0);
          const bool any = std::find(supported.begin(), supported.end(), facing) != supported.end();
          masks.insert(masks.end(), static_cast<std::size_t>(p_.players), any ? 1U << facing : 0U);
        }
      } else {
        // Whichever piece's move contains it.
        const int component = std::exchange(component_, 0);
        Ways w;
        try {
          w = ways(n, 3, Absolute::kAdjacent);
        } catch (const Unknown&) {
          component_ = component;
          throw;
        }
        component_ = component;
        if (w.kind == Ways::kByPiece)
          masks = w.masks;
        else if (w.kind == Ways::kConstant)
          masks = {w.mask};
        else
          throw Unknown{};
      }
      std::string values = "{";
      for (const std::uint32_t mask : masks) {
        for (int at = 0; at < board.size(); ++at) {
          int found = at;
          for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            for (const Radial& radial : board.radials(__builtin_ctz(rest), at))
              if (found == at && radial.size >= count) found = radial.sites[count - 1];
          }
          values += std::to_string(found) + ",";
        }
      }
      const std::string size = std::to_string(board.size());
      const std::string name = table("i16", "[]", values + "}");
      if (masks.size() == 1) return "ahead(" + name + ", " + size + ", " + i(1) + ")";
      return "ahead_of_piece(s, " + name + ", " + size + ", " + i(1) + ")";
    }
    case rows::kCountLiberties: {
      if (n.has(2)) throw Unknown{};
      int width = 0;
      const std::string st = steps(own(), ways(n, 0, Absolute::kAdjacent), width);
      return "liberties(s, " + (n.has(1) ? i(1) : std::string("(int)head(s).last_to")) + ", " + st + ", " +
             std::to_string(width) + ")";
    }
    case rows::kCountGroups: {
      int width = 0;
      const std::string st = steps(own(), ways(n, 0, Absolute::kAdjacent), width);
      const auto set =
          n.has(1) ? set_of(n.kid(1))
                   : std::optional<std::string>("owned<" + std::to_string(own()) + ">(s, head(s).mover)");
      if (!set) throw Unknown{};
      return "count_groups(board_only<" + std::to_string(own()) + ">(" + *set + "), " + st + ", " +
             std::to_string(width) + ", " + number(n, 2, 0) + ")";
    }
    case rows::kGroupSize: {
      if (n.has(2)) throw Unknown{};
      int width = 0;
      const std::string st = steps(own(), ways(n, 1, Absolute::kAdjacent), width);
      return "group_size(s, " + i(0) + ", " + st + ", " + std::to_string(width) + ")";
    }
    default:
      throw Unknown{};
  }
}

}  // namespace ludex::games::lud::codegen
