#include "arena/results/rating/table_cells.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace ludex::arena::rating {

std::string decimal(double x, int places) {
  std::string text = fmt::format("{:.{}f}", x, places);
  if (text[0] == '-' && text.find_first_of("123456789") == std::string::npos) text.erase(0, 1);
  return text;
}

std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t have = width_of(text);
  return have < width ? text + std::string(width - have, ' ') : text;
}

std::string markdown_cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace ludex::arena::rating
