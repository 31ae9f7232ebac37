#include "games/lud/language/expand.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <span>

#include "games/lud/language/forms.hpp"

namespace ludex::games::lud {

namespace {

constexpr int kMaxCalls = 60;  // definitions within definitions
constexpr std::int64_t kMaxRange = 100'000;

// Replaces calls of definitions by their bodies, from the outside in.
class Expander {
 public:
  Expander(const Definitions& own, const Definitions& library, Sources& sources)
      : own_(own), library_(library), sources_(sources) {}

  Result<void> run(std::span<const Token> tokens, int depth) {
    for (std::size_t at = 0; at < tokens.size();) {
      if (out_.size() > kMaxTokens)
        return error(tokens[at], "the definitions make too long a text: more than 4,000,000 words");
      const bool opens = tokens[at].text == "(" && tokens[at].kind == TokenKind::kOpen;
      if (opens && at + 2 < tokens.size() && tokens[at + 1].text == "game" &&
          tokens[at + 2].kind == TokenKind::kString) {
        // The name of the game is never a definition.
        for (int i = 0; i < 3; ++i) put(tokens[at++]);
        continue;
      }
      const std::size_t name = opens ? at + 1 : at;
      const Tokens* body =
          name < tokens.size() && tokens[name].kind == TokenKind::kString ? find(tokens[name].text) : nullptr;
      if (body == nullptr) {
        put(tokens[at++]);
        continue;
      }
      if (depth == kMaxCalls)
        return error(tokens[name],
                     "definition \"" + tokens[name].text + "\" never ends: too many calls in calls");
      std::vector<std::span<const Token>> arguments;
      std::size_t end = at + 1;
      if (opens) {
        if (auto read = read_arguments(tokens, at, arguments, end); !read) return read;
      }
      const std::uint32_t via = sources_.add_call({'"' + tokens[name].text + '"', tokens[name].place});
      auto filled = fill(*body, arguments, via);
      if (!filled) return Error{filled.error()};
      if (!filled->empty()) filled->front().glued = tokens[at].glued;
      if (auto expanded = run(*filled, depth + 1); !expanded) return expanded;
      at = end;
    }
    return {};
  }

  // Joins adjacent words around a replacement into one word, and expands ranges to their numbers.
  Result<Tokens> finish() {
    Tokens out;
    for (Token& token : out_) {
      if (token.kind == TokenKind::kAtom && token.glued && !out.empty() &&
          out.back().kind == TokenKind::kAtom) {
        out.back().text += token.text;
        if (token.text.find(':') != std::string::npos)
          return error(out.back(), "what is put together here is no word: '" + out.back().text + "'");
      } else if (token.kind == TokenKind::kAtom && token.text == "~") {
        continue;
      } else {
        drop_empty_label(out, token);
        out.push_back(std::move(token));
      }
    }
    drop_double_brackets(out);
    Tokens ranged;
    for (std::size_t k = 0; k < out.size(); ++k) {
      const bool names = out[k].kind == TokenKind::kAtom && out[k].text == ".." && k > 0 &&
                         out[k - 1].kind == TokenKind::kString && k + 1 < out.size() &&
                         out[k + 1].kind == TokenKind::kString;
      auto put_it = names ? put_names(ranged, out[k + 1]) : put_range(ranged, out[k]);
      if (!put_it) return Error{put_it.error()};
      if (names) ++k;
    }
    return ranged;
  }

 private:
  // Turns ((a) (b)) into (a) (b): brackets that directly enclose brackets mean nothing.
  static void drop_double_brackets(Tokens& tokens) {
    const auto is = [&](std::size_t at, TokenKind kind, const char* text) {
      return tokens[at].kind == kind && tokens[at].text == text;
    };
    std::vector<bool> gone(tokens.size(), false);
    std::vector<std::size_t> open;
    bool any = false;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      if (is(at, TokenKind::kOpen, "(")) open.push_back(at);
      if (!is(at, TokenKind::kClose, ")") || open.empty()) continue;
      const std::size_t begin = open.back();
      open.pop_back();
      if (!is(begin + 1, TokenKind::kOpen, "(") || !is(at - 1, TokenKind::kClose, ")")) continue;
      gone[begin] = gone[at] = any = true;
    }
    if (!any) return;
    Tokens kept;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      if (!gone[at]) kept.push_back(std::move(tokens[at]));
    }
    tokens = std::move(kept);
  }
  [[nodiscard]] const Tokens* find(const std::string& name) const {
    const Tokens* body = own_.find(name);
    return body != nullptr ? body : library_.find(name);
  }
  void put(const Token& token) { out_.push_back(token); }

