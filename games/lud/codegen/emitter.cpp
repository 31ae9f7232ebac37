#include "games/lud/codegen/emitter.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace ludex::games::lud::codegen {

Emitter::Emitter(const Program& program)
    : p_(program),
      taken_plainly_(program.components.size(), 1),
      data_(program),
      scratch_(program.layout.bytes + 64) {
  std::uint32_t k = 0;
  for (const auto& node : const_cast<Program&>(program).nodes.all()) numbers_.emplace(node.get(), k++);
}

Consequents joined(const Node& n, std::size_t k, const Consequents& outer) {
  Consequents thens;
  if (n.has(k)) thens.push_back(&n.kid(k));
  thens.insert(thens.end(), outer.begin(), outer.end());
  return thens;
}

std::string set_text(const std::vector<std::uint64_t>& words) {
  std::string text = "{{";
  for (const std::uint64_t word : words) text += std::to_string(word) + "UL,";
  return text + "}}";
}

bool contains(const Node* node, const char* part) {
  return node != nullptr && node->tree->to_text().find(part) != std::string::npos;
}

std::vector<const Node*> one_or_more(const Node& n) {
  if (n.type != Type::kArray) return {&n};
  return {n.kids.begin(), n.kids.end()};
}

std::string function_of_moves(const std::string& body) {
  CodeWriter out;
  {
    const auto block = out.block("(u8* s, Iterators it)");
    out.line("Workspace* const w = it.workspace;\n(void)w;");
    out.add(body);
  }
  return out.text();
}

// Expressions.

