// Moves as C++ statements: what is listed, and what is done when one of the list is made.
#include <algorithm>

#include "games/lud/native/emit.hpp"
#include "games/lud/native/rows.hpp"

namespace ludex::games::lud::native {

namespace {

const Node* kid_or_null(const Node& n, std::size_t k) {
  return n.has(k) ? &n.kid(k) : nullptr;
}
int type_of(const Node* where, int own) {
  return where != nullptr && where->has(0) ? where->kid(0).imm : own;
}
bool contains(const Node* node, const char* text) {
  return node != nullptr && node->tree->to_text().find(text) != std::string::npos;
}
std::string s_of(int n) {
  return std::to_string(n);
}
// The arguments of (from ...), (to ...), (between ...), (apply ...).
enum : std::size_t { kSites = 1, kFromIf = 2, kToIf = 2, kToApply = 3 };
enum : std::size_t { kBefore = 0, kRange = 1, kAfter = 2, kBetweenIf = 3, kBetweenApply = 4 };
enum : std::size_t { kApplyIf = 0, kEffect = 1 };

const Node* effect_of(const Node* where, std::size_t k) {
  if (where == nullptr || !where->has(k) || !where->kid(k).has(kEffect)) return nullptr;
  return &where->kid(k);
}
const Node* condition_of_apply(const Node* where, std::size_t k) {
  if (where == nullptr || !where->has(k) || !where->kid(k).has(kApplyIf)) return nullptr;
  return &where->kid(k).kid(kApplyIf);
}

}  // namespace

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

namespace {
// Whether a text reads what the beginning of a ply changes.
bool reads_ply(const std::string& text) {
  for (const char* word : {"(count Moves)", "Pending", "Pass", "(no Moves"})
    if (text.find(word) != std::string::npos) return true;
  return false;
}
}  // namespace

// The code that makes a move: its effects, itself, its consequents.
int Emitter::generator(const Way& way) {
  const std::string head =
      "      It it = base;\n"
      "      it.from = m.itfrom, it.site = m.site, it.value = m.value, it.between = m.between;\n"
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
  if (list) text += "      const u32 first = w->an;\n" + effect_text + "      const u32 last = w->an;\n";
  text += "      begin_ply(s, m, mode);\n" + direct_effect;
  if (list) text += "      run_actions<Z>(s, first, last, base);\n";
  text += way.action;
  text += "      moved(s, m, " + s_of(way.last_type) + ");\n";
  if (list) text += "      run_thens<Z>(s, first, last, base);\n      w->an = first;\n";
  if (way.then != nullptr) text += "      t" + s_of(then_id(way.then)) + "<Z>(s, base);\n";
  for (auto each = thens_.rbegin(); each != thens_.rend(); ++each)
    text += "      t" + s_of(then_id(*each)) + "<Z>(s, base);\n";
  // What reads no iterators needs none.
  std::string rest = text;
  for (std::size_t at = rest.find("it.to"); at != std::string::npos; at = rest.find("it.to"))
    rest.replace(at, 5, "it_to");
  const bool plain = rest.find("it.") == std::string::npos && rest.find(" it)") == std::string::npos &&
                     rest.find(" it,") == std::string::npos && rest.find("m.") == std::string::npos;
  text = plain ? "      It it = base;\n      it.to = to;\n" + text : head + text;
  // Pieces of both players often do the same.
  const auto [found, added] = generator_of_.try_emplace(text, generators_);
  // What it takes first, where that may be elsewhere than its end.
  if (added && list && takes_elsewhere) {
    std::string taken = text.substr(0, text.find("      const u32 last = w->an;"));
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
  const int component = component_;
  component_ = -1;
  std::string body;
  try {
    if (const auto known = direct(what)) {
      body = *known;
    } else {
      const std::string list = effects(what, {});
      body = "const u32 first = w->an;\n" + list + "  run_parts<Z>(s, first, base);";
    }
  } catch (const Unknown&) {
    body = "w->host->then(w->host, " + s_of(static_cast<int>(number_of(what))) + ", s, &base);";
  }
  component_ = component;
  thens_text_ +=
      "template <bool Z> static void t" + s_of(id) +
      "(u8* s, const It& base) {\n  It it = base;\n  Ws* const w = it.w;\n  (void)w;\n  (void)it;\n  " +
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
    return "  push_heavy(" + s_of(static_cast<int>(number_of(n))) + ", " + then_list + ", " +
           s_of(static_cast<int>(thens_.size())) + ", s, it);\n";
  }
}

std::string Emitter::with_then(const Node* then, const Node& inner) {
  if (then == nullptr) return moves(inner);
  thens_.push_back(then);
  std::string text;
  try {
    text = moves(inner);
  } catch (...) {
    thens_.pop_back();
    throw;
  }
  thens_.pop_back();
  return text;
}

std::string Emitter::known_moves(const Node& n) {
  if (n.row == nullptr) throw Unknown{};
  // What is known of (to) and (between) here is not known of theirs.
  struct Restore {
    bool& flag;
    bool before;
    ~Restore() { flag = before; }
  } const restore{on_board_, on_board_};
  on_board_ = false;
  const auto sequence = [&](const std::vector<Node*>& kids, const Node* then) {
    std::string text;
    for (const Node* kid : kids) text += with_then(then, *kid);
    return text;
  };
  const auto exclusive = [&](const std::vector<Node*>& kids, const Node* then) {
    std::string text = "  {\n  const u32 before = w->n;\n";
    for (const Node* kid : kids) text += "  if (w->n == before) {\n" + with_then(then, *kid) + "  }\n";
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
      return "  {\n  const R " + sites + " = " + region(n.kid(0)) + ";\n  const It outer = it;\n  EACH(" +
             sites + ", at) {\n  It it = outer;\n  it.site = it.to = at;\n" +
             with_then(kid_or_null(n, 2), n.kid(1)) + "  }\n  }\n";
    }
    case rows::kForEachPlayer:
      return "  {\n  const It outer = it;\n  for (int q = 1; q <= PLAYERS; ++q) {\n  It it = outer;\n  "
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

// What a region or a number names, each as `at`.
std::string Emitter::site_loop(const Node& n, std::size_t k, const std::string& fallback,
                               const std::string& body) {
  if (!n.has(k)) return "  if (const int at = " + fallback + "; at >= 0) {\n" + body + "  }\n";
  if (n.kid(k).type == Type::kInt)
    return "  if (const int at = " + integer(n.kid(k)) + "; at >= 0) {\n" + body + "  }\n";
  const std::string sites = fresh("r");
  return "  {\n  const R " + sites + " = " + region(n.kid(k)) + ";\n  EACH(" + sites + ", at) {\n" + body +
         "  }\n  }\n";
}

std::string Emitter::from_loop(const Node* from, const std::string& body) {
  if (from == nullptr)
    return "  if (const int from = it.from; from >= 0) {\n  const It outer_from = it;\n  It it = "
           "outer_from;\n" +
           body + "  }\n";
  std::string inner = "  if (in_range<" + s_of(type_of(from, own())) +
                      ">(at)) {\n  const int from = at;\n  It it = outer_from;\n  it.from = it.site = at;\n";
  if (from->has(kFromIf))
    inner += "  if (" + boolean(from->kid(kFromIf)) + ") {\n" + body + "  }\n";
  else
    inner += body;
  return "  {\n  const It outer_from = it;\n" + site_loop(*from, kSites, "it.from", inner + "  }\n") +
         "  }\n";
}

std::string Emitter::step(const Node& n) {
  const Node* const from = kid_or_null(n, 0);
  const Node& to = n.kid(2);
  const int component = component_;
  if (from != nullptr && from->has(kSites) && from->kid(kSites).tree->to_text() != "(from)") component_ = -1;
  int width = 0;
  const std::string st = steps(own(), ways(n, 1, Absolute::kAdjacent), width);
  Way way;
  way.effect = effect_of(&to, kToApply);
  way.action = "      move_piece<Z>(s, " + s_of(own()) + ", from, " + s_of(own()) + ", to, -1);\n";
  way.last_type = own();
  way.then = kid_or_null(n, 3);
  const int g = generator(way);
  std::string body = "  if (from < kBoard[OWN]) for (const i16* p = " + st + " + from * " + s_of(width) +
                     "; *p >= 0; ++p) {\n  it.to = *p;\n";
  if (to.has(kToIf)) body += "  if (!" + on_board(to.kid(kToIf)) + ") continue;\n";
  body += push(g, "from", "it.to") + "  }\n";
  component_ = component;
  return from_loop(from, body);
}

namespace {
// (range low high), (min n), (max n), (exact n)
struct Bounds {
  std::string low, high;
};
}  // namespace

std::string Emitter::slide(const Node& n) {
  const Node* const from = kid_or_null(n, 0);
  const Node* const between = kid_or_null(n, 2);
  const Node* const to = kid_or_null(n, 3);
  const int component = component_;
  if (from != nullptr && from->has(kSites) && from->kid(kSites).tree->to_text() != "(from)") component_ = -1;
  const Lines rd = lines(own(), ways(n, 1, Absolute::kAdjacent), kInfinity);
  std::string low = "1", high = s_of(kInfinity);
  if (between != nullptr && between->has(kRange)) {
    const Node& range = between->kid(kRange);
    if (range.imm == 0)
      low = integer(range.kid(0)), high = integer(range.kid(1));
    else if (range.imm == 1)
      low = integer(range.kid(0));
    else if (range.imm == 2)
      high = integer(range.kid(0));
    else
      low = high = integer(range.kid(0));
  }
  const bool stops = to != nullptr && to->has(kToIf);
  const Node* const condition = condition_of_apply(to, kToApply);
  const auto make = [&](const Node* effect) {
    Way way;
    way.effect = effect;
    way.conditional = false;
    way.action = "      move_piece<Z>(s, " + s_of(own()) + ", from, " + s_of(own()) + ", to, -1);\n";
    way.last_type = own();
    way.then = kid_or_null(n, 4);
    return generator(way);
  };
  const int g_stop = stops ? make(effect_of(to, kToApply)) : 0;
  const int g_way = make(stops ? nullptr : effect_of(to, kToApply));
  const auto push_it = [&](int g) { return push(g, "from", "at"); };
  std::string body =
      "  if (from < kBoard[OWN]) {\n  const int low = " + low + ", high = " + high +
      ";\n  (void)low;\n  for (u32 r = " + rd.index + "[from]; r < " + rd.index +
      "[from + 1]; ++r) {\n  const Rd& rd = " + rd.radials +
      "[r];\n  it.between = kOff;\n  for (int k = 1; k <= rd.size && k <= high; ++k) {\n  const int at = " +
      rd.pool + "[rd.first + k - 1];\n  it.to = at;\n";
  if (stops) {
    body += "  if (k >= low && " + on_board(to->kid(kToIf)) + ") {\n";
    body += condition != nullptr ? "  if (" + boolean(*condition) + ") {\n" + push_it(g_stop) + "  }\n"
                                 : push_it(g_stop);
    body += "  break;\n  }\n";
  }
  body += "  it.between = at;\n  if (!" +
          (between != nullptr && between->has(kBetweenIf) ? on_board(between->kid(kBetweenIf))
                                                          : "(what<" + s_of(own()) + ">(s, at) == 0)") +
          ") break;\n  if (k < low) continue;\n";
  if (condition != nullptr) body += "  if (!" + boolean(*condition) + ") continue;\n";
  body += push_it(g_way) + "  }\n  }\n  }\n";
  component_ = component;
  return from_loop(from, body);
}

std::string Emitter::hop(const Node& n) {
  const Node* const from = kid_or_null(n, 0);
  const Node* const between = kid_or_null(n, 2);
  const Node& to = n.kid(3);
  const int component = component_;
  if (from != nullptr && from->has(kSites) && from->kid(kSites).tree->to_text() != "(from)") component_ = -1;
  const Lines rd = lines(own(), ways(n, 1, Absolute::kAdjacent), kInfinity);
  std::string low = "1", high = "1";
  if (between != nullptr && between->has(kRange)) {
    const Node& range = between->kid(kRange);
    if (range.imm == 0)
      low = integer(range.kid(0)), high = integer(range.kid(1));
    else if (range.imm == 1)
      low = integer(range.kid(0)), high = s_of(kInfinity);
    else if (range.imm == 2)
      high = integer(range.kid(0));
    else
      low = high = integer(range.kid(0));
  }
  const std::string before = between != nullptr ? number(*between, kBefore, 0) : "0";
  const std::string after = between != nullptr ? number(*between, kAfter, 0) : "0";
  const Node* const at_between = effect_of(between, kBetweenApply);
  const Node* const at_to = effect_of(&to, kToApply);
  const Node* const condition = condition_of_apply(&to, kToApply);
  // The hurdle is kept in the move: its first site's place in the pool, and its length.
  Way way;
  way.last_type = own();
  way.then = kid_or_null(n, 4);
  way.takes_at_end = false;
  way.action = "      move_piece<Z>(s, " + s_of(own()) + ", from, " + s_of(own()) + ", to, -1);\n";
  way.restore =
      "      it.from = from;\n      it.between = kOff;\n      const int hurdle = (u16)m.itfrom, length = "
      "m.between;\n      (void)hurdle, (void)length;\n";
  const auto statements = [&](const Node& apply) {
    std::string text;
    if (apply.has(kApplyIf)) text += "if (" + boolean(apply.kid(kApplyIf)) + ") ";
    return text + "{\n" + effects(apply.kid(kEffect), {}) + "}\n";
  };
  // One piece taken, and nothing else, needs no list.
  const bool simple = at_to == nullptr && at_between != nullptr && !at_between->has(kApplyIf) &&
                      at_between->kid(kEffect).tree->to_text() == "(remove (between))" && low == "1" &&
                      high == "1";
  if (simple) {
    way.taken = rd.pool + "[hurdle]";
    way.before = "      if (what<" + s_of(own()) + ">(s, " + rd.pool + "[hurdle]) != 0) remove_piece<Z>(s, " +
                 s_of(own()) + ", " + rd.pool + "[hurdle]);\n";
  } else {
    if (at_between != nullptr)
      way.effects += "      for (int h = 0; h < length; ++h) {\n      it.between = " + rd.pool +
                     "[hurdle + h];\n" + statements(*at_between) + "      }\n";
    else
      way.restore += "      if (length > 0) it.between = " + rd.pool + "[hurdle + length - 1];\n";
    if (at_to != nullptr) way.effects += statements(*at_to);
  }
  const int g = generator(way);
  const std::string hurdle = between != nullptr && between->has(kBetweenIf)
                                 ? on_board(between->kid(kBetweenIf))
                                 : "(what<" + s_of(own()) + ">(s, it.between) != 0)";
  std::string body =
      "  if (from < kBoard[OWN]) {\n  const int low = " + low + ", high = " + high + ", before = " + before +
      ", after = " + after +
      ";\n  (void)before, (void)after;\n  const auto is_hurdle = [&](int site) { it.between = site; return " +
      hurdle + "; };\n  for (u32 r = " + rd.index + "[from]; r < " + rd.index +
      "[from + 1]; ++r) {\n  const Rd& rd = " + rd.radials + "[r];\n  const i16* const on = " + rd.pool +
      " + rd.first;\n  int start = 0;\n  bool none_there = false;\n"
      "  if (high > 0) while (start < rd.size && !is_hurdle(on[start])) {\n"
      "  if (start >= before || what<" +
      s_of(own()) +
      ">(s, on[start]) != 0) { none_there = true; break; }\n  ++start;\n  }\n"
      "  if (none_there) continue;\n"
      "  for (int length = 0; length <= high && start + length < rd.size; ++length) {\n"
      "  if (length > 0 && !is_hurdle(on[start + length - 1])) break;\n  if (length < low) continue;\n"
      "  for (int k = start + length; k < rd.size && k <= start + length + after; ++k) {\n  it.to = on[k];\n"
      "  const bool passes = " +
      (to.has(kToIf) ? on_board(to.kid(kToIf)) : std::string("true")) +
      ";\n  const bool ends = " + (condition != nullptr ? boolean(*condition) : std::string("passes")) +
      ";\n  if (!ends && !passes) break;\n  if (!ends) continue;\n  M& m = push(w, " + s_of(g) +
      ", from, it.to);\n  keep(m, it);\n  m.itfrom = (i16)(u16)(rd.first + start), m.between = "
      "(i16)length;\n";
  // What follows is looked for with (between) on the hurdle, as the effects leave it.
  if (at_between != nullptr) body += "  if (length > 0) it.between = on[start + length - 1];\n";
  body += "  if (!passes) break;\n  }\n  }\n  }\n  }\n";
  component_ = component;
  return from_loop(from, body);
}

std::string Emitter::leap(const Node& n) {
  if (n.has(2) || n.has(3)) throw Unknown{};
  const Node* const from = kid_or_null(n, 0);
  const Node& to = n.kid(4);
  std::vector<std::vector<int>> reached;
  std::size_t most = 0;
  for (int site = 0; site < p_.board_sites; ++site) {
    reached.push_back(leaps(n, site));
    most = std::max(most, reached.back().size());
  }
  std::string values = "{";
  for (auto& list : reached) {
    list.resize(most + 1, -1);
    for (const int at : list) values += s_of(at) + ",";
  }
  const std::string targets = table("i16", "[]", values + "}");
  Way way;
  way.effect = effect_of(&to, kToApply);
  way.action = "      move_piece<Z>(s, " + s_of(own()) + ", from, " + s_of(own()) + ", to, -1);\n";
  way.last_type = own();
  way.then = kid_or_null(n, 5);
  const int g = generator(way);
  std::string body = "  if (from < kBoard[OWN]) for (const i16* p = " + targets + " + from * " +
                     s_of(static_cast<int>(most) + 1) + "; *p >= 0; ++p) {\n  it.to = *p;\n";
  if (to.has(kToIf)) body += "  if (!" + on_board(to.kid(kToIf)) + ") continue;\n";
  body += push(g, "from", "it.to") + "  }\n";
  return from_loop(from, body);
}

std::string Emitter::from_to(const Node& n) {
  const Node& from_node = n.kid(0);
  const Node& to = n.kid(1);
  const int from_type = type_of(&from_node, own());
  const int to_type = type_of(&to, own());
  if (n.has(3) && !n.kid(3).constant) throw Unknown{};
  const bool copies = n.has(3) && n.kid(3).imm != 0;
  if (n.has(2) && copies) throw Unknown{};
  Way way;
  way.effect = effect_of(&to, kToApply);
  way.last_type = to_type;
  way.then = kid_or_null(n, 4);
  if (copies) {
    way.before = "      const int piece = what<" + s_of(from_type) + ">(s, from);\n";
    way.action = "      add_piece<Z>(s, " + s_of(to_type) + ", to, piece, 1, 0, 0);\n";
  } else if (n.has(2)) {
    if (reads_iterators(&n.kid(2)) || contains(&n.kid(2), "(to)")) throw Unknown{};
    way.before = "      const int count = " + integer(n.kid(2)) + ";\n";
    way.action =
        "      move_count<Z>(s, base, " + s_of(from_type) + ", from, " + s_of(to_type) + ", to, count);\n";
  } else {
    way.action = "      move_piece<Z>(s, " + s_of(from_type) + ", from, " + s_of(to_type) + ", to, -1);\n";
  }
  const int g = generator(way);
  std::string inner = "  if (in_range<" + s_of(to_type) + ">(at)) {\n  It it = outer_to;\n  it.to = at;\n";
  const std::string push_it = push(g, "from", "at");
  inner += to.has(kToIf) ? "  if (" + boolean(to.kid(kToIf)) + ") {\n" + push_it + "  }\n" : push_it;
  const std::string body = "  if (what<" + s_of(from_type) +
                           ">(s, from) != 0) {\n  const It outer_to = it;\n" +
                           site_loop(to, kSites, "it.to", inner + "  }\n") + "  }\n";
  // The pieces of nowhere are not looked for.
  return from_loop(&from_node, body);
}

// A (piece ...) that is one number here: its expression.
namespace {
const Node* only_piece(const Node& piece) {
  const Node& what = piece.kid(0);
  if (what.type != Type::kArray) return &what;
  return what.kids.size() == 1 ? what.kids[0] : nullptr;
}
}  // namespace

std::string Emitter::add(const Node& n) {
  const Node* const to = kid_or_null(n, 1);
  const int type = type_of(to, own());
  if (n.has(2) && !n.kid(2).constant) throw Unknown{};
  const int count = n.has(2) ? n.kid(2).imm : 1;
  // The pieces, found before (to) changes.
  std::vector<std::string> pieces;
  std::string state = "0";
  if (n.has(0)) {
    const Node& piece = n.kid(0);
    if (contains(&piece, "(to)") || contains(&piece, "(site)")) throw Unknown{};
    if (piece.has(1)) state = integer(piece.kid(1));
    const std::vector<const Node*> list = one_or_more(piece.kid(0));
    for (const Node* each : list) {
      if (each->type != Type::kString) {
        pieces.push_back(integer(*each));
        continue;
      }
      std::string values = "{";
      const int whole = p_.component(each->text());
      for (int q = 0; q <= p_.players + 1; ++q)
        values += s_of(whole != 0 ? whole : p_.component(each->text(), q)) + ",";
      pieces.push_back(whole != 0 ? s_of(whole) : table("i16", "[]", values + "}") + "[H(s).mover]");
    }
  } else {
    pieces.push_back("(int)H(s).mover");
  }
  std::string push_text;
  std::string values;
  const std::string which = fresh("piece");
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    Way way;
    way.effect = effect_of(to, kToApply);
    // The value was found before (to) was set; nothing of it reads (to).
    way.before = "      const int piece = " + pieces[k] + ", state = " + state + ";\n      (void)state;\n";
    way.action = "      add_piece<Z>(s, " + s_of(type) + ", to, piece, " + s_of(count) + ", state, 0);\n";
    way.last_type = type;
    way.then = kid_or_null(n, 3);
    const int g = generator(way);
    const std::string name = which + "_" + s_of(static_cast<int>(k));
    if (n.has(0)) values += "  const int " + name + " = " + pieces[k] + ";\n";
    push_text +=
        n.has(0) ? "  if (" + name + " > 0) {\n" + push(g, "at", "at") + "  }\n" : push(g, "at", "at");
  }
  std::string inner =
      "  if (in_range<" + s_of(type) + ">(at)) {\n  It it = outer_to;\n  it.to = it.site = at;\n";
  inner += to != nullptr && to->has(kToIf)
               ? "  if (" + boolean(to->kid(kToIf)) + ") {\n" + push_text + "  }\n"
               : push_text;
  inner += "  }\n";
  std::string text = "  {\n  const It outer_to = it;\n" + values;
  text += to == nullptr ? "  if (const int at = it.to; at >= 0) {\n" + inner + "  }\n"
                        : site_loop(*to, kSites, "it.to", inner);
  return text + "  }\n";
}

std::string Emitter::removal(const Node& n) {
  if (n.has(3)) throw Unknown{};
  const std::string type = s_of(n.imm);
  Way way;
  way.action = n.has(2) ? "      words(s + O_TO_CLEAR)[to >> 6] |= 1UL << (to & 63);\n"
                        : "      remove_piece<Z>(s, " + type + ", to);\n";
  way.last_type = n.imm;
  way.then = kid_or_null(n, 4);
  const int g = generator(way);
  return site_loop(n, 1, "kOff",
                   "  if (is_occupied<" + type + ">(s, at)) {\n" + push(g, "at", "at") + "  }\n");
}

std::string Emitter::select(const Node& n) {
  const Node* const to = kid_or_null(n, 1);
  const int from_type = type_of(&n.kid(0), own());
  const int to_type = to != nullptr ? type_of(to, own()) : from_type;
  Way way;
  way.last_type = to_type;
  way.then = kid_or_null(n, 2);
  const int g = generator(way);
  if (to == nullptr) return from_loop(&n.kid(0), push(g, "from", "from"));
  std::string inner = "  {\n  It it = outer_to;\n  it.to = at;\n";
  const std::string push_it = push(g, "from", "at");
  inner += to->has(kToIf) ? "  if (" + boolean(to->kid(kToIf)) + ") {\n" + push_it + "  }\n" : push_it;
  return from_loop(&n.kid(0), "  {\n  const It outer_to = it;\n" +
                                  site_loop(*to, kSites, "it.to", inner + "  }\n") + "  }\n");
}

std::string Emitter::promotion(const Node& n) {
  const std::string type = s_of(n.imm);
  const Node& piece = n.kid(2);
  if (piece.has(1) || contains(&piece, "(to)") || contains(&piece, "(site)")) throw Unknown{};
  const std::string owner = n.has(3) ? integer(n.kid(3)) : "(int)H(s).mover";
  const std::vector<const Node*> list = one_or_more(piece.kid(0));
  Way way;
  way.action = "      promote<Z>(s, " + type + ", to, m.value);\n";
  way.last_type = n.imm;
  way.then = kid_or_null(n, 4);
  const int g = generator(way);
  std::string text =
      "  if (const int at = " + (n.has(1) ? integer(n.kid(1)) : std::string("(int)H(s).last_to")) +
      "; in_range<" + type + ">(at)) {\n  const int owner = " + owner + ";\n  (void)owner;\n";
  for (const Node* each : list) {
    std::string which;
    if (each->type != Type::kString) {
      which = integer(*each);
    } else {
      const int whole = p_.component(each->text());
      std::string values = "{";
      for (int q = 0; q <= p_.players + 1; ++q) values += s_of(p_.component(each->text(), q)) + ",";
      which = whole != 0
                  ? s_of(whole)
                  : "at_or(" + table("i16", "[]", values + "}") + ", " + s_of(p_.players + 2) + ", owner, 0)";
    }
    text += "  if (const int piece = " + which + "; piece > 0) {\n  M& m = push(w, " + s_of(g) +
            ", at, at);\n  keep(m, it);\n  m.value = (i16)piece;\n  }\n";
  }
  return text + "  }\n";
}

std::string Emitter::shoot(const Node& n) {
  if (n.kid(0).has(1)) throw Unknown{};
  const Node* const each = only_piece(n.kid(0));
  if (each == nullptr || n.has(1)) throw Unknown{};
  const Node* const between = kid_or_null(n, 3);
  const Node* const to = kid_or_null(n, 4);
  if (between != nullptr && between->has(kRange)) throw Unknown{};
  std::string piece;
  if (each->type != Type::kString) {
    if (reads_iterators(each) || contains(each, "(to)")) throw Unknown{};
    piece = integer(*each);
  } else {
    const int whole = p_.component(each->text());
    if (whole == 0) throw Unknown{};
    piece = s_of(whole);
  }
  const int component = component_;
  component_ = -1;
  const Lines rd = lines(own(), ways(n, 2, Absolute::kAdjacent), kInfinity);
  Way way;
  way.before = "      const int piece = " + piece + ";\n";
  way.action = "      add_piece<Z>(s, " + s_of(own()) + ", to, piece, 1, 0, 0);\n";
  way.last_type = own();
  way.then = kid_or_null(n, 5);
  const int g = generator(way);
  std::string text =
      "  if (const int from = H(s).last_to; from >= 0 && from < kBoard[OWN]) {\n  const It outer_from = "
      "it;\n  It it = outer_from;\n  for (u32 r = " +
      rd.index + "[from]; r < " + rd.index + "[from + 1]; ++r) {\n  const Rd& rd = " + rd.radials +
      "[r];\n  it.between = kOff;\n  for (int k = 1; k <= rd.size; ++k) {\n  const int at = " + rd.pool +
      "[rd.first + k - 1];\n  it.to = at;\n";
  text += "  const bool may_stop = " +
          (to != nullptr && to->has(kToIf) ? on_board(to->kid(kToIf)) : std::string("true")) + ";\n";
  text += "  it.between = at;\n  if (!" +
          (between != nullptr && between->has(kBetweenIf) ? on_board(between->kid(kBetweenIf))
                                                          : "(what<" + s_of(own()) + ">(s, at) == 0)") +
          " || !may_stop) break;\n" + push(g, "at", "at") + "  }\n  }\n  }\n";
  component_ = component;
  return text;
}

// (append moves): all its effects as one move, at the site of the first.
std::string Emitter::append(const Node& n) {
  // Effects of which each is of one site, and the same one whatever it does.
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
  return "  {\n  const u32 first = w->an;\n  {\n" + effects(n.kid(0), {}) +
         "  }\n  if (w->an > first) {\n  const int at = w->a[first].site;\n  w->an = first;\n  "
         "keep(push(w, " +
         s_of(g) + ", at, at), it);\n  }\n  }\n";
}

// (do moves ifAfterwards:condition): each is tried on a copy.
std::string Emitter::look_ahead(const Node& n) {
  if (n.has(1)) throw Unknown{};
  const Node* const then = kid_or_null(n, 3);
  if (!n.has(2)) return with_then(then, n.kid(0));
  // The consequents behind it count when the move is made, not when it is tried.
  const auto outside = thens_;
  if (!outside.empty() || then != nullptr) throw Unknown{};
  const std::string list = moves(n.kid(0));
  const std::string condition = boolean(n.kid(2));
  const std::string name = fresh("after");
  functions_ +=
      "static bool " + name +
      "(u8* before, It it, const M& m) {\n  Ws* const w = it.w;\n  const u32 moves = w->n, actions = w->an;\n"
      "  u8* const s = copy_state(w, before);\n  exec<false>(s, it, m, 1);\n  const bool holds = " +
      condition + ";\n  --w->cn;\n  w->n = moves, w->an = actions;\n  return holds;\n}\n";
  const bool later = p_.tries_later && n.aux == 1;
  std::string wait;
  if (later) {
    tests_ += "  case " + s_of(tests_count_) + ": return " + name + "(s, fresh(w), m);\n";
    wait = "  if (it.later) {\n  for (u32 k = first; k < w->n; ++k) w->m[k].test = " + s_of(tests_count_++) +
           ";\n  } else {\n";
  }
  return "  {\n  const u32 first = w->n;\n  const int ex = it.ex;\n  it.ex = 0;\n" + list + wait +
         "  u32 kept = first;\n  const u32 end = w->n;\n  for (u32 k = first; k < end; ++k) {\n  const M m = "
         "w->m[k];\n  if (" +
         name + "(s, it, m)) { w->m[kept++] = m; if (ex != 0) break; }\n  }\n  w->n = kept;\n" +
         (later ? "  }\n" : "") + "  it.ex = ex;\n  }\n";
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
  // Each player's pieces in a function of their own.
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
    std::string& name = function_of_["(u8* s, It it) {\n  Ws* const w = it.w;\n  (void)w;\n" + body + "}\n"];
    if (name.empty()) {
      name = fresh("of_piece");
      functions_ += "static inline void " + name + "(u8* s, It it) {\n  Ws* const w = it.w;\n  (void)w;\n" +
                    body + "}\n";
    }
    cases += "  case " + s_of(static_cast<int>(c)) + ": " + name + "(s, it); break;\n";
  }
  component_ = outer;
  (void)all;
  const std::string own_type = s_of(own());
  return "  {\n  const R pieces = owned<" + own_type +
         ">(s, H(s).mover);\n  const It outer = it;\n  EACH(pieces, at) {\n  if (at >= kBoard[OWN]) "
         "continue;\n"
         "  It it = outer;\n  it.from = it.to = at;\n  switch (what<" +
         own_type + ">(s, at)) {\n" + cases + "  default: break;\n  }\n  }\n  }\n";
}

}  // namespace ludex::games::lud::native