  // Drops a label whose value was an omitted argument.
  static void drop_empty_label(Tokens& out, const Token& next) {
    const bool ends = next.kind == TokenKind::kClose || next.kind == TokenKind::kLabel;
    if (ends && !out.empty() && out.back().kind == TokenKind::kLabel) out.pop_back();
  }

  Result<void> read_arguments(std::span<const Token> tokens, std::size_t open,
                              std::vector<std::span<const Token>>& arguments, std::size_t& end) const {
    std::size_t at = open + 2;
    while (at < tokens.size() && tokens[at].kind != TokenKind::kClose) {
      const std::size_t begin = at;
      if (tokens[at].kind == TokenKind::kLabel) ++at;
      int depth = 0;
      do {
        if (at == tokens.size()) return error(tokens[open], "this '(' is never closed");
        if (tokens[at].kind == TokenKind::kOpen) ++depth;
        if (tokens[at].kind == TokenKind::kClose && --depth < 0) break;  // a label without a value
        ++at;
        // Words without a space between them are one argument.
        while (depth == 0 && at < tokens.size() && tokens[at].glued && tokens[at].kind == TokenKind::kAtom &&
               tokens[at - 1].kind == TokenKind::kAtom)
          ++at;
      } while (depth > 0);
      auto argument = tokens.subspan(begin, at - begin);
      if (argument.size() == 1 && argument[0].text == "~" && argument[0].kind == TokenKind::kAtom)
        argument = argument.subspan(1);
      arguments.push_back(argument);
    }
    if (at == tokens.size()) return error(tokens[open], "this '(' is never closed");
    end = at + 1;
    return {};
  }

  // The number of "#3" at `at` of a text, with its length; 0 if there is none.
  static std::size_t parameter(std::string_view text, std::size_t at, std::size_t& size) {
    std::size_t value = 0;
    size = 1;
    while (at + size < text.size() && std::isdigit(static_cast<unsigned char>(text[at + size])) != 0) {
      value = std::min<std::size_t>(value * 10 + static_cast<std::size_t>(text[at + size] - '0'), 1000);
      ++size;
    }
    return text[at] == '#' ? value : 0;
  }

