// Makes texts from outside safe to show on a terminal or in a table.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ludex::arena {

// Limit in bytes on the name of a player or agent, in any file.
inline constexpr std::size_t kLongestForeignName = 1024;

// Limit in bytes on the description of a fault.
inline constexpr std::size_t kLongestNote = 4096;

// Replaces control characters except line feeds and tabs, invisible characters, those that change the writing
// direction, and invalid UTF-8 by U+FFFD. At most `longest` bytes, whole characters.
[[nodiscard]] std::string shown(std::string_view text, std::size_t longest = std::string_view::npos);

// Likewise in quotes, cut after `longest` bytes, on one line.
[[nodiscard]] std::string shown_briefly(std::string_view text, std::size_t longest, char quote);
// A user's word in a message: 'hex', at most 80 bytes of it.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace ludex::arena
