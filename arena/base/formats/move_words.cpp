#include "arena/base/formats/move_words.hpp"

#include <algorithm>
#include <cstddef>

namespace ludex::arena {
namespace {

bool is_word_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// "$14"
bool is_numbered_glyph(std::string_view word) {
  return word.size() > 1 && word[0] == '$' && std::all_of(word.begin() + 1, word.end(), is_word_digit);
}

}  // namespace

std::string_view move_in_word(std::string_view word) noexcept {
  constexpr std::string_view kEllipsis = "\u2026";
  word = word.substr(0, word.find_last_not_of(",;!?") + 1);
  const std::size_t digits =
      static_cast<std::size_t>(std::find_if_not(word.begin(), word.end(), is_word_digit) - word.begin());
  if (digits != 0) {
    std::string_view rest = word.substr(digits);
    const std::size_t before = rest.size();
    while (rest.starts_with('.') || rest.starts_with(kEllipsis))
      rest.remove_prefix(rest.starts_with('.') ? 1 : kEllipsis.size());
    if (rest.size() != before) word = rest;
  }
  if (word.starts_with("--")) return word;
  if (word == "e.p." || word == "ep" || is_numbered_glyph(word)) return {};
  const bool says =
      std::any_of(word.begin(), word.end(), [](char c) { return is_word_digit(c) || is_word_letter(c); });
  return says ? word : std::string_view();
}

namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view between) {
  std::vector<std::string_view> moves;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(between), text.size()));
    if (text.empty()) return moves;
    const std::size_t end = std::min(text.find_first_of(between), text.size());
    std::string_view word = text.substr(0, end);
    while (word.starts_with(',')) word.remove_prefix(1);
    while (word.ends_with(',')) word.remove_suffix(1);
    if (const std::string_view move = move_in_word(word); !move.empty()) moves.push_back(move);
    text.remove_prefix(end);
  }
}

}  // namespace

std::vector<std::string_view> moves_in_text(std::string_view text) {
  return split(text, " \t\r\n,\"");
}

std::vector<std::string_view> words_in_text(std::string_view text) {
  return split(text, " \t\r\n\"");
}

std::vector<std::string_view> moves_in_word(const Position& position, std::string_view word) {
  const bool whole =
      word.find(',') == std::string_view::npos || (!position.over() && position.parse_move(word));
  return whole ? std::vector{word} : moves_in_text(word);
}

}  // namespace ludex::arena