  // A text with its "#1" replaced by the arguments.
  static std::string in_text(const std::string& text, const std::vector<std::span<const Token>>& arguments) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t size = 1;
      const std::size_t index = parameter(text, at, size);
      if (index == 0) {
        out += text[at++];
        continue;
      }
      if (index <= arguments.size()) {
        for (const Token& token : arguments[index - 1]) out += token.text;
      }
      at += size;
    }
    return out;
  }

  [[nodiscard]] Result<Tokens> fill(const Tokens& body, const std::vector<std::span<const Token>>& arguments,
                                    std::uint32_t via) const {
    Tokens out;
    for (const Token& token : body) {
      if (token.text.find('#') == std::string::npos ||
          (token.kind != TokenKind::kAtom && token.kind != TokenKind::kString)) {
        out.push_back(token);
        out.back().place.via = via;
        continue;
      }
      std::size_t size = 0;
      const std::size_t index = parameter(token.text, 0, size);
      if (token.kind == TokenKind::kAtom && index != 0 && size == token.text.size()) {
        if (index > arguments.size()) continue;
        const std::size_t first = out.size();
        out.insert(out.end(), arguments[index - 1].begin(), arguments[index - 1].end());
        if (out.size() > first) out[first].glued = token.glued;
        continue;
      }
      out.push_back(token);
      out.back().place.via = via;
      out.back().text = in_text(token.text, arguments);
      // The result must be a single word.
      if (token.kind == TokenKind::kAtom && out.back().text.find_first_of("(){}:") != std::string::npos)
        return error(out.back(), "'" + token.text + "' becomes '" + out.back().text + "', which is no word");
    }
    return out;
  }

  static std::optional<std::int64_t> number(std::string_view text) {
    std::int64_t value = 0;
    const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
    return value;
  }

  // "C5".."C12", "D2".."K2": the names of the sites after the last one in `out`, along a column or a row.
  Result<void> put_names(Tokens& out, const Token& last) const {
    const Token first = out.back();
    const auto refuse = [&] {
      return error(first,
                   "'\"" + first.text + "\"..\"" + last.text + "\"' is no range of sites in a row or column");
    };
    const auto is_name = [](const std::string& text) {
      return text.size() >= 2 && std::isupper(static_cast<unsigned char>(text[0])) != 0 &&
             number(std::string_view(text).substr(1)).value_or(0) > 0;
    };
    if (!is_name(first.text) || !is_name(last.text)) return refuse();
    char column = first.text[0];
    std::int64_t row = *number(std::string_view(first.text).substr(1));
    const char last_column = last.text[0];
    const std::int64_t last_row = *number(std::string_view(last.text).substr(1));
    if ((column != last_column && row != last_row) || std::abs(last_row - row) > kMaxRange) return refuse();
    while (column != last_column || row != last_row) {
      column = static_cast<char>(column + (last_column > column ? 1 : last_column < column ? -1 : 0));
      row += last_row > row ? 1 : last_row < row ? -1 : 0;
      Token each = last;
      each.text = column + std::to_string(row);
      out.push_back(std::move(each));
    }
    return {};
  }

  Result<void> put_range(Tokens& out, Token& token) const {
    const auto dots = token.kind == TokenKind::kAtom ? token.text.find("..") : std::string::npos;
    if (dots == std::string::npos) {
      out.push_back(std::move(token));
      return {};
    }
    const auto first = number(std::string_view(token.text).substr(0, dots));
    const auto last = number(std::string_view(token.text).substr(dots + 2));
    if (!first || !last || std::abs(*last - *first) > kMaxRange)
      return error(token, "'" + token.text + "' is no range of numbers such as 2..5");
    for (std::int64_t i = *first;; i += *first <= *last ? 1 : -1) {
      Token each = token;
      each.text = std::to_string(i);
      each.glued = false;
      out.push_back(std::move(each));
      if (i == *last) return {};
    }
  }

  [[nodiscard]] Error error(const Token& token, const std::string& what) const {
    return {sources_.text(token.place) + ": " + what};
  }

  const Definitions& own_;
  const Definitions& library_;
  Sources& sources_;
  Tokens out_;
};

}  // namespace

Result<Expanded> expand(const Source& file, const Definitions& library,
                        const std::vector<std::string>& choices, Sources& sources) {
  auto forms = split_forms(file, sources);
  if (!forms) return Error{forms.error()};
  Expanded expanded;
  Definitions own;
  const Form* game = nullptr;
  for (const Form& form : *forms) {
    Result<void> read;
    if (form.head == "game") {
      if (game != nullptr) return Error{sources.text(form.start) + ": a second (game ...)"};
      game = &form;
    } else if (form.head == "define") {
      read = own.add(form.text, form.start, sources);
    } else if (form.head == "option") {
      read = expanded.options.add_option(form, sources);
    } else if (form.head == "rulesets") {
      read = expanded.options.add_rulesets(form, sources);
    } else if (form.head != "metadata") {
      return Error{sources.text(form.start) + ": '" + std::string(form.head) +
                   "' is unknown here, expected game, define, option, rulesets or metadata"};
    }
    if (!read) return Error{read.error()};
  }
  if (game == nullptr) return Error{file.name + ":1:1: there is no (game ...) in this text"};
  for (const std::string& choice : choices) {
    if (auto chosen = expanded.options.choose(choice); !chosen)
      return Error{file.name + ": " + chosen.error()};
  }
  for (auto& [name, body] : own.bodies()) {
    auto applied = expanded.options.apply(body, sources);
    if (!applied) return Error{applied.error()};
    body = std::move(*applied);
  }
  auto tokens = tokenize(game->text, game->start, sources);
  if (!tokens) return Error{tokens.error()};
  auto applied = expanded.options.apply(*tokens, sources);
  if (!applied) return Error{applied.error()};
  Expander expander(own, library, sources);
  if (auto run = expander.run(*applied, 0); !run) return Error{run.error()};
  auto finished = expander.finish();
  if (!finished) return Error{finished.error()};
  auto trees = parse(*finished, sources);
  if (!trees) return Error{trees.error()};
  if (trees->size() != 1) return Error{sources.text(game->start) + ": expected one (game ...)"};
  expanded.game = std::move((*trees)[0]);
  for (const Definitions* const known : {static_cast<const Definitions*>(&own), &library}) {
    for (const auto& [name, body] : known->bodies()) expanded.definitions.push_back(name);
  }
  return expanded;
}

}  // namespace ludex::games::lud
