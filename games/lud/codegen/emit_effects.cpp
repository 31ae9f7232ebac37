// Effects as C++ statements: evaluates all of a list before making any of it.
#include <algorithm>

#include "games/lud/codegen/emit.hpp"
#include "games/lud/codegen/parts.hpp"
#include "games/lud/codegen/rows.hpp"

namespace ludex::games::lud::codegen {

std::string Emitter::put_thens(const std::vector<const Node*>& thens) {
  std::string text;
  for (const Node* each : thens) text += "  put_then(w, " + s_of(then_id(each)) + ");\n";
  return text;
}
std::string Emitter::part(const std::string& put, const std::vector<const Node*>& thens) {
  return thens.empty() ? put : "  {\n" + put + put_thens(thens) + "  }\n";
}

// `thens`: the consequents of every part, the innermost first.
std::string Emitter::effects(const Node& n, const std::vector<const Node*>& thens) {
  return known_effects(n, thens);
}

// A node with one direct effect, or none, as a statement.
std::optional<std::string> Emitter::direct(const Node& n) {
  if (n.row == nullptr || p_.uses_last_touched) return std::nullopt;
  switch (rows::of(*n.row)) {
    case rows::kMoveAgain:
      if (n.has(0)) return std::nullopt;
      return "head(s).next = head(s).mover;";
    case rows::kSetCounter:
      if (n.has(1)) return std::nullopt;
      return "head(s).counter = " + number(n, 0, -1) + ";";
    case rows::kAddScore:
    case rows::kSetScore: {
      if (n.has(2) || n.kid(0).type != Type::kRole) return std::nullopt;
      const auto kind = static_cast<Role>(n.kid(0).imm);
      const bool one =
          kind == Role::kMover || kind == Role::kNext || (n.kid(0).imm >= 1 && n.kid(0).imm <= p_.players);
      if (!one) return std::nullopt;
      return "head(s).score[" + role(n.kid(0).imm) + "] " +
             (rows::of(*n.row) == rows::kAddScore ? "+= " : "= ") + integer(n.kid(1)) + ";";
    }
    case rows::kMoveRemove:
    case rows::kRemove:
      if (n.has(2) || n.has(3) || n.has(4) || !n.has(1) || n.kid(1).type != Type::kInt) return std::nullopt;
      return "if (const int at = " + integer(n.kid(1)) + "; is_occupied<" + s_of(n.imm) +
             ">(s, at)) remove_piece<Hashes>(s, " + s_of(n.imm) + ", at);";
    case rows::kIfMoves: {
      if (n.has(3)) return std::nullopt;
      const auto yes = direct(n.kid(1));
      if (!yes) return std::nullopt;
      std::string text = "if (" + boolean(n.kid(0)) + ") { " + *yes + " }";
      if (n.has(2)) {
        const auto no = direct(n.kid(2));
        if (!no) return std::nullopt;
        text += " else { " + *no + " }";
      }
      return text;
    }
    case rows::kSetState: {
      if (n.has(3)) return std::nullopt;
      return "if (const int at = " + integer(n.kid(1)) + "; in_range<" + s_of(n.imm) +
             ">(at)) set_state<Hashes>(s, " + s_of(n.imm) + ", at, " + integer(n.kid(2)) + ");";
    }
    default:
      return std::nullopt;
  }
}

// An (apply [if] effect) as argument k.
std::string Emitter::apply(const Node* where, std::size_t k, const std::vector<const Node*>& thens) {
  if (where == nullptr || !where->has(k)) return "";
  const Node& apply = where->kid(k);
  if (!apply.has(1)) return "";
  std::string text;
  if (apply.has(0)) text += "  if (" + boolean(apply.kid(0)) + ") ";
  return text + "  {\n" + effects(apply.kid(1), thens) + "  }\n";
}

std::string Emitter::known_effects(const Node& n, std::vector<const Node*> thens) {
  if (n.row == nullptr) throw Unknown{};
  const auto i = [&](std::size_t k) { return integer(n.kid(k)); };
  const auto add_then = [&](std::size_t k) {
    if (n.has(k)) thens.insert(thens.begin(), &n.kid(k));
  };
  // The consequents of outer ludemes come later.
  const auto outer_then = [&](std::size_t k) {
    std::vector<const Node*> list;
    if (n.has(k)) list.push_back(&n.kid(k));
    list.insert(list.end(), thens.begin(), thens.end());
    return list;
  };
  const auto all = [&](const std::vector<Node*>& kids, const std::vector<const Node*>& list) {
    std::string text;
    for (const Node* kid : kids) text += effects(*kid, list);
    return text;
  };
  const auto at_site = [&](const char* kind) {
    add_then(3);
    return "  if (const int at = " + i(1) + "; in_range<" + s_of(n.imm) + ">(at)) {\n  put_site(w, " + kind +
           ", " + s_of(n.imm) + ", at, " + i(2) + ");\n" + put_thens(thens) + "  }\n";
  };
  const auto of_player = [&](const char* kind) {
    if (n.kid(0).type == Type::kPlayerOf) throw Unknown{};
    add_then(2);
    const bool everyone = n.kid(0).type == Type::kRole && (static_cast<Role>(n.kid(0).imm) == Role::kEach ||
                                                           static_cast<Role>(n.kid(0).imm) == Role::kAll);
    return "  {\n  const int value = " + i(1) + ";\n  for (int q = 1; q <= kPlayers; ++q) {\n" +
           (everyone ? std::string() : "  if (q != " + i(0) + ") continue;\n") + "  put_site(w, " + kind +
           ", 0, kOff, value);\n  w->actions[w->action_count - 1].player = (i8)q;\n" + put_thens(thens) +
           "  }\n  }\n";
  };
  switch (rows::of(*n.row)) {
    case rows::kBoth:
    case rows::kAndBoth:
      return effects(n.kid(0), outer_then(2)) + effects(n.kid(1), outer_then(2));
    case rows::kEvery:
    case rows::kAndEvery:
    case rows::kSeq:
      return all(n.kid(0).kids, outer_then(1));
    case rows::kIfMoves: {
      std::string text = "  if (" + boolean(n.kid(0)) + ") {\n" + effects(n.kid(1), outer_then(3)) + "  }";
      if (n.has(2)) text += " else {\n" + effects(n.kid(2), outer_then(3)) + "  }";
      return text + "\n";
    }
    case rows::kPriority:
    case rows::kPriorityTwo: {
      const bool two = rows::of(*n.row) == rows::kPriorityTwo;
      std::vector<Node*> kids = two ? std::vector<Node*>{n.kids[0], n.kids[1]} : n.kid(0).kids;
      std::string text = "  {\n  const u32 before = w->action_count;\n";
      for (const Node* kid : kids)
        text += "  if (w->action_count == before) {\n" + effects(*kid, outer_then(two ? 2 : 1)) + "  }\n";
      return text + "  }\n";
    }
    case rows::kForEachSite: {
      const std::string sites = fresh("r");
      return "  {\n  const SiteSet " + sites + " = " + region(n.kid(0)) +
             ";\n  const Iterators outer = it;\n  LUD_EACH_SITE(" + sites +
             ", at) {\n  Iterators it = outer;\n  it.site = it.to = at;\n" +
             effects(n.kid(1), outer_then(2)) + "  }\n  }\n";
    }
    case rows::kForEachPlayer:
      return "  {\n  const Iterators outer = it;\n  for (int q = 1; q <= kPlayers; ++q) {\n  Iterators it = "
             "outer;\n  "
             "it.player = q;\n" +
             effects(n.kid(0), outer_then(1)) + "  }\n  }\n";
    case rows::kForEachValue:
      return "  {\n  const Iterators outer = it;\n  const int low = " + i(0) + ", high = smaller(" + i(1) +
             ", low + 10000);\n  for (int v = low; v <= high; ++v) {\n  Iterators it = outer;\n  it.value = "
             "v;\n" +
             effects(n.kid(2), outer_then(3)) + "  }\n  }\n";
    case rows::kAllCombinations: {
      // Pairs one effect with one other.
      add_then(2);
      const auto single = [](const Node& each) {
        if (each.row == nullptr) return false;
        switch (rows::of(*each.row)) {
          case rows::kAdd:
            return each.has(1) && each.kid(1).has(1) && each.kid(1).kid(1).type == Type::kInt &&
                   !each.has(3) && each.has(0) && each.kid(0).kid(0).type != Type::kArray;
          case rows::kRemove:
            return each.has(1) && each.kid(1).type == Type::kInt && !each.has(3) && !each.has(4);
          case rows::kFlip:
            return !each.has(2);
          default:
            return false;
        }
      };
      if (!single(n.kid(0)) || !single(n.kid(1))) throw Unknown{};
      return "  {\n  const u32 one = w->action_count;\n" + effects(n.kid(0), {}) +
             "  if (const u32 two = w->action_count; two > one) {\n" + effects(n.kid(1), {}) +
             "  if (w->action_count == two) w->action_count = one;\n" +
             (thens.empty() ? std::string() : "  else {\n" + put_thens(thens) + "  }\n") + "  }\n  }\n";
    }
    case rows::kMoveRemove:
    case rows::kRemove: {
      if (n.has(3)) throw Unknown{};
      add_then(4);
      const std::string kind = n.has(2) ? "kRemoveLater" : "kRemove";
      return site_loop(n, 1, "kOff",
                       "  if (is_occupied<" + s_of(n.imm) + ">(s, at)) {\n  put_site(w, " + kind + ", " +
                           s_of(n.imm) + ", at, 0);\n" + put_thens(thens) + "  }\n");
    }
    case rows::kMoveAdd:
    case rows::kAdd: {
      const Node* const to = kid_or_null(n, 1);
      if (to != nullptr && to->has(3)) throw Unknown{};
      add_then(3);
      const int type = type_of(to, own());
      const std::string count = number(n, 2, 1);
      std::string pieces;
      std::string values;
      const auto one = [&](const std::string& piece, bool sure) {
        const std::string name = fresh("piece");
        values += "  const int " + name + " = " + piece + ";\n";
        pieces += (sure ? "  {\n" : "  if (" + name + " > 0) {\n") +
                  ("  put_site(w, kAdd, " + s_of(type) + ", at, " + name +
                   ");\n  w->actions[w->action_count - 1].count = (i16)count, w->actions[w->action_count - "
                   "1].state = (i16)state;\n") +
                  put_thens(thens) + "  }\n";
      };
      std::string state = "0";
      if (!n.has(0)) {
        one("head(s).mover", true);
      } else {
        const Node& piece = n.kid(0);
        if (piece.has(1)) state = integer(piece.kid(1));
        const std::vector<const Node*> list = one_or_more(piece.kid(0));
        for (const Node* each : list) {
          if (each->type != Type::kString) {
            one(integer(*each), false);
            continue;
          }
          const int whole = p_.component(each->text());
          std::string by_owner = "{";
          for (int q = 0; q <= p_.players + 1; ++q) by_owner += s_of(p_.component(each->text(), q)) + ",";
          one(whole != 0 ? s_of(whole) : table("i16", "[]", by_owner + "}") + "[head(s).mover]", false);
        }
      }
      std::string inner =
          "  if (in_range<" + s_of(type) + ">(at)) {\n  Iterators it = outer_to;\n  it.to = it.site = at;\n";
      inner +=
          to != nullptr && to->has(2) ? "  if (" + boolean(to->kid(2)) + ") {\n" + pieces + "  }\n" : pieces;
      inner += "  }\n";
      std::string text = "  {\n  const Iterators outer_to = it;\n  const int count = " + count +
                         ", state = " + state + ";\n" + values;
      text += to == nullptr ? "  if (const int at = it.to; at >= 0) {\n" + inner + "  }\n"
                            : site_loop(*to, 1, "it.to", inner);
      return text + "  }\n";
    }
    case rows::kMoveFromTo:
    case rows::kFromTo: {
      const Node& from = n.kid(0);
      const Node& to = n.kid(1);
      if (n.has(3) || to.has(3)) throw Unknown{};
      add_then(4);
      const int from_type = type_of(&from, own());
      const int to_type = type_of(&to, own());
      std::string put_text =
          "  put_site(w, " + std::string(n.has(2) ? "kMoveCount" : "kMove") + ", " + s_of(from_type) +
          ", from, 0);\n  {\n  Action& a = w->actions[w->action_count - 1];\n  a.to = (i16)at, a.to_type = " +
          s_of(to_type) + ", a.state = -1" + (n.has(2) ? ", a.count = (i16)count" : "") + ";\n  }\n" +
          put_thens(thens);
      std::string inner =
          "  if (in_range<" + s_of(to_type) + ">(at)) {\n  Iterators it = outer_to;\n  it.to = at;\n";
      inner += to.has(2) ? "  if (" + boolean(to.kid(2)) + ") {\n" + put_text + "  }\n" : put_text;
      const std::string count = n.has(2) ? "  const int count = clamped(" + i(2) + ");\n" : "";
      return from_loop(&from, "  if (what<" + s_of(from_type) + ">(s, from) != 0) {\n" + count +
                                  "  const Iterators outer_to = it;\n" +
                                  site_loop(to, 1, "it.to", inner + "  }\n") + "  }\n");
    }
    case rows::kMovePromote:
    case rows::kPromote: {
      add_then(4);
      return promoted(n, "  put_site(w, kPromote, " + s_of(n.imm) + ", at, piece);\n" + put_thens(thens));
    }
    case rows::kSetState:
      return at_site("kSetState");
    case rows::kSetValue:
      return at_site("kSetValue");
    case rows::kSetCount:
      return at_site("kSetCount");
    case rows::kSetPlayerValue:
      return of_player("kSetPlayerValue");
    case rows::kSetScore:
      return of_player("kSetScore");
    case rows::kAddScore:
      return of_player("kAddScore");
    case rows::kSetCounter:
      add_then(1);
      return part("  put_site(w, kSetCounter, 0, kOff, " + number(n, 0, -1) + ");\n", thens);
    case rows::kSetPending: {
      add_then(1);
      if (!n.has(0)) return part("  put_site(w, kSetPending, 0, kOff, 1);\n", thens);
      if (n.kid(0).type == Type::kInt)
        return part("  put_site(w, kSetPending, 0, kOff, " + i(0) + ");\n", thens);
      return site_loop(n, 0, "kOff", "  put_site(w, kSetPending, 0, kOff, at);\n" + put_thens(thens));
    }
    case rows::kMoveAgain:
      add_then(0);
      return part("  put_site(w, kMoveAgain, 0, kOff, 0);\n", thens);
    case rows::kNote:
      add_then(2);
      return part("  put_site(w, kNote, 0, kOff, 0);\n", thens);
    case rows::kFlip: {
      add_then(2);
      std::string flips = "{";
      for (const Component& component : p_.components)
        flips += "{" + s_of(component.flips[0]) + "," + s_of(component.flips[1]) + "},";
      const std::string name = table("i16", "[][2]", flips + "}");
      return "  if (const int at = " + (n.has(1) ? i(1) : std::string("it.to")) + "; in_range<" +
             s_of(n.imm) + ">(at)) {\n  const i16* const flips = " + name + "[what<" + s_of(n.imm) +
             ">(s, at)];\n  if (flips[0] != flips[1]) {\n" + "  const int now = state_at<" + s_of(n.imm) +
             ">(s, at);\n  put_site(w, kSetState, " + s_of(n.imm) +
             ", at, now == flips[0] ? flips[1] : now == flips[1] ? flips[0] : now);\n" + put_thens(thens) +
             "  }\n  }\n";
    }
    case rows::kCustodial:
      add_then(4);
      return custodial(n, thens);
    case rows::kSurround:
      add_then(5);
      return surround(n, thens);
    case rows::kEnclose:
      add_then(4);
      return enclose(n, thens);
    case rows::kDirectional:
      add_then(3);
      return directional(n, thens);
    default:
      throw Unknown{};
  }
}

namespace {
std::string start_of(const Node& n, std::string site) {
  return n.has(0) && n.kid(0).has(1) ? std::move(site) : std::string("(int)head(s).last_to");
}
}  // namespace

std::string Emitter::custodial(const Node& n, const std::vector<const Node*>& thens) {
  const Node* const between = kid_or_null(n, 2);
  const Node* const to = kid_or_null(n, 3);
  std::string low = "1", high = s_of(kInfinity);
  if (between != nullptr && between->has(1)) {
    const Node& range = between->kid(1);
    const std::string value = integer(range.kid(0));
    low = range.imm == 2 ? "1" : value;
    high = range.imm == 0 ? integer(range.kid(1)) : range.imm == 1 ? s_of(kInfinity) : value;
  }
  const Lines rd = lines(own(), ways(n, 1, Absolute::kAdjacent), kInfinity);
  const std::string t = s_of(own());
  return "  if (const int from = " +
         start_of(n, n.has(0) && n.kid(0).has(1) ? integer(n.kid(0).kid(1)) : "") +
         "; from >= 0 && from < kBoard[kOwn]) {\n  const Iterators outer = it;\n  Iterators it = outer;\n  "
         "const int low "
         "= " +
         low + ", high = " + high + ";\n  for (u32 r = " + rd.index + "[from]; r < " + rd.index +
         "[from + 1]; ++r) {\n  const Ray& rd = " + rd.radials + "[r];\n  const i16* const on = " + rd.pool +
         " + rd.first;\n  int length = 0;\n  while (length < rd.size && length < high) {\n  it.between = "
         "on[length];\n  if (!" +
         (between != nullptr && between->has(3) ? on_board(between->kid(3))
                                                : "is_enemy(s, who<" + t + ">(s, it.between))") +
         ") break;\n  ++length;\n  }\n  if (length < low || length == rd.size) continue;\n  it.to = "
         "on[length];\n  if (!" +
         (to != nullptr && to->has(2) ? on_board(to->kid(2))
                                      : "(who<" + t + ">(s, it.to) == head(s).mover)") +
         ") continue;\n  for (int k = 0; k < length; ++k) {\n  it.between = on[k];\n" +
         apply(between, 4, thens) + "  }\n  }\n  }\n";
}

std::string Emitter::surround(const Node& n, const std::vector<const Node*>& thens) {
  const Node* const between = kid_or_null(n, 2);
  const Node* const to = kid_or_null(n, 3);
  int width = 0;
  const Ways w = ways(n, 1, Absolute::kAdjacent);
  if (w.kind != Ways::kConstant) throw Unknown{};
  const std::string st = steps(own(), w, width);
  const std::string t = s_of(own());
  return "  if (const int from = " +
         start_of(n, n.has(0) && n.kid(0).has(1) ? integer(n.kid(0).kid(1)) : "") +
         "; from >= 0 && from < kBoard[kOwn]) {\n  const Iterators outer = it;\n  Iterators it = outer;\n  "
         "const int except "
         "= " +
         number(n, 4, 0) + ";\n  for (const i16* p = " + st + " + from * " + s_of(width) +
         "; *p >= 0; ++p) {\n  it.between = *p;\n  if (!" +
         (between != nullptr && between->has(3) ? on_board(between->kid(3))
                                                : "is_enemy(s, who<" + t + ">(s, *p))") +
         ") continue;\n  int missing = 0;\n  for (const i16* q = " + st + " + *p * " + s_of(width) +
         "; *q >= 0; ++q) {\n  it.to = *q;\n  if (!" +
         (to != nullptr && to->has(2) ? on_board(to->kid(2))
                                      : "(who<" + t + ">(s, it.to) == head(s).mover)") +
         ") ++missing;\n  }\n  if (missing > except) continue;\n  it.between = *p;\n" +
         apply(between, 4, thens) + "  }\n  }\n";
}

std::string Emitter::enclose(const Node& n, const std::vector<const Node*>& thens) {
  const Node* const between = kid_or_null(n, 2);
  if (n.has(3)) throw Unknown{};  // permitted empty sites belong to the group
  int width = 0;
  const Ways w = ways(n, 1, Absolute::kAdjacent);
  if (w.kind != Ways::kConstant) throw Unknown{};
  const std::string st = steps(own(), w, width);
  const std::string t = s_of(own());
  return "  if (const int from = " +
         start_of(n, n.has(0) && n.kid(0).has(1) ? integer(n.kid(0).kid(1)) : "") +
         "; from >= 0 && from < kBoard[kOwn]) {\n  const Iterators outer = it;\n  Iterators it = outer;\n  "
         "const int "
         "exceptions = " +
         number(n, 3, 0) + ";\n  const auto is_target = [&](int at) { it.between = at; return " +
         (between != nullptr && between->has(3) ? on_board(between->kid(3))
                                                : "is_enemy(s, who<" + t + ">(s, at))") +
         "; };\n  SiteSet seen = none();\n  for (const i16* p = " + st + " + from * " + s_of(width) +
         "; *p >= 0; ++p) {\n  if (test(seen, *p) || !is_target(*p)) continue;\n  SiteSet group;\n  const "
         "bool "
         "closed = enclosed(s, *p, " +
         st + ", " + s_of(width) +
         ", exceptions, group, is_target);\n  seen = seen | group;\n  if (!closed) continue;\n  "
         "LUD_EACH_SITE(group, "
         "member) {\n  it.between = member;\n" +
         apply(between, 4, thens) + "  }\n  }\n  }\n";
}

std::string Emitter::directional(const Node& n, const std::vector<const Node*>& thens) {
  const Node* const to = kid_or_null(n, 2);
  const Lines rd = lines(own(), ways(n, 1, Absolute::kAdjacent), kInfinity);
  const std::string t = s_of(own());
  return "  if (const int from = " +
         start_of(n, n.has(0) && n.kid(0).has(1) ? integer(n.kid(0).kid(1)) : "") +
         "; from >= 0 && from < kBoard[kOwn]) {\n  const Iterators outer = it;\n  Iterators it = outer;\n  "
         "for (u32 r = " +
         rd.index + "[from]; r < " + rd.index + "[from + 1]; ++r) {\n  const Ray& rd = " + rd.radials +
         "[r];\n  for (int k = 0; k < rd.size; ++k) {\n  it.to = " + rd.pool + "[rd.first + k];\n  if (!" +
         (to != nullptr && to->has(2) ? on_board(to->kid(2)) : "is_enemy(s, who<" + t + ">(s, it.to))") +
         ") break;\n" + apply(to, 3, thens) + "  }\n  }\n  }\n";
}

}  // namespace ludex::games::lud::codegen
