// Moves that add, remove, choose and promote as C++ statements.
#include <algorithm>

#include "games/lud/codegen/emit.hpp"
#include "games/lud/codegen/parts.hpp"
#include "games/lud/codegen/rows.hpp"

namespace ludex::games::lud::codegen {

std::string Emitter::add(const Node& n) {
  const Node* const to = kid_or_null(n, 1);
  const int type = type_of(to, own());
  if (n.has(2) && !n.kid(2).constant) throw Unknown{};
  const int count = n.has(2) ? n.kid(2).imm : 1;
  // The pieces, evaluated before (to) changes.
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
      pieces.push_back(whole != 0 ? s_of(whole) : table("i16", "[]", values + "}") + "[head(s).mover]");
    }
  } else {
    pieces.push_back("(int)head(s).mover");
  }
  std::string push_text;
  std::string values;
  const std::string which = fresh("piece");
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    Way way;
    way.effect = effect_of(to, kToApply);
    // The value was computed before (to) was set; it does not depend on (to).
    way.before = "      const int piece = " + pieces[k] + ", state = " + state + ";\n      (void)state;\n";
    way.action =
        "      add_piece<Hashes>(s, " + s_of(type) + ", to, piece, " + s_of(count) + ", state, 0);\n";
    way.last_type = type;
    way.then = kid_or_null(n, 3);
    const int g = generator(way);
    const std::string name = which + "_" + s_of(static_cast<int>(k));
    if (n.has(0)) values += "  const int " + name + " = " + pieces[k] + ";\n";
    push_text +=
        n.has(0) ? "  if (" + name + " > 0) {\n" + push(g, "at", "at") + "  }\n" : push(g, "at", "at");
  }
  std::string inner =
      "  if (in_range<" + s_of(type) + ">(at)) {\n  Iterators it = outer_to;\n  it.to = it.site = at;\n";
  inner += to != nullptr && to->has(kToIf)
               ? "  if (" + boolean(to->kid(kToIf)) + ") {\n" + push_text + "  }\n"
               : push_text;
  inner += "  }\n";
  std::string text = "  {\n  const Iterators outer_to = it;\n" + values;
  text += to == nullptr ? "  if (const int at = it.to; at >= 0) {\n" + inner + "  }\n"
                        : site_loop(*to, kSites, "it.to", inner);
  return text + "  }\n";
}

std::string Emitter::removal(const Node& n) {
  if (n.has(3)) throw Unknown{};
  const std::string type = s_of(n.imm);
  Way way;
  way.action = n.has(2) ? "      words(s + kToClearAt)[to >> 6] |= 1UL << (to & 63);\n"
                        : "      remove_piece<Hashes>(s, " + type + ", to);\n";
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
  if (to == nullptr) return from_loop(&n.kid(0), push(g, "from", "from"), true);
  std::string inner = "  {\n  Iterators it = outer_to;\n  it.to = at;\n";
  const std::string push_it = push(g, "from", "at");
  inner += to->has(kToIf) ? "  if (" + boolean(to->kid(kToIf)) + ") {\n" + push_it + "  }\n" : push_it;
  return from_loop(
      &n.kid(0),
      "  {\n  const Iterators outer_to = it;\n" + site_loop(*to, kSites, "it.to", inner + "  }\n") + "  }\n",
      true);
}

std::string Emitter::promoted(const Node& n, const std::string& body) {
  const std::string owner = n.has(3) ? integer(n.kid(3)) : "(int)head(s).mover";
  std::string text = "  if (const int at = " + (n.has(1) ? integer(n.kid(1)) : std::string("it.to")) +
                     "; in_range<" + s_of(n.imm) + ">(at)) {\n  const int owner = " + owner +
                     ";\n  (void)owner;\n";
  for (const Node* each : one_or_more(n.kid(2).kid(0))) {
    std::string which;
    if (each->type != Type::kString) {
      which = integer(*each);
    } else if (const int whole = p_.component(each->text()); whole != 0) {
      which = s_of(whole);
    } else {
      std::string values = "{";
      for (int q = 0; q <= p_.players + 1; ++q) values += s_of(p_.component(each->text(), q)) + ",";
      which = "at_or(" + table("i16", "[]", values + "}") + ", " + s_of(p_.players + 2) + ", owner, 0)";
    }
    text += "  if (const int piece = " + which + "; piece > 0) {\n" + body + "  }\n";
  }
  return text + "  }\n";
}

std::string Emitter::promotion(const Node& n) {
  const Node& piece = n.kid(2);
  if (contains(&piece, "(to)") || contains(&piece, "(site)")) throw Unknown{};
  Way way;
  way.action = "      promote<Hashes>(s, " + s_of(n.imm) + ", to, m.value);\n";
  way.last_type = n.imm;
  way.then = kid_or_null(n, 4);
  return promoted(n, "  PackedMove& m = push(w, " + s_of(generator(way)) +
                         ", at, at);\n  keep(m, it);\n  m.value = (i16)piece;\n");
}

}  // namespace ludex::games::lud::codegen
