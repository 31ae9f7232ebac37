// Validity of UTF-8 (Unicode 15, table 3-7).
#pragma once

#include <cstddef>
#include <string_view>

namespace ludex {

// Length of the valid sequence at the start of `text`, 0 if there is none.
[[nodiscard]] constexpr std::size_t utf8_length(std::string_view text) noexcept {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  }
  if ((lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F) ||
      (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F))
    return 0;
  return length;
}

// True if this valid sequence is invisible, or changes the order in which other characters are shown:
// U+200B-200F, U+202A-202E, U+2060-2069, U+FEFF.
[[nodiscard]] constexpr bool is_unseen_utf8(std::string_view sequence) noexcept {
  if (sequence.size() != 3) return false;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
  if (byte(0) == 0xEF) return byte(1) == 0xBB && byte(2) == 0xBF;
  if (byte(0) != 0xE2) return false;
  return byte(1) == 0x80 ? (byte(2) >= 0x8B && byte(2) <= 0x8F) || (byte(2) >= 0xAA && byte(2) <= 0xAE)
                         : byte(1) == 0x81 && byte(2) >= 0xA0 && byte(2) <= 0xA9;
}

// True if the text is valid, without control or invisible characters: safe to show on a terminal.
[[nodiscard]] constexpr bool is_printable_utf8(std::string_view text) noexcept {
  while (!text.empty()) {
    const auto c = static_cast<unsigned char>(text[0]);
    const std::size_t length = utf8_length(text);
    if (length == 0 || c < 0x20 || c == 0x7F) return false;
    if (length == 2 && c == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0) return false;
    if (is_unseen_utf8(text.substr(0, length))) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace ludex
