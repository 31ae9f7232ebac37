#include "arena/base/text/shown.hpp"

#include <algorithm>

#include "core/system/utf8.hpp"

namespace ludex::arena {

std::string shown(std::string_view text, std::size_t longest) {
  constexpr std::string_view kReplacement = "\uFFFD";
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
    const std::string_view character = text.substr(0, length);
    const bool kept = character == "\n" || character == "\t" || is_printable_utf8(character);
    const std::string_view next = kept ? character : kReplacement;
    if (out.size() + next.size() > longest) break;
    out += next;
    text.remove_prefix(length);
  }
  return out;
}

std::string shown_briefly(std::string_view text, std::size_t longest, char quote) {
  const bool cut = text.size() > longest;
  if (cut) {
    // Do not cut within a character.
    while (longest > 0 && (static_cast<unsigned char>(text[longest]) & 0xC0U) == 0x80U) --longest;
    text = text.substr(0, longest);
  }
  std::string out = shown(text);
  std::replace(out.begin(), out.end(), '\n', ' ');
  std::replace(out.begin(), out.end(), '\t', ' ');
  return quote + out + (cut ? "..." : "") + quote;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 80;
  return shown_briefly(text, kLongest, '\'');
}

}  // namespace ludex::arena
