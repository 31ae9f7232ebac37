// Moves of pieces over the board as C++ statements.
#include <algorithm>

#include "games/lud/codegen/emit.hpp"
#include "games/lud/codegen/parts.hpp"
#include "games/lud/codegen/rows.hpp"

namespace ludex::games::lud::codegen {

// Moves to every site that a table lists for (from), if (to) allows it.
std::string Emitter::to_each(const std::string& targets, int width, const Node& to, int generator) {
  const auto set = to.has(kToIf) ? set_of(to.kid(kToIf)) : std::nullopt;
  const std::string all = fresh("may");
  std::string body = "  if (from < kBoard[kOwn]) {\n";
  if (set) body += "  const SiteSet " + all + " = " + *set + ";\n";
  body +=
      "  for (const i16* p = " + targets + " + from * " + s_of(width) + "; *p >= 0; ++p) {\n  it.to = *p;\n";
  if (set) return body + push_in(generator, "from", "it.to", all) + "  }\n  }\n";
  if (to.has(kToIf)) body += "  if (!" + on_board(to.kid(kToIf)) + ") continue;\n";
  return body + push(generator, "from", "it.to") + "  }\n  }\n";
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
  way.action = "      move_piece<Hashes>(s, " + s_of(own()) + ", from, " + s_of(own()) + ", to, -1);\n";
  way.last_type = own();
  way.then = kid_or_null(n, 3);
  const int g = generator(way);
  const std::string body = to_each(st, width, to, g);
  component_ = component;
  return from_loop(from, body);
}

std::string Emitter::slide(const Node& n) {
  const Node* const from = kid_or_null(n, 0);
  const Node* const between = kid_or_null(n, 2);
  const Node* const to = kid_or_null(n, 3);
  const int component = component_;
  if (from != nullptr && from->has(kSites) && from->kid(kSites).tree->to_text() != "(from)") component_ = -1;
  if (between != nullptr && between->has(4)) throw Unknown{};
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
    way.action = "      move_piece<Hashes>(s, " + s_of(own()) + ", from, " + s_of(own()) + ", to, -1);\n";
    way.last_type = own();
    way.then = kid_or_null(n, 4);
    return generator(way);
  };
  const int g_stop = stops ? make(effect_of(to, kToApply)) : 0;
  const int g_way = make(stops ? nullptr : effect_of(to, kToApply));
  const auto push_it = [&](int g) { return push(g, "from", "at"); };
  std::string body =
      "  if (from < kBoard[kOwn]) {\n  const int low = " + low + ", high = " + high +
      ";\n  (void)low;\n  for (u32 r = " + rd.index + "[from]; r < " + rd.index +
      "[from + 1]; ++r) {\n  const Ray& rd = " + rd.radials +
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
  // A hurdle of length 0 allows a step: left to the interpreter.
  if (between != nullptr && between->has(kRange) && between->kid(kRange).imm < 2 &&
      between->kid(kRange).kid(0).imm == 0)
    throw Unknown{};
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
  // The move stores its hurdle: the first site's place in the pool, and the length.
  Way way;
  way.last_type = own();
  way.then = kid_or_null(n, 4);
  way.takes_at_end = false;
  way.action = "      move_piece<Hashes>(s, " + s_of(own()) + ", from, " + s_of(own()) + ", to, -1);\n";
  way.restore =
      "      it.from = from;\n      it.between = kOff;\n      const int hurdle = (u16)m.iterator_from, "
      "length = "
      "m.between;\n      (void)hurdle, (void)length;\n";
  const auto statements = [&](const Node& apply) {
    std::string text;
    if (apply.has(kApplyIf)) text += "if (" + boolean(apply.kid(kApplyIf)) + ") ";
    return text + "{\n" + effects(apply.kid(kEffect), {}) + "}\n";
  };
  // A single capture without other effects needs no list.
  const bool simple = at_to == nullptr && at_between != nullptr && !at_between->has(kApplyIf) &&
                      at_between->kid(kEffect).tree->to_text() == "(remove (between))" && low == "1" &&
                      high == "1";
  if (simple) {
    way.taken = rd.pool + "[hurdle]";
    way.before = "      if (what<" + s_of(own()) + ">(s, " + rd.pool +
                 "[hurdle]) != 0) remove_piece<Hashes>(s, " + s_of(own()) + ", " + rd.pool + "[hurdle]);\n";
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
      "  if (from < kBoard[kOwn]) {\n  const int low = " + low + ", high = " + high + ", before = " + before +
      ", after = " + after +
      ";\n  (void)before, (void)after;\n  const auto is_hurdle = [&](int site) { it.between = site; return " +
      hurdle + "; };\n  for (u32 r = " + rd.index + "[from]; r < " + rd.index +
      "[from + 1]; ++r) {\n  const Ray& rd = " + rd.radials + "[r];\n  const i16* const on = " + rd.pool +
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
      ";\n  if (!ends && !passes) break;\n  if (!ends) continue;\n  PackedMove& m = push(w, " + s_of(g) +
      ", from, it.to);\n  keep(m, it);\n  m.iterator_from = (i16)(u16)(rd.first + start), m.between = "
      "(i16)length;\n";
  // The remaining sites are evaluated with (between) on the hurdle, as after the effects.
  if (at_between != nullptr) body += "  if (length > 0) it.between = on[start + length - 1];\n";
  body += "  if (!passes) break;\n  }\n  }\n  }\n  }\n";
  component_ = component;
  return from_loop(from, body);
}

// Slides along the loops of a Surakarta board: see ludemes/loops.cpp.
std::string Emitter::slide_loops(const Node& n) {
  const Node& to = n.kid(2);
  const auto& table_of = *static_cast<const std::vector<int>*>(n.table);
  std::string index = "{", radials = "{", pool = "{";
  int at_pool = 0;
  for (int from = 0; from < p_.board_sites; ++from) {
    for (int way = 4 * from; way < 4 * from + 4; ++way) {
      const int* const path = table_of.data() + table_of[static_cast<std::size_t>(way)];
      radials += "{" + s_of(at_pool) + "," + s_of(path[0]) + "," + s_of(path[1]) + "},";
      for (int k = 0; k < path[0]; ++k) pool += s_of(path[2 + k]) + ",";
      at_pool += path[0];
    }
  }
  if (at_pool > 60'000) throw Unknown{};
  const std::string list = table("Ray", "[]", radials + "}"), sites = table("i16", "[]", pool + "0}");
  Way way;
  way.effect = effect_of(&to, kToApply);
  way.conditional = false;
  way.action = "      move_piece<Hashes>(s, " + s_of(own()) + ", from, " + s_of(own()) + ", to, -1);\n";
  way.last_type = own();
  way.then = kid_or_null(n, 3);
  const int g = generator(way);
  return "  if (const int from = it.from; from >= 0 && from < kBoard[kOwn]) {\n  const Iterators outer = "
         "it;\n  Iterators "
         "it = "
         "outer;\n  for (int r = 4 * from; r < 4 * from + 4; ++r) {\n  const Ray& rd = " +
         list + "[r];\n  for (int k = 0; k < rd.size; ++k) {\n  const int at = " + sites +
         "[rd.first + k];\n  it.to = it.between = at;\n  if (k >= rd.direction && " +
         on_board(to.kid(kToIf)) + ") {\n" + push(g, "from", "at") + "  break;\n  }\n  if (!" +
         on_board(n.kid(1).kid(kBetweenIf)) + ") break;\n  }\n  }\n  }\n";
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
  way.action = "      move_piece<Hashes>(s, " + s_of(own()) + ", from, " + s_of(own()) + ", to, -1);\n";
  way.last_type = own();
  way.then = kid_or_null(n, 5);
  const int g = generator(way);
  const std::string body = to_each(targets, static_cast<int>(most) + 1, to, g);
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
    way.action = "      add_piece<Hashes>(s, " + s_of(to_type) + ", to, piece, 1, 0, 0);\n";
  } else if (n.has(2)) {
    if (reads_iterators(&n.kid(2)) || contains(&n.kid(2), "(to)")) throw Unknown{};
    way.before = "      const int count = " + integer(n.kid(2)) + ";\n";
    way.action = "      move_count<Hashes>(s, base, " + s_of(from_type) + ", from, " + s_of(to_type) +
                 ", to, count);\n";
  } else {
    way.action =
        "      move_piece<Hashes>(s, " + s_of(from_type) + ", from, " + s_of(to_type) + ", to, -1);\n";
  }
  const int g = generator(way);
  std::string inner =
      "  if (in_range<" + s_of(to_type) + ">(at)) {\n  Iterators it = outer_to;\n  it.to = at;\n";
  const std::string push_it = push(g, "from", "at");
  inner += to.has(kToIf) ? "  if (" + boolean(to.kid(kToIf)) + ") {\n" + push_it + "  }\n" : push_it;
  const std::string body = "  if (what<" + s_of(from_type) +
                           ">(s, from) != 0) {\n  const Iterators outer_to = it;\n" +
                           site_loop(to, kSites, "it.to", inner + "  }\n") + "  }\n";
  // Skips invalid sites, which hold no piece.
  return from_loop(&from_node, body);
}

// The single number of a (piece ...): its node, or null.
namespace {
const Node* only_piece(const Node& piece) {
  const Node& what = piece.kid(0);
  if (what.type != Type::kArray) return &what;
  return what.kids.size() == 1 ? what.kids[0] : nullptr;
}
}  // namespace

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
  way.action = "      add_piece<Hashes>(s, " + s_of(own()) + ", to, piece, 1, 0, 0);\n";
  way.last_type = own();
  way.then = kid_or_null(n, 5);
  const int g = generator(way);
  std::string text =
      "  if (const int from = head(s).last_to; from >= 0 && from < kBoard[kOwn]) {\n  const Iterators "
      "outer_from = "
      "it;\n  Iterators it = outer_from;\n  for (u32 r = " +
      rd.index + "[from]; r < " + rd.index + "[from + 1]; ++r) {\n  const Ray& rd = " + rd.radials +
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

}  // namespace ludex::games::lud::codegen
