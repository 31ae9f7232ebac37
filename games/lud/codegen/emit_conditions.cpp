// Conditions as C++ expressions.
#include <algorithm>

#include "games/lud/codegen/emit.hpp"
#include "games/lud/codegen/parts.hpp"
#include "games/lud/codegen/rows.hpp"

namespace ludex::games::lud::codegen {

std::string Emitter::boolean(const Node& n) {
  if (n.constant && n.type == Type::kBool) return n.imm != 0 ? "true" : "false";
  try {
    return "(" + known_boolean(n) + ")";
  } catch (const Unknown&) {
    return "ask_bool(" + std::to_string(number_of(n)) + ", s, it)";
  }
}
bool Emitter::is_sure(const Node& site, int type) const {
  if (!on_board_ || type != own() || site.row == nullptr) return false;
  const int row = rows::of(*site.row);
  return row == rows::kTo || row == rows::kBetween;
}

namespace {
bool is_zero(const Node& n) {
  return n.constant && n.type == Type::kInt && n.imm == 0;
}
}  // namespace

// A comparison of the liberties of a group with 0 only needs to know whether there is one.
std::optional<std::string> Emitter::liberty(const Node& n) {
  for (const std::size_t k : {0U, 1U}) {
    const Node& count = n.kid(k);
    if (count.row == nullptr || rows::of(*count.row) != rows::kCountLiberties || !is_zero(n.kid(1 - k)))
      continue;
    if (count.has(2)) return std::nullopt;
    int width = 0;
    const std::string st = steps(own(), ways(count, 0, Absolute::kAdjacent), width);
    return "has_liberty(s, " + (count.has(1) ? integer(count.kid(1)) : std::string("(int)head(s).last_to")) +
           ", " + st + ", " + std::to_string(width) + ")";
  }
  return std::nullopt;
}

std::string Emitter::known_boolean(const Node& n) {
  if (n.row == nullptr) throw Unknown{};
  const auto i = [&](std::size_t k) { return integer(n.kid(k)); };
  const auto b = [&](std::size_t k) { return boolean(n.kid(k)); };
  const auto compare = [&](const char* op) { return "(int)" + i(0) + " " + op + " (int)" + i(1); };
  const auto related = [&](const std::string& sites) {
    int width = 0;
    Ways w;
    w.kind = Ways::kConstant;
    w.mask = 1U << n.kid(0).imm;
    const std::string st = steps(own(), w, width);
    return "related(" + sites + ", " + i(1) + ", " + st + ", " + std::to_string(width) + ")";
  };
  const auto joined = [&](const char* op, const char* empty) {
    std::string text = empty;
    for (const Node* kid : n.kid(0).kids) text += std::string(" ") + op + " " + boolean(*kid);
    return text;
  };
  switch (rows::of(*n.row)) {
    case rows::kAnd:
      return b(0) + " && " + b(1);
    case rows::kAndAll:
      return joined("&&", "true");
    case rows::kOr:
      return b(0) + " || " + b(1);
    case rows::kOrAny:
      return joined("||", "false");
    case rows::kXor:
      return b(0) + " != " + b(1);
    case rows::kNot:
      return "!" + b(0);
    case rows::kIfBool:
      return b(0) + " ? " + b(1) + " : " + (n.has(2) ? b(2) : "false");
    case rows::kEqual:
      if (const auto none = liberty(n)) return "!" + *none;
      return compare("==");
    case rows::kUnequal:
      if (const auto any = liberty(n)) return *any;
      return compare("!=");
    case rows::kLess:
      return compare("<");
    case rows::kLessEqual:
      return compare("<=");
    case rows::kGreater:
      if (is_zero(n.kid(1)))
        if (const auto any = liberty(n)) return *any;
      return compare(">");
    case rows::kGreaterEqual:
      return compare(">=");
    case rows::kSameRegion:
      return "same(" + region(n.kid(0)) + ", " + region(n.kid(1)) + ")";
    case rows::kOtherRegion:
      return "!same(" + region(n.kid(0)) + ", " + region(n.kid(1)) + ")";
    case rows::kIsEmpty:
      if (is_sure(n.kid(1), n.imm)) return typed("what", n.imm, i(1)) + " == 0";
      return typed("is_empty", n.imm, i(1));
    case rows::kIsOccupied:
      if (is_sure(n.kid(1), n.imm)) return typed("what", n.imm, i(1)) + " != 0";
      return typed("is_occupied", n.imm, i(1));
    case rows::kIsEnemy:
      return "is_enemy(s, " + i(0) + ")";
    case rows::kIsFriend:
    case rows::kIsMover:
      return "(int)" + i(0) + " == head(s).mover";
    case rows::kIsNext:
      return "(int)" + i(0) + " == head(s).next";
    case rows::kIsPrev:
      return "(int)" + i(0) + " == head(s).prev";
    case rows::kIsEven:
      return i(0) + " % 2 == 0";
    case rows::kIsOdd:
      return i(0) + " % 2 != 0";
    case rows::kIsIn:
      return "within(" + region(n.kid(1)) + ", " + i(0) + ")";
    case rows::kIsPending:
      return "head(s).pending_count != 0";
    case rows::kIsFull:
      return "population(board_only<" + std::to_string(own()) + ">(load(empty_at(s, " +
             std::to_string(own()) + ")))) == 0";
    case rows::kIsVisited:
      return "visited(s, " + i(0) + ")";
    case rows::kAllPassed:
      return "all_passed(head(s), kPlayers)";
    case rows::kWasPass:
      return "head(s).passes != 0";
    case rows::kNoPieces:
      return known_integer(n) + " == 0";
    case rows::kNoMoves:
      if (static_cast<Role>(n.kid(0).imm) != Role::kNext)
        return "(head(s).stalemated >> " + i(0) + " & 1) != 0";
      if (p_.no_repeat >= 0) throw Unknown{};
      return "!has_moves(s, it, " + i(0) + ")";
    case rows::kCanMove: {
      const ScopedValue around(thens_, {});
      const std::string name = fresh("can");
      const std::string body = moves(n.kid(0));
      functions_ += "static bool " + name +
                    "(u8* s, Iterators it) {\n  Workspace* const w = it.workspace;\n  const u32 begin = "
                    "w->move_count;\n  it.existence_only = 1;\n  "
                    "it.tries_later &= 2;\n" +
                    body +
                    "  const bool any = w->move_count > begin;\n  w->move_count = begin;\n  return any;\n}\n";
      return name + "(s, it)";
    }
    case rows::kAllSites:
      return "all_sites(" + region(n.kid(0)) + ", it, [&](Iterators& it) { return " + b(1) + "; })";
    case rows::kIsRelated:
      return related(region(n.kid(2)));
    case rows::kIsRelatedSite:
      return related("with(none(), " + i(2) + ")");
    case rows::kIsLine:
      return line(n);
    case rows::kIsThreatened:
      if (p_.nested_threats || p_.threats_by_play) throw Unknown{};
      return threatened(n);
    case rows::kIsConnectedRegions:
      return connected(n, one_or_more(n.kid(3)), "");
    case rows::kIsConnectedRole: {
      const int who = n.kid(3).imm;
      const auto kind = static_cast<Role>(who);
      if (kind != Role::kMover && kind != Role::kNext && !(who >= 1 && who <= p_.players)) throw Unknown{};
      std::string text = "(" + role(who) + " == 0 ? false";
      for (int q = 1; q <= p_.players; ++q) {
        std::vector<const Node*> list;
        for (const NamedRegion& named : p_.regions) {
          if (named.owner == q) list.insert(list.end(), named.nodes.begin(), named.nodes.end());
        }
        text +=
            " : " + role(who) + " == " + std::to_string(q) + " ? " + connected(n, list, std::to_string(q));
      }
      return text + " : false)";
    }
    case rows::kIsConnectedParts: {
      const Topology& board = p_.board();
      std::vector<std::string> list;
      std::vector<Region> sets;
      const auto of = [&](const std::vector<int>& sites, bool corners) {
        std::vector<std::uint64_t> words(static_cast<std::size_t>(p_.layout.words), 0);
        for (const int at : sites) set(words.data(), at);
        if (!corners)
          for (const int at : board.corners) reset(words.data(), at);
        list.push_back(constant_region(words.data()));
        sets.push_back(words);
      };
      if (n.kid(3).imm == 1) {
        for (const int corner : board.corners) of({corner}, true);
      } else {
        for (const auto& side : board.side_runs) of(side, n.kid(3).imm != 2);
      }
      return connected(n, list, sets, "");
    }
    case rows::kIsLoop: {
      if (n.has(0)) throw Unknown{};
      std::vector<std::uint64_t> words(static_cast<std::size_t>(p_.layout.words), 0);
      for (const int at : p_.board().outer) set(words.data(), at);
      Ways w;
      w.kind = Ways::kConstant;
      w.mask = 1U << static_cast<int>(Absolute::kAdjacent);
      return "is_loop(s, " + adjacency(w) + ", " + constant_region(words.data()) + ")";
    }
    default:
      throw Unknown{};
  }
}

std::optional<std::string> Emitter::set_of(const Node& n) {
  if (n.row == nullptr) return std::nullopt;
  const std::string type = std::to_string(own());
  const auto is_to = [](const Node& each) { return each.row != nullptr && rows::of(*each.row) == rows::kTo; };
  const auto who_of_to = [&](const Node& each) {
    return each.row != nullptr && rows::of(*each.row) == rows::kWho && each.imm == own() &&
           is_to(each.kid(1));
  };
  const auto free_of_to = [](const Node& each) {
    return each.tree->to_text().find("(to)") == std::string::npos;
  };
  const auto kid = [&](std::size_t k) { return set_of(n.kid(k)); };
  switch (rows::of(*n.row)) {
    case rows::kIsEmpty:
      if (n.imm != own() || !is_to(n.kid(1))) return std::nullopt;
      return "empty_sites<" + type + ">(s)";
    case rows::kIsOccupied:
      if (n.imm != own() || !is_to(n.kid(1))) return std::nullopt;
      return "pieces_of_all(s, " + type + ")";
    case rows::kIsEnemy:
      if (!who_of_to(n.kid(0))) return std::nullopt;
      return "pieces_of_enemies(s, " + type + ")";
    case rows::kIsFriend:
    case rows::kIsMover:
      if (!who_of_to(n.kid(0))) return std::nullopt;
      return "owned<" + type + ">(s, head(s).mover)";
    case rows::kEqual: {
      // Empty sites have no owner either, so "nobody" cannot use the owner sets.
      if (!who_of_to(n.kid(0)) || !free_of_to(n.kid(1)) || n.kid(1).type != Type::kRole) return std::nullopt;
      const auto role_of = static_cast<Role>(n.kid(1).imm);
      const bool player = role_of == Role::kMover || role_of == Role::kNext ||
                          (n.kid(1).imm >= 1 && n.kid(1).imm <= p_.players);
      if (!player) return std::nullopt;
      return "owned<" + type + ">(s, " + role(n.kid(1).imm) + ")";
    }
    case rows::kIsIn:
      if (!is_to(n.kid(0)) || !free_of_to(n.kid(1))) return std::nullopt;
      return region(n.kid(1));
    case rows::kNot: {
      const auto inner = kid(0);
      if (!inner) return std::nullopt;
      return "complement(" + *inner + ")";
    }
    case rows::kAnd:
    case rows::kOr: {
      const auto a = kid(0), b = kid(1);
      if (!a || !b) return std::nullopt;
      return "(" + *a + (rows::of(*n.row) == rows::kAnd ? " & " : " | ") + *b + ")";
    }
    case rows::kAndAll:
    case rows::kOrAny: {
      std::string text;
      for (const Node* each : n.kid(0).kids) {
        const auto part = set_of(*each);
        if (!part) return std::nullopt;
        text += (text.empty() ? "(" : rows::of(*n.row) == rows::kAndAll ? " & " : " | ") + *part;
      }
      if (text.empty()) return std::nullopt;
      return text + ")";
    }
    default:
      return std::nullopt;
  }
}

}  // namespace ludex::games::lud::codegen
