#include "games/lud/program/signature.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/util/nearest.hpp"

namespace ludex::games::lud {

namespace {

struct TypeName {
  std::string_view name;
  Type type;
};
constexpr TypeName kTypeNames[] = {{"int", Type::kInt},
                                   {"bool", Type::kBool},
                                   {"region", Type::kRegion},
                                   {"ints", Type::kInts},
                                   {"moves", Type::kMoves},
                                   {"directions", Type::kDirections},
                                   {"range", Type::kRange},
                                   {"graph", Type::kGraph},
                                   {"float", Type::kFloat},
                                   {"from", Type::kFrom},
                                   {"to", Type::kTo},
                                   {"between", Type::kBetween},
                                   {"apply", Type::kApply},
                                   {"then", Type::kThen},
                                   {"piece", Type::kPiece},
                                   {"playerof", Type::kPlayerOf},
                                   {"flips", Type::kFlips},
                                   {"pair", Type::kPair},
                                   {"track", Type::kTrack},
                                   {"score", Type::kScore},
                                   {"poly", Type::kPoly},
                                   {"landmark", Type::kLandmark},
                                   {"players", Type::kPlayers},
                                   {"player", Type::kPlayer},
                                   {"equipment", Type::kEquipment},
                                   {"item", Type::kItem},
                                   {"rules", Type::kRules},
                                   {"meta", Type::kMeta},
                                   {"metarule", Type::kMetaRule},
                                   {"start", Type::kStart},
                                   {"startrule", Type::kStartRule},
                                   {"play", Type::kPlay},
                                   {"phase", Type::kPhase},
                                   {"nextphase", Type::kNextPhase},
                                   {"end", Type::kEnd},
                                   {"endrule", Type::kEndRule},
                                   {"result", Type::kResult},
                                   {"role", Type::kRole},
                                   {"sitetype", Type::kSiteType},
                                   {"absolute", Type::kAbsolute},
                                   {"relative", Type::kRelative},
                                   {"string", Type::kString}};

[[noreturn]] void malformed(const char* row) {
  throw std::logic_error(std::string("malformed signature: ") + row);
}

Parameter read_parameter(std::string_view word, const char* row) {
  Parameter parameter;
  if (word.front() == '[') {
    parameter.optional = true;
    word = word.substr(1, word.size() - 2);
  }
  if (const auto colon = word.find(':'); colon != std::string_view::npos) {
    parameter.label = std::string(word.substr(0, colon));
    word.remove_prefix(colon + 1);
  }
  while (word.front() == '{') {
    ++parameter.array;
    word = word.substr(1, word.size() - 2);
  }
  while (!word.empty()) {
    const auto bar = std::min(word.find('|'), word.size());
    const std::string_view one = word.substr(0, bar);
    word.remove_prefix(std::min(bar + 1, word.size()));
    if (one.front() == '\'') {
      parameter.words.emplace_back(one.substr(1, one.size() - 2));
      if (std::find(parameter.types.begin(), parameter.types.end(), Type::kWord) == parameter.types.end())
        parameter.types.push_back(Type::kWord);
      continue;
    }
    const auto* found = std::find_if(std::begin(kTypeNames), std::end(kTypeNames),
                                     [&](const TypeName& name) { return name.name == one; });
    if (found == std::end(kTypeNames)) malformed(row);
    parameter.types.push_back(found->type);
  }
  return parameter;
}

Signature read_signature(const Row& row, std::string_view text) {
  Signature signature;
  signature.row = &row;
  if (text.size() < 3 || text.front() != '(' || text.back() != ')') malformed(row.text);
  text = text.substr(1, text.size() - 2);
  while (!text.empty()) {
    const auto space = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, space);
    text.remove_prefix(std::min(space + 1, text.size()));
    if (word.empty()) malformed(row.text);
    if (signature.head.empty()) {
      signature.head = std::string(word);
    } else if (std::isupper(static_cast<unsigned char>(word[0])) != 0) {
      signature.keywords.emplace_back(word);
    } else {
      signature.parameters.push_back(read_parameter(word, row.text));
    }
  }
  return signature;
}

// Expands a row into overloads: an argument that may be one item or an array of them gives one of each.
void read_row(const Row& row, const std::string& text, std::vector<Signature>& out) {
  const auto open = text.find("|{");
  const auto close = text.find("}|");
  if (open == std::string::npos && close == std::string::npos) {
    out.push_back(read_signature(row, text));
    return;
  }
  // The word around the bar: [name:a|{b}].
  const std::size_t bar = open != std::string::npos ? open : close + 1;
  const std::size_t begin = text.rfind(' ', bar) + 1;
  const std::size_t end = std::min(text.find(' ', bar), text.size() - 1);
  const std::string word = text.substr(begin, end - begin);
  const std::size_t cut = bar - begin;
  std::size_t head = word.front() == '[' ? 1 : 0;
  if (const auto colon = word.find(':'); colon != std::string::npos && colon < cut) head = colon + 1;
  const std::size_t tail = word.front() == '[' ? word.size() - 1 : word.size();
  const std::string first = word.substr(0, cut) + word.substr(tail);
  const std::string second = word.substr(0, head) + word.substr(cut + 1);
  read_row(row, text.substr(0, begin) + first + text.substr(end), out);
  read_row(row, text.substr(0, begin) + second + text.substr(end), out);
}

bool is_integer(const std::string& text) {
  const std::size_t begin = text.size() > 1 && text[0] == '-' ? 1 : 0;
  return text.size() - begin > 0 && text.size() - begin < 10 &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}
bool is_real(const std::string& text) {
  return !text.empty() && text.size() < 16 && text.find_first_not_of("-.0123456789") == std::string::npos &&
         text.find_first_of("0123456789") != std::string::npos;
}

// The value of a word that denotes a number; false if it does not.
bool int_word(const std::string& text, int& value) {
  if (is_integer(text)) {
    value = std::stoi(text);
    return true;
  }
  if (text == "Off")
    value = kOff;
  else if (text == "End")
    value = kEnd;
  else if (text == "Undefined")
    value = kOff;
  else if (text == "Infinity")
    value = kInfinity;
  else
    return false;
  return true;
}

bool keywords_match(const Tree& tree, const Signature& signature) {
  if (tree.items.size() < 1 + signature.keywords.size()) return false;
  for (std::size_t k = 0; k < signature.keywords.size(); ++k) {
    const Tree& item = tree.items[1 + k];
    if (!item.label.empty() || !item.is_atom(signature.keywords[k].c_str())) return false;
  }
  return true;
}

constexpr std::string_view kLandmarks[] = {"FirstSite", "LastSite", "CentreSite", "LeftSite",
                                           "RightSite", "TopSite",  "BottomSite"};

}  // namespace

