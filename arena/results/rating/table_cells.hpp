// Cells of the tables of ratings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include <fmt/format.h>

namespace ludex::arena::rating {

// Avoids the sign of a rounded -0.
[[nodiscard]] inline std::string decimal(double x, int places) {
  std::string text = fmt::format("{:.{}f}", x, places);
  if (text[0] == '-' && text.find_first_of("123456789") == std::string::npos) text.erase(0, 1);
  return text;
}

// Display width of UTF-8 text, good enough for names: one column per code point.
[[nodiscard]] inline std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

[[nodiscard]] inline std::string padded(const std::string& text, std::size_t width) {
  const std::size_t have = width_of(text);
  return have < width ? text + std::string(width - have, ' ') : text;
}

[[nodiscard]] inline std::string markdown_cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace ludex::arena::rating