std::string Emitter::role(int role_index) const {
  switch (static_cast<Role>(role_index)) {
    case Role::kMover:
    case Role::kFriend:
    case Role::kTeamMover:
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

std::string Emitter::expand(const char* pattern, const Node& n) {
  std::string text;
  for (const char* at = pattern; *at != '\0'; ++at) {
    if (*at != '$') {
      text += *at;
      continue;
    }
    ++at;
    if (*at == 't' || *at == 'o') {
      text += std::to_string(*at == 't' ? n.imm : own());
      continue;
    }
    const Node& argument = n.kid(static_cast<std::size_t>(*at - '0'));
    text += argument.type == Type::kBool     ? boolean(argument)
            : argument.type == Type::kRegion ? region(argument)
                                             : integer(argument);
  }
  return text;
}

std::string Emitter::expression(const Node& n) {
  if (n.row == nullptr) throw Unknown{};
  const Native& native = n.row->native;
  if (native.pattern != nullptr) return expand(native.pattern, n);
  if (native.expression == nullptr) throw Unknown{};
  return native.expression(n, *this);
}

std::string Emitter::integer(const Node& n) {
  if (n.type == Type::kRole && n.row == nullptr) return role(n.imm);
  if (n.constant && n.type == Type::kInt) return code("($0)", {n.imm});
  try {
    return expression(n);
  } catch (const Unknown&) {
    interpreted_.push_back(&n);
    return code("ask_int($0, s, it)", {std::size_t{number_of(n)}});
  }
}

std::string Emitter::boolean(const Node& n) {
  if (n.constant && n.type == Type::kBool) return n.imm != 0 ? "true" : "false";
  try {
    return "(" + expression(n) + ")";
  } catch (const Unknown&) {
    interpreted_.push_back(&n);
    return code("ask_bool($0, s, it)", {std::size_t{number_of(n)}});
  }
}

std::string Emitter::region(const Node& n) {
  if (n.constant) return constant_region(static_cast<const Region*>(n.table)->data());
  try {
    return expression(n);
  } catch (const Unknown&) {
    interpreted_.push_back(&n);
    return code("ask_region($0, s, it)", {std::size_t{number_of(n)}});
  }
}

std::string Emitter::number(const Node& n, std::size_t k, int fallback) {
  return n.has(k) ? integer(n.kid(k)) : std::to_string(fallback);
}

std::string Emitter::integer_or(const Node& n, std::size_t k, const char* fallback) {
  return n.has(k) ? integer(n.kid(k)) : std::string(fallback);
}

std::string Emitter::on_board(const Node& condition) {
  const ScopedValue known(on_board_, true);
  return boolean(condition);
}

bool Emitter::is_sure(const Node& site, int type) const {
  if (!on_board_ || type != own() || site.row == nullptr || site.row->native.pattern == nullptr) return false;
  const std::string_view pattern = site.row->native.pattern;
  return pattern == "it.to" || pattern == "it.between";
}

// Effects.

void Emitter::effects(const Node& n, const Consequents& consequents, CodeWriter& out) {
  if (n.row == nullptr || n.row->native.effects == nullptr) throw Unknown{};
  n.row->native.effects(n, *this, consequents, out);
}

std::optional<std::string> Emitter::direct(const Node& n) {
  if (n.row == nullptr || p_.uses_last_touched || n.row->native.direct == nullptr) return std::nullopt;
  return n.row->native.direct(n, *this);
}

void Emitter::put_consequents(const Consequents& consequents, CodeWriter& out) {
  for (const Node* each : consequents) out.line("put_then(w, $0);", {consequent(each)});
}

void Emitter::apply_effect(const Node* where, std::size_t k, const Consequents& consequents,
                           CodeWriter& out) {
  if (where == nullptr || !where->has(k)) return;
  const Node& apply = where->kid(k);
  if (!apply.has(1)) return;
  if (apply.has(0)) out.line("if ($0)", {boolean(apply.kid(0))});
  const auto block = out.block();
  effects(apply.kid(1), consequents, out);
}

// Loops.

void Emitter::each_site(const Node& n, std::size_t k, const char* fallback, CodeWriter& out,
                        const Body& body) {
  if (!n.has(k) || n.kid(k).type == Type::kInt) {
    const auto block = out.block("if (const int at = $0; at >= 0)", {integer_or(n, k, fallback)});
    body();
    return;
  }
  const std::string sites = local("r");
  const auto scope = out.block();
  out.line("const SiteSet $0 = $1;", {sites, region(n.kid(k))});
  const auto loop = out.block("LUD_EACH_SITE($0, at)", {sites});
  body();
}

void Emitter::each_from(const Node* from, CodeWriter& out, const Body& body, bool also_to) {
  if (from == nullptr) {
    const auto block = out.block("if (const int from = it.from; from >= 0)");
    out.for_body("const Iterators outer_from = it;\nIterators it = outer_from;", "it", body);
    return;
  }
  enum : std::size_t { kSites = 1, kIf = 2 };
  const auto scope = out.block();
  const auto inner = [&] {
    if (!from->has(kIf)) {
      body();
      return;
    }
    out.line("bool holds;");
    {
      const auto block = out.block();
      out.line("Iterators outer = it;\nIterators it = outer;");
      if (also_to) out.line("it.to = at;");
      out.line("holds = $0;", {boolean(from->kid(kIf))});
    }
    const auto block = out.block("if (holds)");
    body();
  };
  out.for_body("const Iterators outer_from = it;", "outer_from", [&] {
    each_site(*from, kSites, "it.from", out, [&] {
      const int type = from->has(0) ? from->kid(0).imm : own();
      const auto valid = out.block("if (in_range<$0>(at))", {type});
      out.line("const int from = at;");
      out.for_body("Iterators it = outer_from;\nit.from = at;", "it", inner);
    });
  });
}

// Tables.

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

std::string Emitter::table_of_sets(const std::vector<Region>& sets) {
  ArrayText values;
  for (const Region& each : sets) values.add(set_text(each));
  return table("SiteSet", "[]", values.text());
}

std::string Emitter::local(const char* prefix) {
  std::string name = fresh(prefix) + "_";
  locals_.emplace(name, prefix);
  return name;
}

std::string Emitter::with_own_locals(const std::string& text) const {
  const auto part_of_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  std::map<std::string, std::string> renamed;
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && part_of_word(text[end])) ++end;
    if (end == at) {
      out += text[at++];
      continue;
    }
    const std::string word = text.substr(at, end - at);
    const auto known = locals_.find(word);
    if (known == locals_.end()) {
      out += word;
    } else {
      std::string& name = renamed[word];
      if (name.empty()) name = known->second + "_" + std::to_string(renamed.size());
      out += name;
    }
    at = end;
  }
  return out;
}

std::string Emitter::function(const char* prefix, const char* result, const std::string& said) {
  const std::string text = with_own_locals(said);
  std::string& name = known_functions_[text];
  if (name.empty()) {
    name = fresh(prefix);
    functions_ += code("static $0 $1$2", {result, name, text});
  }
  return name;
}

}  // namespace ludex::games::lud::codegen
