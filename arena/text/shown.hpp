// Texts from outside as a terminal or a table may show them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ludex::arena {

// No name of a player or an agent is longer, in bytes, in whatever file.
inline constexpr std::size_t kLongestForeignName = 1024;

// Nor is what is said of a fault.
inline constexpr std::size_t kLongestNote = 4096;

// Control characters but line feeds and tabs, characters that cannot be seen or that turn the direction of
// writing, and what is no UTF-8 become U+FFFD. At most `longest` bytes, whole characters.
[[nodiscard]] std::string shown(std::string_view text, std::size_t longest = std::string_view::npos);

// The same in quotes, cut after `longest` bytes, on one line.
[[nodiscard]] std::string shown_briefly(std::string_view text, std::size_t longest, char quote);

}  // namespace ludex::arena
