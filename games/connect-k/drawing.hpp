// Pictures of a Connect-k board.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ludex::games::connect_k {

using Cells = std::vector<std::uint8_t>;  // row by row from the top: 0 empty, 1 and 2 the players

[[nodiscard]] std::string draw_text(std::uint32_t width, std::uint32_t height, const Cells& cells);
// Marks the top stone of the column `last`, if there is one.
[[nodiscard]] std::string draw_svg(std::uint32_t width, std::uint32_t height, const Cells& cells,
                                   std::uint32_t last);
[[nodiscard]] std::string draw_svg_cells(std::uint32_t width, std::uint32_t height);

}  // namespace ludex::games::connect_k
