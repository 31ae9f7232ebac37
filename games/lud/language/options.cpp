#include "games/lud/language/options.hpp"

#include <algorithm>
#include <cctype>

#include "games/lud/language/tree.hpp"

namespace ludex::games::lud {

namespace {

std::string trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return std::string(text);
}

// Reads one (option ...).
class OptionReader {
 public:
  OptionReader(const Form& form, const Sources& sources)
      : cursor_(form.text, form.start), sources_(sources) {}

  Result<Option> run() {
    Option option;
    cursor_.advance(std::string_view("(option").size());
    if (auto read = string(option.heading); !read) return Error{read.error()};
    std::string_view tag;
    if (auto read = bracket(tag); !read) return Error{read.error()};
    option.tag = trimmed(tag);
    cursor_.skip_space();
    if (!cursor_.starts_with("args:")) return error("expected args:{ <name> ... }");
    cursor_.advance(5);
    cursor_.skip_space();
    if (cursor_.peek() != '{') return error("expected '{'");
    cursor_.advance();
    while (cursor_.skip_space(), cursor_.peek() == '<') {
      std::string_view name;
      if (auto read = bracket(name); !read) return Error{read.error()};
      option.arguments.push_back(trimmed(name));
    }
    if (cursor_.peek() != '}') return error("expected '}' or <name>");
    cursor_.advance();
    cursor_.skip_space();
    if (cursor_.peek() != '{') return error("expected '{' and the items");
    cursor_.advance();
    while (cursor_.skip_space(), cursor_.peek() == '(') {
      option.items.emplace_back();
      if (auto read = item(option, option.items.back()); !read) return Error{read.error()};
    }
    if (cursor_.peek() != '}') return error("expected (item \"Name\" <value> ...) or '}'");
    if (option.items.empty()) return error("an option needs items");
    for (std::size_t i = 0; i < option.items.size(); ++i) {
      if (option.items[i].stars > option.items[option.chosen].stars) option.chosen = i;
    }
    return option;
  }

 private:
  Result<void> string(std::string& out) {
    cursor_.skip_space();
    if (cursor_.peek() != '"') return error("expected a string");
    const std::size_t begin = cursor_.offset();
    cursor_.skip_string();
    const std::string_view text = cursor_.since(begin);
    if (text.size() < 2 || text.back() != '"') return error("this string is not closed");
    out = std::string(text.substr(1, text.size() - 2));
    return {};
  }
  // "<...>": ends at the first '>' outside all parentheses and other placeholders.
  Result<void> bracket(std::string_view& out) {
    cursor_.skip_space();
    if (cursor_.peek() != '<') return error("expected '<'");
    const Place start = cursor_.place();
    cursor_.advance();
    content_start_ = cursor_.place();
    const std::size_t begin = cursor_.offset();
    for (int depth = 0, nested = 0; !cursor_.done();) {
      const char c = cursor_.peek();
      if (c == '"') {
        cursor_.skip_string();
        continue;
      }
      const bool outside = depth == 0;
      if (outside && c == '>' && nested-- == 0) {
        out = cursor_.since(begin);
        cursor_.advance();
        return {};
      }
      if (c == '(' || c == '{') ++depth;
      if (c == ')' || c == '}') --depth;
      cursor_.advance();
      if (outside && c == '<' && std::isalpha(static_cast<unsigned char>(cursor_.peek())) != 0) ++nested;
    }
    return Error{sources_.text(start) + ": this '<' is never closed by '>'"};
  }
  Result<void> item(const Option& option, OptionItem& out) {
    const Place start = cursor_.place();
    if (!cursor_.starts_with("(item")) return error("expected (item \"Name\" <value> ...)");
    cursor_.advance(5);
    if (auto read = string(out.name); !read) return read;
    while (cursor_.skip_space(), cursor_.peek() == '<') {
      std::string_view content;
      if (auto read = bracket(content); !read) return read;
      auto tokens = tokenize(content, content_start_, sources_);
      if (!tokens) return Error{tokens.error()};
      out.contents.push_back(std::move(*tokens));
      out.texts.push_back(trimmed(content));
    }
    if (out.contents.size() != option.arguments.size()) {
      return Error{sources_.text(start) + ": the item has " + std::to_string(out.contents.size()) +
                   " values, but its option has " + std::to_string(option.arguments.size()) + " arguments"};
    }
    std::string description;
    while (cursor_.skip_space(), cursor_.peek() == '"') {
      if (auto read = string(description); !read) return read;
    }
    if (cursor_.peek() != ')') return error("expected ')' at the end of the item");
    cursor_.advance();
    for (; cursor_.peek() == '*'; cursor_.advance()) ++out.stars;
    return {};
  }
  [[nodiscard]] Error error(const std::string& what) const {
    return {sources_.text(cursor_.place()) + ": " + what};
  }

