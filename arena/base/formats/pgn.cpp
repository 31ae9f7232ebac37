#include "arena/base/formats/pgn.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "arena/base/formats/move_words.hpp"

namespace ludex::arena {
namespace {

constexpr std::string_view kPgnBlanks = " \t\r";

// Characters that end a word.
constexpr std::array<bool, 256> kEndsWord = [] {
  std::array<bool, 256> ends{};
  for (const char c : std::string_view(" \t\r\n{}();")) ends[static_cast<unsigned char>(c)] = true;
  return ends;
}();

bool is_pgn_result(std::string_view word) {
  return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*" || word == "1/2" ||
         word == "\u00BD-\u00BD";
}

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kPgnBlanks), text.size()));
}

std::string_view without_end_blanks(std::string_view text) {
  return text.substr(0, text.find_last_not_of(kPgnBlanks) + 1);
}

// The length of a quote at the start, plain or typographic; 0 if there is none.
std::size_t quote_length(std::string_view text) {
  for (const std::string_view quote : {"\"", "\u201C", "\u201D", "\u201E", "\u00AB", "\u00BB"}) {
    if (text.starts_with(quote)) return quote.size();
  }
  return 0;
}

// The length of a quote that ends a value, with the bracket: after a quote inside it, more text follows.
std::size_t end_length(std::string_view text) {
  std::size_t length = quote_length(text);
  if (length == 0) return 0;
  length = text.find_first_not_of(kPgnBlanks, length);
  if (length == std::string_view::npos || text[length] != ']') return 0;
  return length + 1;
}

}  // namespace

const std::string* PgnGame::tag(std::string_view name) const {
  const auto at =
      std::find_if(tags.begin(), tags.end(), [&](const PgnTag& tag) { return same_name(tag.name, name); });
  return at == tags.end() ? nullptr : &at->value;
}

bool read_pgn_tag(std::string_view& text, std::string_view& name, std::string& value, bool& flawed) {
  std::string_view line = text.substr(0, text.find('\n'));
  const std::string_view all = line;
  skip_blanks(line);
  if (line.empty() || line[0] != '[') return false;
  line.remove_prefix(1);
  skip_blanks(line);
  std::size_t length = 0;
  while (length < line.size() && (std::isalnum(static_cast<unsigned char>(line[length])) != 0 ||
                                  std::string_view("_+#=:-").find(line[length]) != std::string_view::npos))
    ++length;
  name = line.substr(0, length);
  line.remove_prefix(length);
  if (name.empty()) return false;
  skip_blanks(line);
  const std::size_t open = quote_length(line);
  flawed = open == 0;
  value.clear();
  if (open == 0) {
    // [Name value], but not [%clk 0:10] or [sic].
    const std::size_t close = line.find(']');
    const std::string_view bare = without_end_blanks(line.substr(0, close));
    if (bare.empty() || close == std::string_view::npos) return false;
    value = bare;
    line.remove_prefix(close + 1);
  } else {
    line.remove_prefix(open);
    const std::string_view rest = line;
    for (;;) {
      if (line.empty()) {
        // The end is missing: takes the rest of the line, without a bracket or quote.
        flawed = true;
        value = without_end_blanks(rest);
        if (value.ends_with(']')) value.pop_back();
        if (value.ends_with('"')) value.pop_back();
        break;
      }
      if (line[0] == '\\' && line.size() > 1 &&
          std::string_view("\"\\'").find(line[1]) != std::string_view::npos) {
        value += line[1];
        line.remove_prefix(2);
        continue;
      }
      if (const std::size_t end = end_length(line); end != 0) {
        line.remove_prefix(end);
        break;
      }
      value += line[0];
      line.remove_prefix(1);
    }
  }
  text.remove_prefix(all.size() - line.size());
  return true;
}

std::string pgn_tag(std::string_view name, std::string_view value) {
  std::string text = "[";
  text.append(name).append(" \"");
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    // A tag must be on one line.
    text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return text + "\"]\n";
}

PgnReader::PgnReader(std::string_view text, PgnParts parts) : text_(text), parts_(parts) {
  if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);  // byte order mark
}

std::string_view PgnReader::rest_of_line() const noexcept {
  return text_.substr(at_, text_.find('\n', at_) - at_);
}

void PgnReader::step() noexcept {
  if (text_[at_++] != '\n') return;
  ++line_;
  line_start_ = at_;
}

void PgnReader::move_to(std::size_t at) noexcept {
  for (std::size_t end; (end = text_.substr(0, at).find('\n', at_)) != std::string_view::npos;) {
    ++line_;
    line_start_ = at_ = end + 1;
  }
  at_ = at;
}

void PgnReader::skip_line() noexcept {
  at_ = std::min(text_.find('\n', at_), text_.size());
}

void PgnReader::remark(PgnOddity oddity, std::string_view text) {
  remarks_.push_back({line_, column(), oddity, std::string(text)});
}

bool PgnReader::game_begins(std::size_t at) const {
  if (at < 2 || text_[at - 1] != '\n') return false;
  const std::size_t before = text_.find_last_not_of(kPgnBlanks, at - 2);
  if (before == std::string_view::npos || text_[before] != '\n') return false;
  std::string_view line = text_.substr(at);
  std::string_view name;
  std::string value;
  bool flawed = false;
  return read_pgn_tag(line, name, value, flawed) && !flawed;
}

