// The parts of Forsyth-Edwards notation that board games share: fields separated by single spaces, rows from
// the top separated by '/', runs of empty squares as decimal numbers. Strict reading: every position has one
// spelling.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/result.hpp"

namespace ludex::games::fen {

[[nodiscard]] inline bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

// The fields of a text, separated by exactly one space.
[[nodiscard]] inline std::vector<std::string_view> fields(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto space = text.find(' ');
    parts.push_back(text.substr(0, space));
    if (space == std::string_view::npos) return parts;
    text.remove_prefix(space + 1);
  }
}

// A decimal number without sign or leading zeros in [min, max].
[[nodiscard]] inline Result<std::uint32_t> number(std::string_view text, std::string_view what,
                                                  std::uint32_t min, std::uint32_t max) {
  const auto bad = [&]() -> Error {
    return {std::string(what) + " is '" + std::string(text) + "', expected a number in " +
            std::to_string(min) + ".." + std::to_string(max)};
  };
  if (text.empty() || text.size() > 9 || (text[0] == '0' && text.size() > 1)) return bad();
  std::uint32_t value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return bad();
    value = value * 10 + static_cast<std::uint32_t>(c - '0');
  }
  if (value < min || value > max) return bad();
  return value;
}

// Reads a placement of `height` rows of `width` squares, top row first. put(letter, x, y) with x from the
// left and y from the bottom, both from 0, returns true if it knows the letter.
template <class Put>
[[nodiscard]] Result<void> read_placement(std::string_view text, int width, int height, Put&& put) {
  std::size_t at = 0;
  for (int y = height - 1; y >= 0; --y) {
    const std::string row = "row " + std::to_string(y + 1);
    int x = 0;
    while (at < text.size() && text[at] != '/') {
      const char c = text[at];
      if (is_digit(c)) {
        const std::size_t start = at;
        while (at < text.size() && is_digit(text[at])) ++at;
        const auto run = number(text.substr(start, at - start), "a run of empty squares in " + row, 1,
                                static_cast<std::uint32_t>(width));
        if (!run) return Error{run.error()};
        x += static_cast<int>(*run);
      } else {
        if (x >= width) return Error{row + " has more than " + std::to_string(width) + " squares"};
        if (!put(c, x, y)) return Error{row + " has the unknown letter '" + std::string(1, c) + "'"};
        ++x;
        ++at;
      }
    }
    if (x != width)
      return Error{row + " has " + std::to_string(x) + " squares, expected " + std::to_string(width)};
    if (y > 0) {
      if (at == text.size())
        return Error{"the board has " + std::to_string(height - y) + " rows, expected " +
                     std::to_string(height)};
      ++at;
    }
  }
  if (at != text.size()) return Error{"the board has more than " + std::to_string(height) + " rows"};
  return {};
}

// Writes a placement; at(x, y) is the letter of a square, or '\0' if it is empty.
template <class At>
[[nodiscard]] std::string write_placement(int width, int height, At&& at) {
  std::string text;
  for (int y = height - 1; y >= 0; --y) {
    int run = 0;
    for (int x = 0; x <= width; ++x) {
      const char letter = x < width ? at(x, y) : '/';
      if (letter == '\0') {
        ++run;
        continue;
      }
      if (run > 0) text += std::to_string(run);
      run = 0;
      if (x < width) text += letter;
    }
    if (y > 0) text += '/';
  }
  return text;
}

}  // namespace ludex::games::fen