SignatureTable::SignatureTable(std::span<const std::span<const Row>> tables) {
  for (const auto& table : tables) {
    for (const Row& row : table) {
      std::vector<Signature> overloads;
      read_row(row, row.text, overloads);
      for (Signature& signature : overloads) by_head_[signature.head].push_back(std::move(signature));
    }
  }
}

bool Matcher::plausible(const Tree& tree, Type type) const {
  int value = 0;
  switch (type) {
    case Type::kString:
      return tree.is_string();
    case Type::kRole:
      return tree.is_atom() && role_of(tree.text) >= 0;
    case Type::kSiteType:
      return tree.is_atom() && site_type_of(tree.text) >= 0;
    case Type::kAbsolute:
      return tree.is_atom() && absolute_of(tree.text) >= 0;
    case Type::kRelative:
      return tree.is_atom() && relative_of(tree.text) >= 0;
    case Type::kLandmark:
      return tree.is_atom() &&
             std::find(std::begin(kLandmarks), std::end(kLandmarks), tree.text) != std::end(kLandmarks);
    case Type::kInt:
      if (tree.is_atom()) return int_word(tree.text, value);
      break;
    case Type::kFloat:
      if (tree.is_atom()) return is_real(tree.text);
      break;
    case Type::kBool:
      if (tree.is_atom()) return tree.text == "True" || tree.text == "False";
      break;
    case Type::kDirections:
      if (tree.is_atom()) return absolute_of(tree.text) >= 0 || relative_of(tree.text) >= 0;
      break;
    default:
      break;
  }
  if (!tree.is_list()) return false;
  const auto* overloads = table_.find(tree.head());
  return overloads != nullptr && std::any_of(overloads->begin(), overloads->end(), [&](const Signature& s) {
           return s.row->type == type && keywords_match(tree, s);
         });
}