  Cursor cursor_;
  const Sources& sources_;
  Place content_start_;
};

}  // namespace

Result<void> Options::add_option(const Form& form, const Sources& sources) {
  auto option = OptionReader(form, sources).run();
  if (!option) return Error{option.error()};
  options_.push_back(std::move(*option));
  return {};
}

Result<void> Options::add_rulesets(const Form& form, const Sources& sources) {
  auto tokens = tokenize(form.text, form.start, sources);
  if (!tokens) return Error{tokens.error()};
  auto trees = parse(*tokens, sources);
  if (!trees) return Error{trees.error()};
  const auto& items = (*trees)[0].items;
  if (items.size() != 2 || !items[1].is_array()) {
    return Error{sources.text(form.start) +
                 ": expected (rulesets { (ruleset \"Name\" { \"Option/Item\" ... }) ... })"};
  }
  for (const Tree& ruleset : items[1].items) {
    if (ruleset.head() != "ruleset") continue;  // skips the stars after a rule set
    if (ruleset.items.size() < 3 || !ruleset.items[1].is_string() || !ruleset.items[2].is_array()) {
      return Error{sources.text(ruleset.place) + ": expected (ruleset \"Name\" { \"Option/Item\" ... })"};
    }
    auto& choices = rulesets_[ruleset.items[1].text];
    for (const Tree& choice : ruleset.items[2].items) choices.push_back(choice.text);
  }
  return {};
}

Result<void> Options::choose(const std::string& choice) {
  if (const auto ruleset = rulesets_.find(choice); ruleset != rulesets_.end()) {
    for (const std::string& each : ruleset->second) {
      if (auto chosen = choose(each); !chosen) return chosen;
    }
    return {};
  }
  const auto slash = choice.find('/');
  std::string known;
  for (Option& option : options_) {
    if (slash != std::string::npos && option.heading == choice.substr(0, slash)) {
      for (std::size_t i = 0; i < option.items.size(); ++i) {
        if (option.items[i].name == choice.substr(slash + 1)) {
          option.chosen = i;
          return {};
        }
      }
    }
    for (const OptionItem& item : option.items) {
      known += known.empty() ? "" : ", ";
      known += '"' + option.heading + "/" + item.name + '"';
    }
  }
  return Error{"no option or rule set is called \"" + choice +
               "\"; known: " + (known.empty() ? "none" : known)};
}

Options::Found Options::find(std::string_view placeholder) const {
  std::string name = trimmed(placeholder.substr(1, placeholder.size() - 2));
  std::string argument;
  if (const auto colon = name.find(':'); colon != std::string::npos) {
    argument = name.substr(colon + 1);
    name.resize(colon);
  }
  for (const Option& option : options_) {
    if (option.tag != name) continue;
    if (argument.empty()) return {&option, 0};
    const auto at = std::find(option.arguments.begin(), option.arguments.end(), argument);
    if (at != option.arguments.end())
      return {&option, static_cast<std::size_t>(at - option.arguments.begin())};
  }
  return {};
}

std::string Options::in_string(const std::string& text) const {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text[at] == '<' ? text.find('>', at) : std::string::npos;
    if (end != std::string::npos) {
      const Found found = find(std::string_view(text).substr(at, end + 1 - at));
      if (found.option != nullptr) {
        out += found.option->items[found.option->chosen].texts[found.argument];
        at = end + 1;
        continue;
      }
    }
    out += text[at++];
  }
  return out;
}

Result<void> Options::apply_into(const Tokens& tokens, Tokens& out, int depth, Sources& sources) const {
  if (depth > 20)
    return Error{sources.text(tokens[0].place) + ": these options contain each other without end"};
  for (const Token& token : tokens) {
    if (out.size() > kMaxTokens)
      return Error{sources.text(token.place) + ": the text with all options filled in is too long"};
    if (token.kind == TokenKind::kPlaceholder) {
      const Found found = find(token.text);
      if (found.option == nullptr) {
        out.push_back(token);
        continue;
      }
      const OptionItem& item = found.option->items[found.option->chosen];
      Tokens content = item.contents[found.argument];
      const std::uint32_t via =
          sources.add_call({"option \"" + found.option->heading + "/" + item.name + "\"", token.place});
      for (Token& each : content) each.place.via = via;
      if (!content.empty()) content.front().glued = token.glued;
      if (auto applied = apply_into(content, out, depth + 1, sources); !applied) return applied;
      continue;
    }
    out.push_back(token);
    if (token.kind == TokenKind::kString) out.back().text = in_string(token.text);
  }
  return {};
}

Result<Tokens> Options::apply(const Tokens& tokens, Sources& sources) const {
  Tokens out;
  if (auto applied = apply_into(tokens, out, 0, sources); !applied) return Error{applied.error()};
  return out;
}

}  // namespace ludex::games::lud
