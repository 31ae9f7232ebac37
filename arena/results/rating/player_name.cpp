#include "arena/results/rating/player_name.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "arena/base/files/plain_text.hpp"
#include "core/util/nearest.hpp"

namespace ludex::arena::rating {

std::string_view player_name(std::string_view text, std::string& buffer) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  const auto ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (!std::all_of(text.begin(), text.end(), ascii)) {
    buffer = utf8_of(text);
    // The non-breaking space of web pages.
    for (std::size_t at = 0; (at = buffer.find("\u00A0", at)) != std::string::npos;)
      buffer.replace(at, 2, " ");
    text = buffer;
  }
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  const bool single_blanks = std::adjacent_find(text.begin(), text.end(), [&](char a, char b) {
                               return blank(a) && blank(b);
                             }) == text.end();
  if (single_blanks && std::none_of(text.begin(), text.end(), [&](char c) { return blank(c) && c != ' '; }))
    return text;
  std::string single;
  for (const char c : text) {
    if (!blank(c)) {
      single += c;
    } else if (single.back() != ' ') {
      single += ' ';
    }
  }
  buffer = std::move(single);
  return buffer;
}

bool is_nobody(std::string_view name) noexcept {
  return name.empty() || name == "?" || name == "-";
}

bool is_bye(std::string_view text) noexcept {
  return text.size() == 3 && (text[0] | 0x20) == 'b' && (text[1] | 0x20) == 'y' && (text[2] | 0x20) == 'e';
}

std::vector<std::string> like_names(std::vector<std::string> names) {
  std::map<std::string, std::set<std::string>> by_letters;
  for (std::string& name : names) by_letters[lower_case(name)].insert(std::move(name));
  std::vector<std::string> warnings;
  for (const auto& [letters, like] : by_letters) {
    if (like.size() < 2) continue;
    std::string list;
    for (const std::string& name : like) list += (list.empty() ? "\"" : ", \"") + name + "\"";
    warnings.push_back(fmt::format("{} differ in the case of letters only, and are taken for {} players",
                                   list, like.size()));
  }
  return warnings;
}

}  // namespace ludex::arena::rating
