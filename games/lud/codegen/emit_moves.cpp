// Lists of moves as C++ statements, and the code that makes a move of the list.
#include <algorithm>
#include <string_view>

#include "games/lud/codegen/emit.hpp"
#include "games/lud/codegen/parts.hpp"
#include "games/lud/codegen/rows.hpp"

namespace ludex::games::lud::codegen {

bool Emitter::reads_iterators(const Node* node) const {
  for (const char* text : {"(site)", "(between)", "(value)", "(player)", "(from)", "Forward", "directions"})
    if (contains(node, text)) return true;
  return false;
}

std::string Emitter::push(int generator, const std::string& from, const std::string& to) const {
  if (plain_[static_cast<std::size_t>(generator)] != 0)
    return "  push_plain(w, " + s_of(generator) + ", " + from + ", " + to + ");\n";
  return "  keep(push(w, " + s_of(generator) + ", " + from + ", " + to + "), it);\n";
}

// The same for sites of the board where `condition` on (to) holds: `set` is that condition as a set of sites.
std::string Emitter::push_in(int generator, const std::string& from, const std::string& to,
                             const std::string& set) const {
  if (plain_[static_cast<std::size_t>(generator)] != 0)
    return "  push_plain_if(w, " + s_of(generator) + ", " + from + ", " + to + ", test(" + set + ", " + to +
           "));\n";
  return "  push_if(w, " + s_of(generator) + ", " + from + ", " + to + ", it, test(" + set + ", " + to +
         "));\n";
}

namespace {
// True if a text reads data that the beginning of a ply changes.
bool reads_ply(const std::string& text) {
  for (const char* word : {"(count Moves)", "Pending", "Pass", "(no Moves"})
    if (text.find(word) != std::string::npos) return true;
  return false;
}
}  // namespace

// The code that makes a move: its effects, the move itself, its consequents.
int Emitter::generator(const Way& way) {
  const std::string head =
      "      Iterators it = base;\n"
      "      it.from = m.iterator_from, it.site = m.site, it.value = m.value, it.between = m.between;\n"
      "      it.player = m.player, it.to = to;\n";
  std::string text = way.restore;
  text += way.before;
  std::string direct_effect;
  std::string effect_text = way.effects;
  bool takes_elsewhere = !way.takes_at_end;
  if (way.effect != nullptr) {
    const Node& effect = way.effect->kid(kEffect);
    std::string condition;
    if (way.conditional && way.effect->has(kApplyIf))
      condition = "if (" + boolean(way.effect->kid(kApplyIf)) + ") ";
    const std::string said = effect.tree->to_text();
    bool elsewhere = false;
    for (std::size_t at = said.find("(remove "); at != std::string::npos; at = said.find("(remove ", at + 1))
      elsewhere = elsewhere || said.compare(at, 12, "(remove (to)") != 0;
    if (elsewhere) {
      effect_text = condition + "{\n" + effects(effect, {}) + "}\n";
      takes_elsewhere = true;
    } else if (const auto known = reads_ply(said) ? std::nullopt : direct(effect)) {
      direct_effect = "      " + condition + "{ " + *known + " }\n";
    } else {
      effect_text = condition + "{\n" + effects(effect, {}) + "}\n";
    }
  }
  const bool list = !effect_text.empty();
  if (list)
    text += "      const u32 first = w->action_count;\n" + effect_text +
            "      const u32 last = w->action_count;\n";
  text += "      begin_ply(s, m, mode);\n" + direct_effect;
  if (list) text += "      run_actions<Hashes>(s, first, last, base);\n";
  text += way.action;
  text += "      moved(s, m, " + s_of(way.last_type) + ");\n";
  if (list) text += "      run_thens<Hashes>(s, first, last, base);\n      w->action_count = first;\n";
  if (way.then != nullptr) text += "      t" + s_of(then_id(way.then)) + "<Hashes>(s, base);\n";
  const auto around = thens_;  // writing a consequent may replace thens_
  for (auto each = around.rbegin(); each != around.rend(); ++each)
    text += "      t" + s_of(then_id(*each)) + "<Hashes>(s, base);\n";
  if (p_.uses_last_touched) text += "      head(s).last_touched = head(s).touched, head(s).touched = kOff;\n";
  // Code that reads no iterators needs none.
  std::string rest = text;
  for (std::size_t at = rest.find("it.to"); at != std::string::npos; at = rest.find("it.to"))
    rest.replace(at, 5, "it_to");
  const bool plain = rest.find("it.") == std::string::npos && rest.find(" it)") == std::string::npos &&
                     rest.find(" it,") == std::string::npos && rest.find("m.") == std::string::npos;
  text = plain ? "      Iterators it = base;\n      it.to = to;\n" + text : head + text;
  // Pieces of both players often share code.
  const auto [found, added] = generator_of_.try_emplace(text, generators_);
  // The first captured site, which may differ from the end site.
  if (added && list && takes_elsewhere) {
    std::string taken = text.substr(0, text.find("      const u32 last = w->action_count;"));
    taken_ +=
        "    case " + s_of(found->second) + ": {\n" + taken + "      return first_taken(w, first);\n    }\n";
  }
  if (added && !way.taken.empty())
    taken_ += "    case " + s_of(found->second) + ": {\n" + text.substr(0, text.find(way.before)) +
              "      return " + way.taken + ";\n    }\n";
  if (added) cases_ += "    case " + s_of(generators_++) + ": {\n" + text + "      return;\n    }\n";
  last_generator_ = found->second;
  plain_.resize(std::max(plain_.size(), static_cast<std::size_t>(found->second) + 1), 0);
  plain_[static_cast<std::size_t>(found->second)] = plain ? 1 : 0;
  return found->second;
}

int Emitter::then_id(const Node* then) {
  const auto [found, added] = then_ids_.try_emplace(then, static_cast<int>(then_ids_.size()));
  if (!added) return found->second;
  const int id = found->second;
  const Node& what = *then->kids[0];
  const ScopedValue component(component_, -1);
  std::string body;
  try {
    if (const auto known = direct(what)) {
      body = *known;
    } else {
      const std::string list = effects(what, {});
      body = "const u32 first = w->action_count;\n" + list + "  run_parts<Hashes>(s, first, base);";
    }
  } catch (const Unknown&) {
    body = "w->host->then(w->host, " + s_of(static_cast<int>(number_of(what))) + ", s, &base);";
  }
  thens_text_ += "template <bool Hashes> static void t" + s_of(id) +
                 "(u8* s, const Iterators& base) {\n  Iterators it = base;\n  Workspace* const w = "
                 "it.workspace;\n  (void)w;\n  (void)it;\n  " +
                 body + "\n}\n";
  return id;
}

std::string Emitter::moves(const Node& n) {
  try {
    return known_moves(n);
  } catch (const Unknown&) {
    heavy_ = true;
    std::string list = "{";
    for (auto each = thens_.rbegin(); each != thens_.rend(); ++each)
      list += s_of(static_cast<int>(number_of(**each))) + ",";
    const std::string then_list = thens_.empty() ? "nullptr" : table("u32", "[]", list + "}");
    return "  push_interpreted(" + s_of(static_cast<int>(number_of(n))) + ", " + then_list + ", " +
           s_of(static_cast<int>(thens_.size())) + ", s, it);\n";
  }
}

std::string Emitter::with_then(const Node* then, const Node& inner) {
  if (then == nullptr) return moves(inner);
  auto with_it = thens_;
  with_it.push_back(then);
  const ScopedValue around(thens_, std::move(with_it));
  return moves(inner);
}

std::string Emitter::known_moves(const Node& n) {
  if (n.row == nullptr) throw Unknown{};
  // Facts about (to) and (between) do not hold inside.
  const ScopedValue on_board(on_board_, false);
  const auto sequence = [&](const std::vector<Node*>& kids, const Node* then) {
    std::string text;
    for (const Node* kid : kids) text += with_then(then, *kid);
    return text;
  };
  const auto exclusive = [&](const std::vector<Node*>& kids, const Node* then) {
    std::string text = "  {\n  const u32 before = w->move_count;\n";
    for (const Node* kid : kids)
      text += "  if (w->move_count == before) {\n" + with_then(then, *kid) + "  }\n";
    return text + "  }\n";
  };
  switch (rows::of(*n.row)) {
    case rows::kBoth:
    case rows::kAndBoth:
      return with_then(kid_or_null(n, 2), n.kid(0)) + with_then(kid_or_null(n, 2), n.kid(1));
    case rows::kEvery:
    case rows::kAndEvery:
    case rows::kSeq:
      return sequence(n.kid(0).kids, kid_or_null(n, 1));
    case rows::kIfMoves: {
      std::string text =
          "  if (" + boolean(n.kid(0)) + ") {\n" + with_then(kid_or_null(n, 3), n.kid(1)) + "  }";
      if (n.has(2)) text += " else {\n" + with_then(kid_or_null(n, 3), n.kid(2)) + "  }";
      return text + "\n";
    }
    case rows::kPriority:
      return exclusive(n.kid(0).kids, kid_or_null(n, 1));
    case rows::kPriorityTwo:
      return exclusive({n.kids[0], n.kids[1]}, kid_or_null(n, 2));
    case rows::kForEachPiece:
      return for_each_piece(n);
    case rows::kForEachSite: {
      const std::string sites = fresh("r");
      return "  {\n  const SiteSet " + sites + " = " + region(n.kid(0)) +
             ";\n  const Iterators outer = it;\n  LUD_EACH_SITE(" + sites +
             ", at) {\n  Iterators it = outer;\n  it.site = it.to = at;\n" +
             with_then(kid_or_null(n, 2), n.kid(1)) + "  }\n  }\n";
    }
    case rows::kForEachPlayer:
      return "  {\n  const Iterators outer = it;\n  for (int q = 1; q <= kPlayers; ++q) {\n  Iterators it = "
             "outer;\n  "
             "it.player = q;\n" +
             with_then(kid_or_null(n, 1), n.kid(0)) + "  }\n  }\n";
    case rows::kDo:
      return look_ahead(n);
    case rows::kAppend:
      return append(n);
    case rows::kMoveStep:
    case rows::kStep:
      return step(n);
    case rows::kMoveSlide:
    case rows::kSlide:
      return slide(n);
    case rows::kSlideLoops:
      return slide_loops(n);
    case rows::kMaxMoves:
      return longest(n);
    case rows::kMoveHop:
    case rows::kHop:
      return hop(n);
    case rows::kMoveLeap:
    case rows::kLeap:
      return leap(n);
    case rows::kMoveFromTo:
    case rows::kFromTo:
      return from_to(n);
    case rows::kMoveAdd:
    case rows::kAdd:
    case rows::kMoveClaim:
    case rows::kClaim:
      return add(n);
    case rows::kMoveRemove:
    case rows::kRemove:
      return removal(n);
    case rows::kSelect:
      return select(n);
    case rows::kMovePromote:
    case rows::kPromote:
      return promotion(n);
    case rows::kShoot:
      return shoot(n);
    case rows::kMovePass:
    case rows::kPass: {
      Way way;
      way.last_type = own();
      way.then = kid_or_null(n, 0);
      return "  pass(w, " + s_of(generator(way)) + ");\n";
    }
    default:
      throw Unknown{};
  }
}

// Loops over the sites of a region or a number, each as `at`.
std::string Emitter::site_loop(const Node& n, std::size_t k, const std::string& fallback,
                               const std::string& body) {
  if (!n.has(k)) return "  if (const int at = " + fallback + "; at >= 0) {\n" + body + "  }\n";
  if (n.kid(k).type == Type::kInt)
    return "  if (const int at = " + integer(n.kid(k)) + "; at >= 0) {\n" + body + "  }\n";
  const std::string sites = fresh("r");
  return "  {\n  const SiteSet " + sites + " = " + region(n.kid(k)) + ";\n  LUD_EACH_SITE(" + sites +
         ", at) {\n" + body + "  }\n  }\n";
}

std::string Emitter::from_loop(const Node* from, const std::string& body, bool also_to) {
  if (from == nullptr)
    return "  if (const int from = it.from; from >= 0) {\n  const Iterators outer_from = it;\n  Iterators it "
           "= "
           "outer_from;\n" +
           body + "  }\n";
  std::string inner = "  if (in_range<" + s_of(type_of(from, own())) +
                      ">(at)) {\n  const int from = at;\n  Iterators it = outer_from;\n  it.from = at;\n";
  if (from->has(kFromIf))
    inner += std::string("  bool holds;\n  {\n  Iterators outer = it;\n  Iterators it = outer;\n") +
             (also_to ? "  it.to = at;\n" : "") + "  holds = " + boolean(from->kid(kFromIf)) +
             ";\n  }\n  if (holds) {\n" + body + "  }\n";
  else
    inner += body;
  return "  {\n  const Iterators outer_from = it;\n" + site_loop(*from, kSites, "it.from", inner + "  }\n") +
         "  }\n";
}

// (append moves): all its effects as one move, at the site of the first.
std::string Emitter::append(const Node& n) {
  // Requires effects that each concern one site, and the same one in every case.
  const std::string said = n.kid(0).tree->to_text();
  for (const char* word : {"(fromTo", "(move ", "moveAgain", "(set Score", "(addScore", "(set Var",
                           "(set Counter", "(set Pending", "(pass", "(then"})
    if (said.find(word) != std::string::npos) throw Unknown{};
  if (p_.layout.slots != 1) throw Unknown{};
  Way way;
  way.effects = effects(n.kid(0), {});
  way.last_type = own();
  way.then = kid_or_null(n, 1);
  way.takes_at_end = false;
  const int g = generator(way);
  return "  {\n  const u32 first = w->action_count;\n  {\n" + effects(n.kid(0), {}) +
         "  }\n  if (w->action_count > first) {\n  const int at = w->actions[first].site;\n  w->action_count "
         "= first;\n  "
         "keep(push(w, " +
         s_of(g) + ", at, at), it);\n  }\n  }\n";
}

// (max Moves moves): the moves with the longest continuation.
std::string Emitter::longest(const Node& n) {
  if (n.has(0) || p_.no_repeat >= 0 || p_.swap_rule) throw Unknown{};
  chains_ = true;
  // The best moves of a list are the best of those that an inner (max Moves) would keep, unless the list is
  // filtered or combined further.
  for (const auto& node : const_cast<Program&>(p_).nodes.all())
    for (const char* word : {"(do ", "(append ", "(allCombinations ", "(avoidStoredState "})
      if (node->row != nullptr && std::string_view(node->row->text).starts_with(word)) throw Unknown{};
  return "  {\n  const u32 first = w->move_count;\n" + with_then(kid_or_null(n, 2), n.kid(1)) +
         "  if (it.existence_only == 0 && (it.tries_later & 2) == 0) keep_longest(s, w, first);\n  }\n";
}

// (do moves ifAfterwards:condition): tries each move on a copy.
std::string Emitter::look_ahead(const Node& n) {
  if (n.has(1)) throw Unknown{};
  const Node* const then = kid_or_null(n, 3);
  if (!n.has(2)) return with_then(then, n.kid(0));
  // The consequents after it apply when the move is made, not when it is tried.
  const auto outside = thens_;
  if (!outside.empty() || then != nullptr) throw Unknown{};
  const std::string list = moves(n.kid(0));
  const std::string condition = boolean(n.kid(2));
  const std::string name = fresh("after");
  functions_ +=
      "static bool " + name +
      "(u8* before, Iterators it, const PackedMove& m) {\n  Workspace* const w = it.workspace;\n  const u32 "
      "moves = w->move_count, actions = w->action_count;\n"
      "  u8* const s = copy_state(w, before);\n  exec<false>(s, it, m, kOfLookAhead);\n  "
      "if (head(s).next == head(s).mover) head(s).next = head(s).prev;\n  const bool holds = " +
      condition +
      ";\n  --w->copy_count;\n  w->move_count = moves, w->action_count = actions;\n  return holds;\n}\n";
  const bool later = p_.tries_later && n.aux == 1;
  std::string wait;
  if (later) {
    tests_ += "  case " + s_of(tests_count_) + ": return " + name + "(s, fresh(w), m);\n";
    wait =
        "  if ((it.tries_later & 1) != 0) {\n  for (u32 k = first; k < w->move_count; ++k) w->moves[k].test "
        "= " +
        s_of(tests_count_++) + ";\n  } else {\n";
  }
  return "  {\n  const u32 first = w->move_count;\n  const int ex = it.existence_only;\n  it.existence_only "
         "= 0;\n" +
         list + wait +
         "  u32 kept = first;\n  const u32 end = w->move_count;\n  for (u32 k = first; k < end; ++k) {\n  "
         "const PackedMove m = "
         "w->moves[k];\n  if (" +
         name + "(s, it, m)) { w->moves[kept++] = m; if (ex != 0) break; }\n  }\n  w->move_count = kept;\n" +
         (later ? "  }\n" : "") + "  it.existence_only = ex;\n  }\n";
}

std::string Emitter::for_each_piece(const Node& n) {
  if (n.has(2)) {
    const Node& who = n.kid(2);
    if (who.type != Type::kRole || static_cast<Role>(who.imm) != Role::kMover) throw Unknown{};
  }
  const auto named_so = [&](const Component& component) {
    if (!n.has(0)) return true;
    const auto is = [&](const Node& name) {
      return component.base == name.text() || component.name == name.text();
    };
    if (n.kid(0).type != Type::kArray) return is(n.kid(0));
    return std::any_of(n.kid(0).kids.begin(), n.kid(0).kids.end(),
                       [&](const Node* name) { return is(*name); });
  };
  const Node* const then = kid_or_null(n, 3);
  const int outer = component_;
  std::string cases;
  bool all = true;
  // Each player's pieces get a function.
  std::map<int, std::string> functions;
  for (std::size_t c = 1; c < p_.components.size(); ++c) {
    const Component& component = p_.components[c];
    if (component.owner < 1 || component.owner > p_.players) continue;
    const Node* const what = n.has(1) ? &n.kid(1) : component.moves;
    if (what == nullptr || !named_so(component)) {
      all = false;
      continue;
    }
    component_ = static_cast<int>(c);
    const std::string body = with_then(then, *what);
    std::string& name =
        function_of_["(u8* s, Iterators it) {\n  Workspace* const w = it.workspace;\n  (void)w;\n" + body +
                     "}\n"];
    if (name.empty()) {
      name = fresh("of_piece");
      functions_ += "static inline void " + name +
                    "(u8* s, Iterators it) {\n  Workspace* const w = it.workspace;\n  (void)w;\n" + body +
                    "}\n";
    }
    cases += "  case " + s_of(static_cast<int>(c)) + ": " + name + "(s, it); break;\n";
  }
  component_ = outer;
  (void)all;
  const std::string own_type = s_of(own());
  return "  {\n  const u32 before_pieces = w->move_count;\n  const SiteSet pieces = owned<" + own_type +
         ">(s, head(s).mover);\n  const Iterators outer = it;\n  LUD_EACH_SITE(pieces, at) {\n  if (at >= "
         "kBoard[kOwn]) "
         "continue;\n"
         "  if (outer.existence_only != 0 && w->move_count != before_pieces) break;\n"
         "  Iterators it = outer;\n  it.from = it.to = at;\n  switch (what<" +
         own_type + ">(s, at)) {\n" + cases + "  default: break;\n  }\n  }\n  }\n";
}

}  // namespace ludex::games::lud::codegen
