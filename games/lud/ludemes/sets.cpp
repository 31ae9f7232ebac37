#include "games/lud/ludemes/sets.hpp"

#include <algorithm>
#include <string_view>

namespace ludex::games::lud {

namespace {

// The content of a site: its owner, piece or state, of the board's own type and without levels.
enum class Asked { kNothing, kWho, kWhat, kState };
Asked asked_of(const Node& n, const Emitter& e) {
  if (n.row == nullptr || n.type != Type::kInt || n.constant || n.kids.size() != 3 || n.has(2))
    return Asked::kNothing;
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
  // It is one site itself.
  if (e.is_subject(asked) && e.is_free_of_subject(value)) return code("with(none(), $0)", {e.integer(value)});
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
  if (e.program().players != 2 || e.program().teams) return std::nullopt;
  return sites_with(who, "(3 - head(s).mover)", true, e);
}
Set set_of_friends(const Node& n, Emitter& e) {
  return sites_with(n.kid(0), "head(s).mover", true, e);
}
Set set_of_allies(const Node& n, Emitter& e) {
  return e.program().teams ? std::nullopt : set_of_friends(n, e);
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
Set set_of_possible(const Node& n, Emitter& e) {
  return n.kid(0).row == nullptr ? std::nullopt : e.set_of(n.kid(0));
}

namespace {

// True if a (piece ...) is one kind that the player has.
bool is_known_piece(const Node& piece, Emitter& e) {
  const Program& p = e.program();
  const Node& which = piece.kid(0);
  const auto of_all = [&](auto&& piece_of) {
    for (int q = 1; q <= p.players; ++q)
      if (piece_of(q) <= 0) return false;
    return true;
  };
  if (which.type == Type::kString)
    return p.component(which.text()) > 0 || of_all([&](int q) { return p.component(which.text(), q); });
  if (which.row == nullptr || std::string_view(which.row->text) != "(id string [role])") return false;
  if (which.table == nullptr) return which.imm > 0;
  const auto role = static_cast<Role>(which.kid(1).imm);
  if (which.kid(1).type != Type::kRole || (role != Role::kMover && role != Role::kNext)) return false;
  const auto& by_owner = *static_cast<const std::vector<int>*>(which.table);
  return of_all([&](int q) { return by_owner[static_cast<std::size_t>(q)]; });
}
// True if every piece can be flipped, and no site without a piece gets a state.
bool flips_surely(Emitter& e) {
  const Program& p = e.program();
  const auto has_sides = [](const Component& each) { return each.flips[0] != each.flips[1]; };
  if (!std::all_of(p.components.begin() + 1, p.components.end(), has_sides)) return false;
  return std::none_of(const_cast<Program&>(p).nodes.all().begin(), const_cast<Program&>(p).nodes.all().end(),
                      [](const auto& node) {
                        return node->row != nullptr &&
                               std::string_view(node->row->text).starts_with("(set State");
                      });
}
bool is_between(const Node& n) {
  return n.row != nullptr && std::string_view(n.row->text) == "(between)";
}

}  // namespace

bool surely_acts(const Node& effect, Emitter& e) {
  if (effect.row == nullptr) return false;
  const std::string& head = effect.tree->head();
  const bool of_a_player =
      head == "promote" && (!effect.has(3) || (effect.kid(3).type == Type::kRole &&
                                               (effect.kid(3).imm == static_cast<int>(Role::kMover) ||
                                                effect.kid(3).imm == static_cast<int>(Role::kNext))));
  if (head == "promote")
    return !effect.has(0) && effect.has(1) && is_between(effect.kid(1)) && of_a_player && !effect.has(4) &&
           is_known_piece(effect.kid(2), e);
  if (head == "flip")
    return !effect.has(0) && effect.has(1) && is_between(effect.kid(1)) && !effect.has(2) && flips_surely(e);
  if (head == "add") {
    const Node* const to = effect.has(1) ? &effect.kid(1) : nullptr;
    return effect.has(0) && !effect.has(2) && !effect.has(3) && !effect.has(4) && to != nullptr &&
           !to->has(0) && to->has(1) && !to->has(2) && !to->has(3) && !to->has(4) &&
           e.is_subject(to->kid(1)) && is_known_piece(effect.kid(0), e);
  }
  if (head == "allCombinations")
    return !effect.has(2) && surely_acts(effect.kid(0), e) && surely_acts(effect.kid(1), e);
  return false;
}

Set set_of_choice(const Node& n, Emitter& e) {
  const Set test = e.set_of(n.kid(0)), yes = e.set_of(n.kid(1));
  const Set no = n.has(2) ? e.set_of(n.kid(2)) : Set("none()");
  if (!test || !yes || !no) return std::nullopt;
  return code("(($0 & $1) | minus($2, $0))", {*test, *yes, *no});
}

}  // namespace ludex::games::lud