bool Matcher::plausible(const Tree& tree, const Parameter& parameter) const {
  const auto one = [&](const Tree& item) {
    return std::any_of(parameter.types.begin(), parameter.types.end(), [&](Type type) {
      if (type == Type::kWord) {
        return item.is_atom() &&
               std::find(parameter.words.begin(), parameter.words.end(), item.text) != parameter.words.end();
      }
      return plausible(item, type);
    });
  };
  const Tree* first = &tree;
  for (int k = 0; k < parameter.array; ++k) {
    if (!first->is_array()) return false;
    if (first->items.empty()) return true;
    first = &first->items[0];
  }
  return one(*first);
}

Node* Matcher::constant(const Tree& tree, Type type) {
  Node* node = nodes_.make(type, &tree);
  node->constant = true;
  int value = 0;
  switch (type) {
    case Type::kRole:
      value = role_of(tree.text);
      break;
    case Type::kSiteType:
      value = site_type_of(tree.text);
      break;
    case Type::kAbsolute:
      value = absolute_of(tree.text);
      break;
    case Type::kRelative:
      value = relative_of(tree.text);
      break;
    case Type::kBool:
      value = tree.text == "True" ? 1 : 0;
      break;
    case Type::kDirections:
      value = absolute_of(tree.text);
      if (value < 0) value = kDirectionKinds + relative_of(tree.text);
      break;
    case Type::kInt:
      int_word(tree.text, value);
      break;
    case Type::kLandmark:
      value = static_cast<int>(std::find(std::begin(kLandmarks), std::end(kLandmarks), tree.text) -
                               std::begin(kLandmarks));
      break;
    default:
      break;
  }
  node->imm = value;
  return node;
}

namespace {

// "; did you mean 'x'?", or nothing.
std::string meant(const std::string& word, const std::vector<std::string>& known, const char* behind = "") {
  const std::string near = nearest(word, known);
  return near.empty() ? "" : "; did you mean '" + near + behind + "'?";
}

Problem unknown_ludeme(const Tree& tree, const SignatureTable& table) {
  const std::string& head = tree.head();
  const auto* overloads = table.find(head);
  if (overloads == nullptr)
    return {&tree, "ludeme '" + head + "' is not implemented" + meant(head, table.heads())};
  const bool has_word = tree.items.size() > 1 && tree.items[1].is_atom();
  const std::string word = has_word ? tree.items[1].text : "";
  std::vector<std::string> known;
  for (const Signature& signature : *overloads) {
    if (!signature.keywords.empty()) known.push_back(signature.keywords[0]);
  }
  return {&tree,
          "ludeme '" + head + (has_word ? " " + word : "") + "' is not implemented" + meant(word, known)};
}

// Suggests what an unexpected list may have been meant to be: another list, or another word after its head.
std::string meant_list(const Tree& tree, const SignatureTable& table,
                       const std::vector<std::string>& expected) {
  if (std::find(expected.begin(), expected.end(), tree.head()) != expected.end()) return "";
  const auto* overloads = table.find(tree.head());
  if (overloads == nullptr) return meant(tree.head(), expected);
  if (tree.items.size() < 2 || !tree.items[1].is_atom()) return meant(tree.head(), expected);
  const std::string& word = tree.items[1].text;
  std::vector<std::string> known;
  for (const Signature& signature : *overloads) {
    if (!signature.keywords.empty()) known.push_back(signature.keywords[0]);
  }
  if (std::find(known.begin(), known.end(), word) != known.end()) return "";
  const std::string near = meant(word, known);
  return near.empty() ? meant(tree.head(), expected) : near;
}

// The problem of a quoted name in place of a ludeme or value: a call of an undefined definition.
Problem undefined(const Tree& tree, const std::string& name) {
  return {&tree, "", name};
}

// Adds a problem for every unknown ludeme and undefined definition in the tree.
void survey(const Tree& tree, const SignatureTable& table, std::vector<Problem>& out) {
  if (tree.is_list() && !tree.items.empty() && tree.items[0].is_string()) {
    out.push_back(undefined(tree, tree.items[0].text));
  } else if (tree.is_list() && !tree.head().empty()) {
    const auto* overloads = table.find(tree.head());
    if (overloads == nullptr || std::none_of(overloads->begin(), overloads->end(),
                                             [&](const Signature& s) { return keywords_match(tree, s); }))
      out.push_back(unknown_ludeme(tree, table));
  }
  for (const Tree& item : tree.items) survey(item, table, out);
}

std::vector<std::string> labels_of(const std::vector<Signature>& overloads) {
  std::vector<std::string> labels;
  for (const Signature& signature : overloads) {
    for (const Parameter& parameter : signature.parameters) {
      if (!parameter.label.empty()) labels.push_back(parameter.label);
    }
  }
  return labels;
}

}  // namespace

