// Learned numbers as text for a source file: two digits of base 64 a number, the characters from '0' on, 'p'
// for the backslash.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/util/result.hpp"

namespace ludex::games {

// Range of a number: -kPackedLimit .. kPackedLimit - 1. Others are clamped to it.
inline constexpr int kPackedLimit = 2048;

inline void pack_number(int number, std::string& text) {
  const int n = std::clamp(number + kPackedLimit, 0, 2 * kPackedLimit - 1);
  for (const int digit : {n / 64, n % 64}) {
    const char c = static_cast<char>('0' + digit);
    text += c == '\\' ? 'p' : c;
  }
}

// Calls take(number) for `count` numbers; further characters are an error. Ignores ends of lines.
template <class Take>
[[nodiscard]] Result<void> unpack_numbers(std::string_view text, std::size_t count, Take&& take) {
  std::size_t at = 0;
  const auto skip_lines = [&] {
    while (at < text.size() && text[at] == '\n') ++at;
  };
  const auto digit = [&]() -> int {
    skip_lines();
    if (at == text.size()) return -1;
    const char c = text[at++];
    const int d = (c == 'p' ? '\\' : c) - '0';
    return d >= 0 && d < 64 ? d : -1;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const int high = digit();
    const int low = high < 0 ? -1 : digit();
    if (low < 0) return Error{"these are not the weights of this network: character " + std::to_string(at)};
    take(high * 64 + low - kPackedLimit);
  }
  skip_lines();
  if (at != text.size()) return Error{"more numbers than the weights of this network"};
  return {};
}

// Converts to a sequence of raw string literals, one per line: the form of an .inc file of weights.
[[nodiscard]] inline std::string as_source(std::string_view text) {
  constexpr std::size_t kLine = 100;
  std::string source;
  for (std::size_t at = 0; at < text.size(); at += kLine)
    source += "R\"(" + std::string(text.substr(at, kLine)) + ")\"\n";
  return source;
}
// The text in such a file.
[[nodiscard]] inline std::string from_source(std::string_view source) {
  std::string text;
  while (!source.empty()) {
    const std::string_view line = source.substr(0, source.find('\n'));
    source.remove_prefix(std::min(line.size() + 1, source.size()));
    if (line.size() >= 5) text += line.substr(3, line.size() - 5);
  }
  return text;
}

}  // namespace ludex::games
