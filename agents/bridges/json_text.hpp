// Texts as JSON.
#pragma once

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

namespace ludex::agents::bridges {

// In quotes.
[[nodiscard]] inline std::string json_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::array<char, 8> code;
      std::snprintf(code.data(), code.size(), "\\u%04x", static_cast<unsigned>(c));
      quoted += code.data();
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

}  // namespace ludex::agents::bridges