std::vector<std::string> SignatureTable::heads() const {
  std::vector<std::string> heads;
  for (const auto& [head, overloads] : by_head_) heads.push_back(head);
  return heads;
}

Node* Matcher::argument(const Tree& tree, const Parameter& parameter, Attempt& attempt_here) {
  if (parameter.array != 0 && tree.is_array()) {
    Node* node = nodes_.make(Type::kArray, &tree);
    Parameter item = parameter;
    --item.array;
    bool failed = false;
    for (const Tree& each : tree.items) {
      Node* kid = argument(each, item, attempt_here);
      failed = failed || kid == nullptr;
      node->kids.push_back(kid);
    }
    return failed ? nullptr : node;
  }
  std::vector<Problem> problems;
  std::size_t depth = 0;
  for (const Type type : parameter.types) {
    if (parameter.array != 0) break;
    if (type == Type::kWord) {
      const auto word = std::find(parameter.words.begin(), parameter.words.end(), tree.text);
      if (!tree.is_atom() || word == parameter.words.end()) continue;
      Node* node = nodes_.make(Type::kWord, &tree);
      node->constant = true;
      node->imm = static_cast<int>(word - parameter.words.begin());
      return node;
    }
    if (!plausible(tree, type)) continue;
    const Attempt& made = attempt(tree, type);
    if (made.node != nullptr) {
      attempt_here.depth += made.depth;
      return made.node;
    }
    if (problems.empty() || made.depth > depth) {
      problems = made.problems;
      depth = made.depth;
    }
  }
  attempt_here.depth += depth;
  if (problems.empty()) {
    const std::size_t before = problems.size();
    survey(tree, table_, problems);
    if (problems.size() == before && tree.is_string()) {
      problems.push_back(undefined(tree, tree.text));
    } else if (problems.size() == before) {
      std::string expected;
      std::vector<std::string> words = parameter.words;
      std::vector<std::string> heads;
      for (const Type type : parameter.types) {
        const auto more = words_of(type);
        words.insert(words.end(), more.begin(), more.end());
        if (!expected.empty()) expected += " or ";
        if (type != Type::kWord) {
          const std::string text = type_text(type);
          expected += text;
          // "(players ...)"
          if (text.starts_with('(')) heads.push_back(text.substr(1, text.find(' ') - 1));
          continue;
        }
        for (const auto& word : parameter.words)
          expected += (&word == parameter.words.data() ? "" : " or ") + word;
      }
      problems.push_back({&tree, "expected " + expected + ", found " + tree.to_text().substr(0, 60) +
                                     (tree.is_atom()   ? meant(tree.text, words)
                                      : tree.is_list() ? meant_list(tree, table_, heads)
                                                       : "")});
    }
  }
  attempt_here.problems.insert(attempt_here.problems.end(), problems.begin(), problems.end());
  return nullptr;
}

