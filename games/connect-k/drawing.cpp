#include "games/connect-k/drawing.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include "games/common/svg.hpp"

namespace ludex::games::connect_k {

namespace {

// Margins of the drawing around the board.
constexpr double kLeft = 0.7;
constexpr double kTop = 0.4;

}  // namespace

std::string draw_text(std::uint32_t width, std::uint32_t height, const Cells& cells) {
  std::string text;
  for (std::uint32_t row = height; row-- > 0;) {
    text += row + 1 < 10 ? " " : "";
    text += std::to_string(row + 1);
    for (std::uint32_t x = 0; x < width; ++x) {
      text += ' ';
      text += ".xo"[cells[(height - 1 - row) * width + x]];
    }
    text += '\n';
  }
  text += "  ";
  for (std::uint32_t x = 0; x < width; ++x) {
    text += ' ';
    text += static_cast<char>('a' + x);
  }
  return text + '\n';
}

std::string draw_svg(std::uint32_t width, std::uint32_t height, const Cells& cells, std::uint32_t last) {
  const auto stone_at = [&](std::uint32_t x, std::uint32_t row) {
    return cells[(height - 1 - row) * width + x];
  };
  SvgWriter out(width + 1.2, height + 1.2);
  const double x0 = kLeft;
  const double y0 = kTop;
  out.rectangle(x0, y0, width, height, "#2b5fab", "#1d4075", 0.06);
  for (std::uint32_t x = 0; x < width; ++x) {
    for (std::uint32_t row = 0; row < height; ++row) {
      const std::uint32_t stone = stone_at(x, row);
      const double cx = x0 + x + 0.5;
      const double cy = y0 + (height - 1 - row) + 0.5;
      out.circle(cx, cy, 0.4, stone == 0 ? "#ffffff" : stone == 1 ? "#d7382d" : "#f4c430", "#1d4075");
      const bool is_last = last == x && stone != 0 && (row + 1 == height || stone_at(x, row + 1) == 0);
      if (is_last) out.circle(cx, cy, 0.13, "#222222");
    }
  }
  out.coordinates(x0, y0, static_cast<int>(width), static_cast<int>(height));
  return std::move(out).finish();
}

// A column is a cell.
std::string draw_svg_cells(std::uint32_t width, std::uint32_t height) {
  SvgCellList cells;
  for (std::uint32_t x = 0; x < width; ++x)
    cells.add(std::string(1, static_cast<char>('a' + x)), kLeft + x, kTop, 1, height);
  return std::move(cells).finish();
}

}  // namespace ludex::games::connect_k
