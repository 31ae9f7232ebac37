// Cells of the tables of ratings.
#pragma once

#include <cstddef>
#include <string>

namespace ludex::arena::rating {

// Avoids the sign of a rounded -0.
[[nodiscard]] std::string decimal(double x, int places);
// Display width of UTF-8 text, good enough for names: one column per code point.
[[nodiscard]] std::size_t width_of(const std::string& text);
// With blanks behind it, as wide as `width`.
[[nodiscard]] std::string padded(const std::string& text, std::size_t width);
[[nodiscard]] std::string markdown_cell(const std::string& text);

}  // namespace ludex::arena::rating