void PgnReader::skip_comment() {
  if (close_ == kUnknown || (close_ != std::string_view::npos && close_ < at_)) close_ = text_.find('}', at_);
  const std::size_t end = close_ == std::string_view::npos ? text_.size() : close_;
  // An unclosed comment would swallow the games up to the next comment. A comment may contain lines that look
  // like tags, so the tags must follow an empty line, and another comment must begin before the '}'.
  const std::string_view inside = text_.substr(0, end);
  for (std::size_t at = at_; (at = inside.find("\n[", at)) != std::string_view::npos;) {
    ++at;
    if (!game_begins(at)) continue;
    if (close_ != std::string_view::npos && inside.find('{', at) == std::string_view::npos) break;
    remark(PgnOddity::kOpenComment, rest_of_line());
    return move_to(at);
  }
  if (close_ == std::string_view::npos) {
    remark(PgnOddity::kOpenComment, rest_of_line());
    return move_to(text_.size());
  }
  move_to(close_ + 1);
}

void PgnReader::skip_variation() {
  const PgnRemark open{line_, column(), PgnOddity::kOpenVariation, std::string(rest_of_line())};
  for (int depth = 0; !at_end();) {
    const char c = text_[at_];
    if (c == '{') {
      skip_comment();
      continue;
    }
    if (c == '[' && game_begins(at_)) break;
    if (c == ';') skip_line();
    if (at_end()) break;
    if (c == '(') ++depth;
    if (c == ')') --depth;
    step();
    if (depth == 0) return;
  }
  remarks_.push_back(open);
}

bool PgnReader::read_tag(PgnGame& game) {
  std::string_view name;
  std::string value;
  std::string_view rest = text_.substr(at_);
  bool flawed = false;
  const std::string_view line = rest_of_line();
  if (!read_pgn_tag(rest, name, value, flawed)) {
    remark(PgnOddity::kBadTag, line);
    skip_line();
    return true;
  }
  if (game.tag(name) != nullptr) {
    // In files of tags alone, the next game begins with the tag that began this one, or after an empty line.
    const bool players = game.tag("White") != nullptr && game.tag("Black") != nullptr;
    if (blank_line_ || (players && same_name(name, game.tags.front().name))) return false;
    remark(PgnOddity::kTagTwice, name);
  } else {
    if (flawed) remark(PgnOddity::kFlawedTag, line);
    if (same_name(name, "FEN")) game.fen_line = line_;
    game.tags.push_back({std::string(name), std::move(value)});
  }
  blank_line_ = false;
  at_ = text_.size() - rest.size();
  return true;
}

std::string_view PgnReader::word() noexcept {
  const std::size_t begin = at_;
  while (at_ < text_.size() && !kEndsWord[static_cast<unsigned char>(text_[at_])]) ++at_;
  return text_.substr(begin, at_ - begin);
}

bool PgnReader::read_word(PgnGame& game) {
  const std::uint32_t from = column();
  blank_line_ = false;
  const std::string_view word = this->word();
  if (is_pgn_result(word)) {
    game.result = word;
    return true;
  }
  if (parts_ == PgnParts::kTagsOnly) return false;
  // "12" without a dot is the number of the next move.
  if (word[0] >= '0' && word[0] <= '9' && word == std::to_string(game.moves.size() / 2 + 1)) return false;
  const std::string_view move = move_in_word(word);
  if (!move.empty())
    game.moves.push_back({move, line_, from + static_cast<std::uint32_t>(move.data() - word.data())});
  return false;
}

// Skips words on the result's line, unless they are the first move of a game.
void PgnReader::skip_rest_after_result() {
  while (!at_end() && text_[at_] != '\n') {
    const char c = text_[at_];
    if (kPgnBlanks.find(c) != std::string_view::npos) {
      step();
    } else if (c == '{') {
      skip_comment();
    } else if (c == ';') {
      skip_line();
    } else {
      const std::string_view rest = rest_of_line();
      if (c == '[' || c == '(' || rest.starts_with("1.") || rest.starts_with("1 ")) return;
      remark(PgnOddity::kAfterResult, without_end_blanks(rest));
      skip_line();
    }
  }
}

bool PgnReader::next(PgnGame& game) {
  game.line = game.fen_line = 0;
  game.tags.clear();
  game.moves.clear();
  game.result = {};
  bool in_moves = false;
  blank_line_ = false;
  std::string_view name;
  std::string value;
  bool flawed = false;
  while (!at_end()) {
    const char c = text_[at_];
    if (c == '\n' || kPgnBlanks.find(c) != std::string_view::npos) {
      if (c == '\n' && text_.substr(line_start_, at_ - line_start_).find_first_not_of(kPgnBlanks) ==
                           std::string_view::npos)
        blank_line_ = true;
      step();
      continue;
    }
    if (c == ';' || (c == '%' && column() == 1)) {
      skip_line();
      continue;
    }
    if (c == '[' && in_moves) {
      std::string_view rest = text_.substr(at_);
      if (read_pgn_tag(rest, name, value, flawed)) return true;  // without a result
      remark(PgnOddity::kBadTag, rest_of_line());
      at_ = std::min(rest_of_line().find(']'), rest_of_line().size() - 1) + 1 + at_;
      continue;
    }
    if (game.line == 0 && std::string_view("{}()").find(c) == std::string_view::npos) game.line = line_;
    if (c == '{') {
      skip_comment();
    } else if (c == '(') {
      skip_variation();
    } else if (c == '[') {
      if (!read_tag(game)) return true;
    } else if (c == ')' || c == '}') {
      remark(PgnOddity::kClosesNothing, text_.substr(at_, 1));
      step();
    } else {
      in_moves = true;
      if (!read_word(game)) continue;
      skip_rest_after_result();
      return true;
    }
  }
  return game.line != 0;
}

}  // namespace ludex::arena
