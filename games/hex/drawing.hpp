// Pictures of a Hex board.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ludex::games::hex {

using Cells = std::vector<std::uint8_t>;  // row by row from the top: 0 empty, 1 black, 2 white

[[nodiscard]] std::string draw_text(std::uint32_t width, std::uint32_t height, const Cells& stones);
// Marks the stone of `last_cell`, if it has one.
[[nodiscard]] std::string draw_svg(std::uint32_t width, std::uint32_t height, const Cells& stones,
                                   std::uint32_t last_cell);
[[nodiscard]] std::string draw_svg_cells(std::uint32_t width, std::uint32_t height);

}  // namespace ludex::games::hex
