// Comma-separated values (RFC 4180).
#pragma once

#include <string>
#include <string_view>

namespace ludex::arena {

// Quotes the text if necessary, also where a reader might take it for a comment or trim its blanks.
[[nodiscard]] std::string csv_field(std::string_view text);

// A name or sentence from outside. Spreadsheets take one that starts with '=', '+', '-' or '@' for a formula,
// so it gets a leading apostrophe, which they do not show.
[[nodiscard]] std::string csv_text(std::string_view text);

}  // namespace ludex::arena
