#include "games/lud/ludemes/sets.hpp"

#include <string_view>

namespace ludex::games::lud {

namespace {

// What a site has: its owner, piece or state, of the board's own type and without levels.
enum class Asked { kNothing, kWho, kWhat, kState };
Asked asked_of(const Node& n, const Emitter& e) {
  if (n.row == nullptr || n.type != Type::kInt || n.constant || n.kids.size() != 3 || n.has(2)) return Asked::kNothing;
  if (n.imm != e.own()) return Asked::kNothing;
  const std::string& head = n.tree->head();
  if (head == "who") return asks_for_owner(n) ? Asked::kWho : Asked::kNothing;
  return head == "what" ? Asked::kWhat : head == "state" ? Asked::kState : Asked::kNothing;
}

// True for a number that is always a player.
bool is_player(const Node& n, const Emitter& e) {
  const int players = e.program().players;
  if (n.constant && n.type == Type::kInt) return n.imm >= 1 && n.imm <= players;
  if (n.type != Type::kRole) {
    const std::string_view row = n.row != nullptr ? n.row->text : "";
    return row == "(mover)" || row == "(next)" || row == "(prev)";
  }
  const auto role = static_cast<Role>(n.imm);
  return role == Role::kMover || role == Role::kNext || (n.imm >= 1 && n.imm <= players);
}

// The sites where what is asked for is a value; `player`: it is one.
Set sites_with(const Node& asked, const std::string& value, bool player, Emitter& e) {
  const char* pattern = nullptr;
  switch (asked_of(asked, e)) {
    case Asked::kWho:
      // Empty sites have no owner either, so "nobody" cannot use the owner sets.
      if (!player) return std::nullopt;
      pattern = "owned<$0>(s, $1)";
      break;
    case Asked::kWhat:
      pattern = value == "(0)" ? "empty_sites<$0>(s)" : "sites_of_piece(s, $1)";
      break;
    case Asked::kState:
      pattern = "sites_of_state(s, $1)";
      break;
    default:
      return std::nullopt;
  }
  return e.sites_leading_to(asked.kid(1), code(pattern, {e.own(), value}));
}

Set equal_to(const Node& asked, const Node& value, Emitter& e) {
  if (asked_of(asked, e) == Asked::kNothing || !e.is_free_of_subject(value)) return std::nullopt;
  return sites_with(asked, e.integer(value), is_player(value, e), e);
}

}  // namespace

Set set_of_empty(const Node& n, Emitter& e) {
  if (n.imm != e.own()) return std::nullopt;
  return e.sites_leading_to(n.kid(1), code("empty_sites<$0>(s)", {e.own()}));
}
Set set_of_occupied(const Node& n, Emitter& e) {
  if (n.imm != e.own()) return std::nullopt;
  return e.sites_leading_to(n.kid(1), code("pieces_of_all(s, $0)", {e.own()}));
}
Set set_of_enemies(const Node& n, Emitter& e) {
  const Node& who = n.kid(0);
  if (asked_of(who, e) == Asked::kWho)
    return e.sites_leading_to(who.kid(1), code("pieces_of_enemies(s, $0)", {e.own()}));
  if (e.program().players != 2) return std::nullopt;
  return sites_with(who, "(3 - head(s).mover)", true, e);
}
Set set_of_friends(const Node& n, Emitter& e) {
  return sites_with(n.kid(0), "head(s).mover", true, e);
}
Set set_of_next(const Node& n, Emitter& e) {
  return sites_with(n.kid(0), "head(s).next", true, e);
}
Set set_of_equal(const Node& n, Emitter& e) {
  const Set found = equal_to(n.kid(0), n.kid(1), e);
  return found ? found : equal_to(n.kid(1), n.kid(0), e);
}
Set set_of_unequal(const Node& n, Emitter& e) {
  const Set found = set_of_equal(n, e);
  if (!found) return std::nullopt;
  return code("complement($0)", {*found});
}
Set set_of_region(const Node& n, Emitter& e) {
  if (!e.is_subject(n.kid(0)) || !e.is_free_of_subject(n.kid(1))) return std::nullopt;
  return e.region(n.kid(1));
}
Set complement(const Node& n, Emitter& e) {
  const Set inner = e.set_of(n.kid(0));
  if (!inner) return std::nullopt;
  return code("complement($0)", {*inner});
}
Set set_of_choice(const Node& n, Emitter& e) {
  const Set test = e.set_of(n.kid(0)), yes = e.set_of(n.kid(1));
  const Set no = n.has(2) ? e.set_of(n.kid(2)) : Set("none()");
  if (!test || !yes || !no) return std::nullopt;
  return code("(($0 & $1) | minus($2, $0))", {*test, *yes, *no});
}

}  // namespace ludex::games::lud
