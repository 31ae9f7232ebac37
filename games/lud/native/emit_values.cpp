// Numbers, conditions and regions as C++ expressions.
#include <algorithm>

#include "games/lud/native/emit.hpp"
#include "games/lud/native/rows.hpp"

namespace ludex::games::lud::native {

namespace {
std::string call(const std::string& name, const std::string& a) {
  return name + "(" + a + ")";
}
std::string typed(const char* name, int type, const std::string& a) {
  return std::string(name) + "<" + std::to_string(type) + ">(s, " + a + ")";
}
}  // namespace

std::string Emitter::role(int role_index) const {
  switch (static_cast<Role>(role_index)) {
    case Role::kMover:
    case Role::kFriend:
      return "H(s).mover";
    case Role::kNext:
      return "H(s).next";
    case Role::kPrev:
      return "H(s).prev";
    case Role::kShared:
    case Role::kAll:
    case Role::kEach:
      return std::to_string(p_.players + 1);
    case Role::kPlayer:
      return "it.player";
    case Role::kEnemy:
    case Role::kNonMover:
      return p_.players == 2 ? "(3 - H(s).mover)" : "0";
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
std::string Emitter::boolean(const Node& n) {
  if (n.constant && n.type == Type::kBool) return n.imm != 0 ? "true" : "false";
  try {
    return "(" + known_boolean(n) + ")";
  } catch (const Unknown&) {
    return "ask_bool(" + std::to_string(number_of(n)) + ", s, it)";
  }
}
std::string Emitter::region(const Node& n) {
  if (n.constant) return constant_region(static_cast<const Region*>(n.table)->data());
  try {
    return known_region(n);
  } catch (const Unknown&) {
    return "ask_region(" + std::to_string(number_of(n)) + ", s, it)";
  }
}

bool Emitter::is_sure(const Node& site, int type) const {
  if (!on_board_ || type != own() || site.row == nullptr) return false;
  const int row = rows::of(*site.row);
  return row == rows::kTo || row == rows::kBetween;
}

std::string Emitter::number(const Node& n, std::size_t k, int fallback) {
  return n.has(k) ? integer(n.kid(k)) : std::to_string(fallback);
}

std::string Emitter::constant_region(const std::uint64_t* words) {
  std::string values = "{{";
  for (int w = 0; w < p_.layout.words; ++w) values += std::to_string(words[w]) + "UL,";
  return table("R", "", values + "}}");
}

std::string Emitter::table(const std::string& type, const std::string& shape, const std::string& values) {
  const auto [found, added] = known_tables_.try_emplace(type + shape + values);
  if (added) {
    found->second = fresh("k");
    tables_ += "static const " + type + " " + found->second + shape + " = " + values + ";\n";
  }
  return found->second;
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
      return "(int)H(s).mover";
    case rows::kNext:
      return "(int)H(s).next";
    case rows::kPrev:
      return "(int)H(s).prev";
    case rows::kLastTo:
      if (n.has(0)) throw Unknown{};
      return "(int)H(s).last_to";
    case rows::kLastFrom:
      return "(int)H(s).last_from";
    case rows::kCounter:
      return "H(s).counter";
    case rows::kVar:
      if (n.imm >= 0) throw Unknown{};
      return "H(s).variable";
    case rows::kScore:
      return "H(s).score[" + i(0) + "]";
    case rows::kPlayerValue:
      return "H(s).value[" + i(0) + "]";
    case rows::kPendingValue:
      return "(H(s).pending_count == 1 ? H(s).pending[0] : 0)";
    case rows::kState:
      return typed("state_at", n.imm, i(1));
    case rows::kWhat:
      return typed(is_sure(n.kid(1), n.imm) ? "what" : "what_at", n.imm, i(1));
    case rows::kWho:
      return typed(is_sure(n.kid(1), n.imm) ? "who" : "who_at", n.imm, i(1));
    case rows::kPieceValue:
      return "value_at(s, " + i(0) + ")";
    case rows::kCountAt:
      return typed("count_at", n.imm, i(1));
    case rows::kCountSites:
      return "population(" + region(n.kid(0)) + ")";
    case rows::kCountMoves:
      return "(int)H(s).plies";
    case rows::kCountMovesThisTurn:
      return "(int)H(s).turn_moves";
    case rows::kCountTurns:
      return "((int)H(s).turns + 1)";
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
      return "at_or(" + name + ", " + std::to_string(pieces.size()) + ", " + i(1) + ", 0)";
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
      const auto& entries = p_.maps[static_cast<std::size_t>(n.imm)].entries;
      if (entries.empty() || entries.begin()->first < 0 || entries.rbegin()->first > 2000) throw Unknown{};
      std::string values = "{";
      for (int key = 0; key <= entries.rbegin()->first; ++key) {
        const auto found = entries.find(key);
        values += std::to_string(found == entries.end() ? kOff : found->second) + ",";
      }
      const std::string name = table("i32", "[]", values + "}");
      return "at_or(" + name + ", " + std::to_string(entries.rbegin()->first + 1) + ", " + i(1) + ", -1)";
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
      return call("absolute", i(0));
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
      std::vector<std::uint32_t> masks;  // by mover, or one
      if (!n.has(3)) {
        for (int q = 0; q <= p_.players; ++q) {
          const int facing = p_.facing[static_cast<std::size_t>(q)];
          masks.push_back(1U << (facing < 0 ? 0 : facing));
        }
      } else {
        if (n.kid(3).constant && n.kid(3).imm >= kDirections + static_cast<int>(Relative::kSame))
          throw Unknown{};
        const Ways w = ways(n, 3, Absolute::kAdjacent);
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
      const std::string row = !n.has(3)          ? "H(s).mover * " + size + " + "
                              : masks.size() > 1 ? "piece_row(s, it.from) * " + size + " + "
                                                 : "";
      return "ahead(" + name + " + " + row + "0, " + size + ", " + i(1) + ")";
    }
    case rows::kCountLiberties: {
      if (n.has(2)) throw Unknown{};
      int width = 0;
      const std::string st = steps(own(), ways(n, 0, Absolute::kAdjacent), width);
      return "liberties(s, " + (n.has(1) ? i(1) : std::string("(int)H(s).last_to")) + ", " + st + ", " +
             std::to_string(width) + ")";
    }
    case rows::kCountGroups: {
      int width = 0;
      const std::string st = steps(own(), ways(n, 0, Absolute::kAdjacent), width);
      const auto set =
          n.has(1) ? set_of(n.kid(1))
                   : std::optional<std::string>("owned<" + std::to_string(own()) + ">(s, H(s).mover)");
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

std::string Emitter::known_boolean(const Node& n) {
  if (n.row == nullptr) throw Unknown{};
  const auto i = [&](std::size_t k) { return integer(n.kid(k)); };
  const auto b = [&](std::size_t k) { return boolean(n.kid(k)); };
  const auto compare = [&](const char* op) { return "(int)" + i(0) + " " + op + " (int)" + i(1); };
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
      return compare("==");
    case rows::kUnequal:
      return compare("!=");
    case rows::kLess:
      return compare("<");
    case rows::kLessEqual:
      return compare("<=");
    case rows::kGreater:
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
      return "(int)" + i(0) + " == H(s).mover";
    case rows::kIsNext:
      return "(int)" + i(0) + " == H(s).next";
    case rows::kIsPrev:
      return "(int)" + i(0) + " == H(s).prev";
    case rows::kIsEven:
      return i(0) + " % 2 == 0";
    case rows::kIsOdd:
      return i(0) + " % 2 != 0";
    case rows::kIsIn:
      return "within(" + region(n.kid(1)) + ", " + i(0) + ")";
    case rows::kIsPending:
      return "H(s).pending_count != 0";
    case rows::kIsFull:
      return "population(board_only<" + std::to_string(own()) + ">(load(empty_at(s, " +
             std::to_string(own()) + ")))) == 0";
    case rows::kIsVisited:
      return "visited(s, " + i(0) + ")";
    case rows::kAllPassed:
      return "H(s).passes >= PLAYERS";
    case rows::kWasPass:
      return "H(s).passes != 0";
    case rows::kNoPieces:
      return known_integer(n) + " == 0";
    case rows::kNoMoves:
      if (static_cast<Role>(n.kid(0).imm) != Role::kNext) return "(H(s).stalemated >> " + i(0) + " & 1) != 0";
      return "!has_moves(s, it, " + i(0) + ")";
    case rows::kCanMove: {
      const auto saved = thens_;
      thens_.clear();
      const std::string name = fresh("can");
      const std::string body = moves(n.kid(0));
      thens_ = saved;
      functions_ += "static bool " + name +
                    "(u8* s, It it) {\n  Ws* const w = it.w;\n  const u32 begin = w->n;\n" + body +
                    "  const bool any = w->n > begin;\n  w->n = begin;\n  return any;\n}\n";
      return name + "(s, it)";
    }
    case rows::kAllSites:
      return "all_sites(" + region(n.kid(0)) + ", it, [&](It& it) { return " + b(1) + "; })";
    case rows::kIsRelated: {
      int width = 0;
      Ways w;
      w.kind = Ways::kConstant;
      w.mask = 1U << n.kid(0).imm;
      const std::string st = steps(own(), w, width);
      return "related(" + region(n.kid(2)) + ", " + i(1) + ", " + st + ", " + std::to_string(width) + ")";
    }
    case rows::kIsRelatedSite: {
      int width = 0;
      Ways w;
      w.kind = Ways::kConstant;
      w.mask = 1U << n.kid(0).imm;
      const std::string st = steps(own(), w, width);
      return "related(with(none(), " + i(2) + "), " + i(1) + ", " + st + ", " + std::to_string(width) + ")";
    }
    case rows::kIsLine:
      return line(n);
    case rows::kIsThreatened:
      return threatened(n);
    case rows::kIsConnectedRegions: {
      std::vector<std::string> list;
      for (const Node* each : n.kid(3).kids) list.push_back(region(*each));
      return connected(n, list, "");
    }
    case rows::kIsConnectedRole: {
      const int who = n.kid(3).imm;
      const auto kind = static_cast<Role>(who);
      if (kind != Role::kMover && kind != Role::kNext && !(who >= 1 && who <= p_.players)) throw Unknown{};
      std::string text = "(" + role(who) + " == 0 ? false";
      for (int q = 1; q <= p_.players; ++q) {
        std::vector<std::string> list;
        for (const NamedRegion& named : p_.regions) {
          if (named.owner != q) continue;
          for (const Node* each : named.nodes) list.push_back(region(*each));
        }
        text +=
            " : " + role(who) + " == " + std::to_string(q) + " ? " + connected(n, list, std::to_string(q));
      }
      return text + " : false)";
    }
    case rows::kIsConnectedParts: {
      const Topology& board = p_.board();
      std::vector<std::string> list;
      const auto of = [&](const std::vector<int>& sites, bool corners) {
        std::vector<std::uint64_t> words(static_cast<std::size_t>(p_.layout.words), 0);
        for (const int at : sites) set(words.data(), at);
        if (!corners)
          for (const int at : board.corners) reset(words.data(), at);
        list.push_back(constant_region(words.data()));
      };
      if (n.kid(3).imm == 1) {
        for (const int corner : board.corners) of({corner}, true);
      } else {
        for (const auto& side : board.side_runs) of(side, n.kid(3).imm != 2);
      }
      return connected(n, list, "");
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

// (is Connected ...): the group at a site touches that many of the regions.
std::string Emitter::connected(const Node& n, std::vector<std::string> regions, const std::string& owner) {
  if (n.has(0) && !n.kid(0).constant) throw Unknown{};
  const int wanted = n.has(0) ? n.kid(0).imm : static_cast<int>(regions.size());
  int width = 0;
  const std::string st = steps(own(), ways(n, 1, Absolute::kAdjacent), width);
  const std::string at = n.has(2) ? integer(n.kid(2)) : "(int)H(s).last_to";
  if (regions.empty()) return "false";
  std::string count;
  for (const std::string& each : regions) count += "overlap(group, " + each + ") + ";
  return "connected(s, " + at + ", " + (owner.empty() ? "-1" : owner) + ", " + st + ", " +
         std::to_string(width) + ", [&](const R& group) { return " + count +
         "0 >= " + std::to_string(wanted) + "; })";
}

// (is Line n [directions] [through] ...) through one site.
std::string Emitter::line(const Node& n) {
  enum : std::size_t { kLength, kDirections, kThrough, kThroughAny, kWho, kWhat, kExact, kIf };
  if (n.has(kThroughAny) || n.has(kWho) || n.has(kWhat) || n.has(kIf) || !n.kid(kLength).constant)
    throw Unknown{};
  if (n.has(kExact) && !n.kid(kExact).constant) throw Unknown{};
  const bool exact = n.has(kExact) && n.kid(kExact).imm != 0;
  Ways w = ways(n, kDirections, Absolute::kAdjacent);
  if (w.kind != Ways::kConstant) throw Unknown{};
  const int length = n.kid(kLength).imm;
  // Concrete directions; if each has one line at most and its opposite is there, one of the two is enough.
  const Topology& board = p_.board();
  std::uint32_t mask = 0;
  for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) {
    const int d = __builtin_ctz(rest);
    if (d < kConcrete) {
      mask |= 1U << d;
      continue;
    }
    for (int at = 0; at < board.size(); ++at)
      for (const Radial& radial : board.radials(d, at)) mask |= 1U << radial.direction;
  }
  const auto back_of = [](int d) { return d < 16 ? (d + 8) % 16 : d ^ 1; };
  std::uint32_t half = mask;
  for (int d = 0; d < kConcrete; ++d) {
    if ((mask >> d & 1U) == 0) continue;
    bool symmetric = (mask >> back_of(d) & 1U) != 0;
    for (int at = 0; at < board.size(); ++at)
      symmetric = symmetric && board.radials(d, at).size() <= 1 && board.radials(back_of(d), at).size() <= 1;
    if (symmetric && d < back_of(d)) half &= ~(1U << back_of(d));
    if (!symmetric) half |= 1U << back_of(d) & mask;
  }
  if (const auto masks = line_masks(n, half, mask, length, exact)) return *masks;
  const int longest = exact ? length : length - 1;
  std::string text = "line<" + std::to_string(length) + ", " + (exact ? "true" : "false") + ">(s, " +
                     (n.has(kThrough) ? integer(n.kid(kThrough)) : std::string("(int)H(s).last_to"));
  // Pairs of lines: ahead, and those behind.
  std::string pool = "{", index = "{0";
  int pairs = 0, at_pool = 0;
  std::string list = "{";
  for (int at = 0; at < board.size(); ++at) {
    const auto write = [&](const Radial* radial) {
      const int size = radial == nullptr ? 0 : std::min(radial->size, longest);
      list += "{" + std::to_string(at_pool) + "," + std::to_string(size) + ",0},";
      for (int k = 0; k < size; ++k) pool += std::to_string(radial->sites[k]) + ",";
      at_pool += size;
    };
    for (int d = 0; d < kConcrete; ++d) {
      if ((half >> d & 1U) == 0) continue;
      const auto& behind = board.radials(back_of(d), at);
      const auto& ahead = board.radials(d, at);
      if (behind.size() > 1) throw Unknown{};
      for (const Radial& radial : ahead) {
        if (at_pool > 60'000) throw Unknown{};
        write(&radial);
        write(behind.empty() ? nullptr : behind.data());
        ++pairs;
      }
      // One that goes back only.
      const bool alone = ahead.empty() && !behind.empty() && (mask >> back_of(d) & 1U) != 0 &&
                         (half >> back_of(d) & 1U) == 0;
      if (alone) {
        write(behind.data());
        write(nullptr);
        ++pairs;
      }
    }
    index += "," + std::to_string(pairs);
  }
  return text + ", " + table("u16", "[]", index + "}") + ", " + table("Rd", "[]", list + "}") + ", " +
         table("i16", "[]", pool + "0}") + ")";
}

// Of small boards with one kind of piece a player: the lines through each site as sets.
std::optional<std::string> Emitter::line_masks(const Node& n, std::uint32_t half, std::uint32_t all,
                                               int length, bool exact) {
  enum : std::size_t { kThrough = 2 };
  if (p_.layout.words > 2 || length < 2) return std::nullopt;
  std::map<int, int> kinds;
  for (std::size_t c = 1; c < p_.components.size(); ++c) ++kinds[p_.components[c].owner];
  for (const auto& [owner, count] : kinds)
    if (count > 1) return std::nullopt;
  const Topology& board = p_.board();
  std::string list = "{", index = "{0";
  int count = 0;
  for (int at = 0; at < board.size(); ++at) {
    for (std::uint32_t rest = half; rest != 0; rest &= rest - 1) {
      const int d = __builtin_ctz(rest);
      if (d >= 16) return std::nullopt;
      const auto& ahead = board.radials(d, at);
      const auto& behind = board.radials((d + 8) % 16, at);
      if (ahead.size() > 1 || behind.size() > 1) return std::nullopt;
      // A direction without a line from here says nothing, but its opposite may.
      if (ahead.empty() && (all >> ((d + 8) % 16) & 1U) == 0) continue;
      std::vector<int> line;
      if (!behind.empty())
        for (int k = behind[0].size - 1; k >= 0; --k) line.push_back(behind[0].sites[k]);
      const int here = static_cast<int>(line.size());
      line.push_back(at);
      if (!ahead.empty())
        for (int k = 0; k < ahead[0].size; ++k) line.push_back(ahead[0].sites[k]);
      const int size = static_cast<int>(line.size());
      for (int begin = std::max(0, here - length + 1); begin <= here && begin + length <= size; ++begin) {
        Region line_set(static_cast<std::size_t>(p_.layout.words), 0);
        for (int k = begin; k < begin + length; ++k) set(line_set.data(), line[static_cast<std::size_t>(k)]);
        Region window = line_set;
        if (exact && begin > 0) set(window.data(), line[static_cast<std::size_t>(begin - 1)]);
        if (exact && begin + length < size)
          set(window.data(), line[static_cast<std::size_t>(begin + length)]);
        for (const Region& each : {line_set, window}) {
          list += "{{";
          for (const std::uint64_t word : each) list += std::to_string(word) + "UL,";
          list += "}},";
        }
        ++count;
      }
    }
    index += "," + std::to_string(count);
  }
  return "line_of_sets(s, " +
         (n.has(kThrough) ? integer(n.kid(kThrough)) : std::string("(int)H(s).last_to")) + ", " +
         table("u16", "[]", index + "}") + ", " + table("R", "[]", list + "{{0}}}") + ")";
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
      return "owned<" + type + ">(s, H(s).mover)";
    case rows::kEqual: {
      // Of who is nobody there are empty sites too.
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

// (is Threatened piece [at]): an enemy's move ends there, or takes it.
std::string Emitter::threatened(const Node& n) {
  const auto saved = thens_;
  thens_.clear();
  const int component = component_;
  std::string cases;
  std::string reaches = "{{{0}},";
  for (int at = 1; at < p_.board_sites; ++at) reaches += "{{0}},";
  bool whole = true;
  for (std::size_t c = 1; c < p_.components.size(); ++c) {
    const Component& each = p_.components[c];
    std::vector<Region> reach(static_cast<std::size_t>(p_.board_sites),
                              Region(static_cast<std::size_t>(p_.layout.words), 0));
    component_ = static_cast<int>(c);
    if (each.moves != nullptr && !add_reach(*each.moves, reach)) {
      for (Region& all : reach) std::fill(all.begin(), all.end(), ~std::uint64_t{0});
    }
    for (const Region& sites : reach) {
      reaches += "{{";
      for (const std::uint64_t word : sites) reaches += std::to_string(word) + "UL,";
      reaches += "}},";
    }
    if (each.owner < 1 || each.owner > p_.players || each.moves == nullptr) continue;
    std::string body;
    try {
      body = known_moves(*each.moves);
    } catch (const Unknown&) {
      whole = false;
    }
    if (body.find("push_heavy") != std::string::npos) whole = false;
    if (!whole) break;
    std::string& name = function_of_["(u8* s, It it) {\n  Ws* const w = it.w;\n  (void)w;\n" + body + "}\n"];
    if (name.empty()) {
      name = fresh("of_piece");
      functions_ += "static inline void " + name + "(u8* s, It it) {\n  Ws* const w = it.w;\n  (void)w;\n" +
                    body + "}\n";
    }
    cases += "  case " + std::to_string(c) + ": " + name + "(s, it); break;\n";
  }
  component_ = component;
  thens_ = saved;
  if (!whole) throw Unknown{};
  std::string& name = function_of_["attacked" + cases];
  if (name.empty()) {
    name = fresh("moves_of_piece");
    functions_ += "static void " + name + "(u8* s, It it, int piece) {\n  switch (piece) {\n" + cases +
                  "  default: break;\n  }\n}\n";
  }
  const std::string piece = integer(n.kid(0));
  const std::string table_name = table("R", "[]", reaches + "}");
  if (!n.has(1)) return "threatened(s, it, " + piece + ", " + table_name + ", " + name + ")";
  return "threatened_at(s, it, " + piece + ", " + integer(n.kid(1)) + ", " + table_name + ", " + name + ")";
}

std::string Emitter::piece_set(const std::string& kind, int type) const {
  const std::string t = std::to_string(type);
  if (kind == "Empty") return "empty_sites<" + t + ">(s)";
  if (kind == "NotEmpty") return "pieces_of_all(s, " + t + ")";
  if (kind == "Own") return "owned<" + t + ">(s, H(s).mover)";
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
      values += "{{";
      for (const std::uint64_t word : all) values += std::to_string(word) + "UL,";
      values += "}},";
    }
    return table("R", "[]", values + "}") + "[" + who + "]";
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
        values += "{{";
        for (const std::uint64_t word : near) values += std::to_string(word) + "UL,";
        values += "}},";
      }
      const std::string name = table("R", "[]", values + "}");
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
        values += "{{";
        for (const std::uint64_t word : all) values += std::to_string(word) + "UL,";
        values += "}},";
      }
      return "region_at(" + table("R", "[]", values + "}") + ", " + std::to_string(board.size()) + ", " +
             i(0) + ")";
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
      return "filter(" + r(0) + ", it, [&](It& it) { return " + boolean(n.kid(1)) + "; })";
    case rows::kIfRegion:
      return "(" + boolean(n.kid(0)) + " ? " + r(1) + " : " + (n.has(2) ? r(2) : "none()") + ")";
    case rows::kSitesState:
      return "sites_with_state(s, " + i(0) + ")";
    case rows::kSitesPending:
      return "pending(s)";
    case rows::kSitesLastTo:
      return "with(none(), H(s).last_to)";
    case rows::kSitesToClear:
      return "load(s + O_TO_CLEAR)";
    case rows::kSitesRow:
    case rows::kSitesColumn: {
      const auto& values = rows::of(*n.row) == rows::kSitesRow ? p_.board().row : p_.board().column;
      const int count = *std::max_element(values.begin(), values.end()) + 1;
      std::string text = "{";
      for (int wanted = 0; wanted < count; ++wanted) {
        Region all(static_cast<std::size_t>(p_.layout.words), 0);
        for (std::size_t at = 0; at < values.size(); ++at)
          if (values[at] == wanted) set(all.data(), static_cast<int>(at));
        text += "{{";
        for (const std::uint64_t word : all) text += std::to_string(word) + "UL,";
        text += "}},";
      }
      return "region_at(" + table("R", "[]", text + "}") + ", " + std::to_string(count) + ", " + i(0) + ")";
    }
    case rows::kSitesStart: {
      std::string values = "{";
      for (const auto& sites : p_.start_sites) {
        Region all(static_cast<std::size_t>(p_.layout.words), 0);
        for (const int at : sites) set(all.data(), at);
        values += "{{";
        for (const std::uint64_t word : all) values += std::to_string(word) + "UL,";
        values += "}},";
      }
      return "region_at(" + table("R", "[]", values + "}") + ", " + std::to_string(p_.start_sites.size()) +
             ", " + integer(n.kid(0).kid(0)) + ")";
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
        values += "{{";
        for (const std::uint64_t word : all) values += std::to_string(word) + "UL,";
        values += "}},";
      }
      return "region_at(" + table("R", "[]", values + "}") + ", " + std::to_string(board.size()) + ", " +
             i(0) + ")";
    }
    default:
      throw Unknown{};
  }
}

}  // namespace ludex::games::lud::native
