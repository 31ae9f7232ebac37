// Prints a result from typed parts: print(out, "| ", depth, " | ", fixed(share, 2), " |\n").
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <string_view>

#include "core/abi/types.hpp"

namespace ludex::agents {

// A number with `digits` digits after the point.
struct Fixed {
  double value;
  int digits;
};
[[nodiscard]] constexpr Fixed fixed(double value, int digits) noexcept {
  return {value, digits};
}

inline void print_part(TextSink& out, std::string_view text) {
  out.write(text);
}
inline void print_part(TextSink& out,
                       std::integral auto number) requires(!std::same_as<decltype(number), char> &&
                                                           !std::same_as<decltype(number), bool>) {
  std::array<char, 24> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  out.write(text.data(), static_cast<std::size_t>(end - text.data()));
}
inline void print_part(TextSink& out, Fixed number) {
  std::array<char, 400> text;  // the greatest double has 309 digits before the point
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number.value,
                                 std::chars_format::fixed, number.digits)
                       .ptr;
  out.write(text.data(), static_cast<std::size_t>(end - text.data()));
}

template <class... Parts>
void print(TextSink& out, const Parts&... parts) {
  (print_part(out, parts), ...);
}

}  // namespace ludex::agents
