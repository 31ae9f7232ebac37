#include "arena/base/formats/csv.hpp"

namespace ludex::arena {

std::string csv_field(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  const bool padded = !text.empty() && (blank(text.front()) || blank(text.back()));
  if (!padded && text.find_first_of(",\"#\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_text(std::string_view text) {
  const bool formula =
      !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
  return csv_field(formula ? "'" + std::string(text) : std::string(text));
}

}  // namespace ludex::arena