Matcher::Attempt Matcher::try_signature(const Tree& tree, const Signature& signature) {
  Attempt result;
  Node* node = nodes_.make(signature.row->type, &tree);
  node->row = signature.row;
  node->kids.assign(signature.parameters.size(), nullptr);
  std::size_t next = 0;  // the next unnamed parameter
  bool failed = false;
  result.depth = signature.keywords.size();
  for (std::size_t k = 1 + signature.keywords.size(); k < tree.items.size(); ++k) {
    const Tree& item = tree.items[k];
    std::size_t p = signature.parameters.size();
    if (!item.label.empty()) {
      for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
        if (signature.parameters[i].label == item.label && node->kids[i] == nullptr) p = i;
      }
      if (p == signature.parameters.size()) {
        result.problems.push_back({&item, "argument '" + item.label + ":' of '" + tree.head() +
                                              "' is not implemented" +
                                              meant(item.label, labels_of(*table_.find(tree.head())), ":")});
        survey(item, table_, result.problems);
        failed = true;
        continue;
      }
    } else {
      std::size_t i = next;
      for (; i < signature.parameters.size(); ++i) {
        if (!signature.parameters[i].label.empty()) continue;
        if (plausible(item, signature.parameters[i])) {
          p = i;
          break;
        }
        if (!signature.parameters[i].optional) {
          // The argument does not match: it reports why.
          p = i;
          break;
        }
      }
      if (p == signature.parameters.size()) {
        const std::size_t before = result.problems.size();
        survey(item, table_, result.problems);
        if (result.problems.size() == before && item.is_string()) {
          result.problems.push_back(undefined(item, item.text));
        } else if (result.problems.size() == before) {
          result.problems.push_back({&item, "argument " + item.to_text().substr(0, 60) + " of '" +
                                                tree.head() + "' is not implemented"});
        }
        failed = true;
        continue;
      }
      next = p + 1;
    }
    Node* kid = argument(item, signature.parameters[p], result);
    if (kid == nullptr) {
      failed = true;
    } else {
      ++result.depth;
      node->kids[p] = kid;
    }
  }
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    const Parameter& parameter = signature.parameters[i];
    if (!failed && !parameter.optional && node->kids[i] == nullptr) {
      result.problems.push_back(
          {&tree, "'" + tree.head() + "' lacks " + (parameter.label.empty() ? "" : parameter.label + ":, ") +
                      type_text(parameter.array != 0 ? Type::kArray : parameter.types[0])});
      failed = true;
    }
  }
  if (!failed) result.node = node;
  return result;
}

namespace {
// "Fly" of (move Fly ...): a word that looks like a keyword but occurs in no overload.
bool is_unknown_keyword(const Tree& tree, const std::vector<Signature>& overloads) {
  if (tree.items.size() < 2 || !tree.items[1].is_atom() || !tree.items[1].label.empty()) return false;
  const std::string& word = tree.items[1].text;
  int value = 0;
  if (std::isupper(static_cast<unsigned char>(word[0])) == 0 || role_of(word) >= 0 ||
      site_type_of(word) >= 0 || absolute_of(word) >= 0 || relative_of(word) >= 0 || int_word(word, value) ||
      word == "True" || word == "False")
    return false;
  bool keywords = false;
  for (const Signature& signature : overloads) {
    keywords = keywords || !signature.keywords.empty();
    if (!signature.keywords.empty() && signature.keywords[0] == word) return false;
    for (const Parameter& parameter : signature.parameters) {
      if (std::find(parameter.words.begin(), parameter.words.end(), word) != parameter.words.end())
        return false;
    }
  }
  return keywords;
}
}  // namespace

Matcher::Attempt Matcher::make_list(const Tree& tree, Type type) {
  const auto* overloads = table_.find(tree.head());
  Attempt best;
  bool any = false;
  if (overloads != nullptr && is_unknown_keyword(tree, *overloads)) {
    best.problems.push_back(unknown_ludeme(tree, table_));
    for (const Tree& item : tree.items) survey(item, table_, best.problems);
    return best;
  }
  if (overloads != nullptr) {
    for (const Signature& signature : *overloads) {
      if (signature.row->type != type || !keywords_match(tree, signature)) continue;
      Attempt made = try_signature(tree, signature);
      if (made.node != nullptr) return made;
      if (!any || made.depth > best.depth) best = std::move(made);
      any = true;
    }
  }
  if (!any) {
    survey(tree, table_, best.problems);
    if (best.problems.empty()) best.problems.push_back({&tree, std::string("expected ") + type_text(type)});
  }
  return best;
}

Matcher::Attempt Matcher::make(const Tree& tree, Type type) {
  if (tree.is_list()) return make_list(tree, type);
  Attempt attempt;
  if (plausible(tree, type)) {
    attempt.node = constant(tree, type);
    attempt.depth = 1;
  } else {
    attempt.problems.push_back({&tree, std::string("expected ") + type_text(type)});
  }
  return attempt;
}

const Matcher::Attempt& Matcher::attempt(const Tree& tree, Type type) {
  const std::pair key{&tree, type};
  if (const auto known = attempts_.find(key); known != attempts_.end()) return known->second;
  Attempt made = make(tree, type);
  return attempts_.emplace(key, std::move(made)).first->second;
}

Node* Matcher::match(const Tree& tree, Type type) {
  const Attempt& made = attempt(tree, type);
  problems_.insert(problems_.end(), made.problems.begin(), made.problems.end());
  return made.node;
}

}  // namespace ludex::games::lud
