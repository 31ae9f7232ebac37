// Comma-separated values (RFC 4180).
#pragma once

#include <string>
#include <string_view>

namespace ludex::arena {

// In quotes where need be: also where a reader might take a field for a comment or drop blanks at its ends.
[[nodiscard]] std::string csv_field(std::string_view text);

// A name or a sentence from outside. Spreadsheets take one that starts with '=', '+', '-' or '@' for a
// formula: it then gets an apostrophe before it, which they do not show.
[[nodiscard]] std::string csv_text(std::string_view text);

}  // namespace ludex::arena
