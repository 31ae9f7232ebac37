#include "arena/formats/pgn.hpp"

#include <algorithm>

namespace ludex::arena {
namespace {

constexpr std::string_view kPgnBlanks = " \t\r";

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kPgnBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kPgnBlanks) + 1 - first);
}

bool is_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

const std::string* PgnGame::tag(std::string_view name) const {
  const auto at = std::find_if(tags.begin(), tags.end(), [&](const auto& tag) { return tag.first == name; });
  return at == tags.end() ? nullptr : &at->second;
}

bool read_pgn_tag(std::string_view line, std::string_view& name, std::string& value) {
  line = trim(line);
  if (line.size() < 2 || line.front() != '[' || line.back() != ']') return false;
  line = trim(line.substr(1, line.size() - 2));
  const std::size_t open = line.find('"');
  if (open == std::string_view::npos || line.size() < open + 2 || line.back() != '"') return false;
  name = trim(line.substr(0, open));
  value.clear();
  for (std::size_t i = open + 1; i + 1 < line.size(); ++i) {
    if (line[i] == '\\' && i + 2 < line.size()) ++i;
    value += line[i];
  }
  return !name.empty() && name.find_first_of(kPgnBlanks) == std::string_view::npos;
}

std::string pgn_tag(std::string_view name, std::string_view value) {
  std::string text = "[";
  text.append(name).append(" \"");
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    // A tag is one line.
    text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return text + "\"]\n";
}

PgnReader::PgnReader(std::string_view text) : text_(text) {
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

void PgnReader::skip_line() noexcept {
  while (!at_end() && text_[at_] != '\n') ++at_;
}

bool PgnReader::fail(std::string message) {
  problem_ = Problem{line_, column(), std::move(message)};
  at_ = text_.size();
  return false;
}

bool PgnReader::skip_comment() {
  const std::size_t close = text_.find('}', at_);
  if (close == std::string_view::npos) return fail("a comment opened here is never closed, expected '}'");
  while (at_ <= close) step();
  return true;
}

bool PgnReader::skip_variation() {
  const Problem open{line_, column(), "a variation opened here is never closed, expected ')'"};
  for (int depth = 0; !at_end();) {
    const char c = text_[at_];
    if (c == '{') {
      if (!skip_comment()) return false;
      continue;
    }
    if (c == ';') skip_line();
    if (at_end()) break;
    if (c == '(') ++depth;
    if (c == ')') --depth;
    step();
    if (depth == 0) return true;
  }
  problem_ = open;
  return false;
}

bool PgnReader::read_tag(PgnGame& game) {
  std::string_view name;
  std::string value;
  const std::string_view line = rest_of_line();
  if (!read_pgn_tag(line, name, value))
    return fail("bad tag, expected [Name \"value\"] on a line of its own");
  if (name == "FEN") game.fen_line = line_;
  game.tags.emplace_back(name, std::move(value));
  skip_line();
  return true;
}

bool PgnReader::read_word(PgnGame& game) {
  const std::size_t begin = at_;
  const std::uint32_t from = column();
  at_ = std::min(text_.find_first_of(" \t\r\n{}();", begin), text_.size());
  std::string_view word = text_.substr(begin, at_ - begin);
  if (word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*") return true;
  // "12.", "12...", "12.e4" and "12", if it is the number of the move that is due.
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  std::size_t skipped = 0;
  if (digits != 0 && digits < word.size() && word[digits] == '.') {
    skipped = std::min(word.find_first_not_of('.', digits), word.size());
  } else if (digits == word.size()) {
    const std::string due = std::to_string(game.moves.size() / 2 + 1);
    if (word == due) skipped = word.size();
  }
  word.remove_prefix(skipped);
  const bool glyph = !word.empty() && word[0] == '$' && is_digits(word.substr(1));
  word = word.substr(0, word.find_last_not_of("!?") + 1);
  if (word.empty() || glyph || word == "e.p.") return false;
  game.moves.push_back({word, line_, from + static_cast<std::uint32_t>(skipped)});
  return false;
}

std::optional<PgnGame> PgnReader::next() {
  PgnGame game;
  while (!at_end()) {
    const char c = text_[at_];
    if (c == '\n' || kPgnBlanks.find(c) != std::string_view::npos) {
      step();
      continue;
    }
    if (c == ';' || (c == '%' && column() == 1)) {
      skip_line();
      continue;
    }
    if (c == '[' && !game.moves.empty()) return game;  // without a result
    if (game.line == 0 && c != '{') game.line = line_;
    bool done = false;
    if (c == '{') {
      if (!skip_comment()) return std::nullopt;
    } else if (c == '(') {
      if (!skip_variation()) return std::nullopt;
    } else if (c == '[') {
      if (!read_tag(game)) return std::nullopt;
    } else if (c == ')' || c == '}') {
      fail(std::string("'") + c + "' closes nothing");
      return std::nullopt;
    } else {
      done = read_word(game);
    }
    if (done) return game;
  }
  if (game.line == 0) return std::nullopt;
  return game;
}

}  // namespace ludex::arena
