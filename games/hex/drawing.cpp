#include "games/hex/drawing.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "games/common/grid_text.hpp"
#include "games/common/svg.hpp"

namespace ludex::games::hex {

namespace {

// Hexagons of the drawing have a vertical axis: one unit wide, corner radius 1/sqrt(3), rows 1.5 radii apart.
constexpr double kRadius = 0.57735026918962573;
constexpr double kTop = 1.5;  // the centre of the first row
constexpr std::pair<double, double> centre(double x, double y) noexcept {
  return {1.4 + x + 0.5 * y, kTop + 1.5 * kRadius * y};
}

}  // namespace

std::string draw_text(std::uint32_t width, std::uint32_t height, const Cells& stones) {
  std::string letters;
  for (std::uint32_t x = 0; x < width; ++x) {
    letters += ' ';
    letters += static_cast<char>('a' + x);
  }
  std::string text = "   " + letters + "   black (b) joins top and bottom\n";
  for (std::uint32_t y = 0; y < height; ++y) {
    text += std::string(y, ' ') + (y + 1 < 10 ? " " : "") + std::to_string(y + 1) + " ";
    for (std::uint32_t x = 0; x < width; ++x) {
      text += ' ';
      text += ".bw"[stones[y * width + x]];
    }
    text += "  " + std::to_string(y + 1) + "\n";
  }
  return text + std::string(height, ' ') + "   " + letters + "   white (w) joins left and right\n";
}

std::string draw_svg_cells(std::uint32_t width, std::uint32_t height) {
  SvgCellList cells;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const auto [px, py] = centre(x, y);
      cells.add(cell_text(x, y + 1), px - 0.5, py - 0.75 * kRadius, 1, 1.5 * kRadius);
    }
  }
  return std::move(cells).finish();
}

std::string draw_svg(std::uint32_t width, std::uint32_t height, const Cells& stones,
                     std::uint32_t last_cell) {
  const double right = centre(width - 1, height - 1).first + 1.4;
  const double bottom = centre(0, height - 1).second + 1.5;
  SvgWriter out(right, bottom);
  // The edges: a band behind the cells, in the colour of the player who must connect it.
  const auto [ax, ay] = centre(-0.25, -0.5);
  const auto [bx, by] = centre(width - 0.25, -0.5);
  const auto [cx, cy] = centre(width - 0.75, height - 0.5);
  const auto [dx, dy] = centre(-0.75, height - 0.5);
  const double mx = (ax + cx) / 2;
  const double my = (ay + cy) / 2;
  out.polygon({{ax - 0.3, ay - 0.2}, {bx + 0.1, by - 0.2}, {mx, my}}, "#111111");
  out.polygon({{dx - 0.1, dy + 0.2}, {cx + 0.3, cy + 0.2}, {mx, my}}, "#111111");
  out.polygon({{ax - 0.3, ay - 0.2}, {dx - 0.1, dy + 0.2}, {mx, my}}, "#d9d9d9", "#888888");
  out.polygon({{bx + 0.1, by - 0.2}, {cx + 0.3, cy + 0.2}, {mx, my}}, "#d9d9d9", "#888888");
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const auto [px, py] = centre(x, y);
      std::vector<std::pair<double, double>> corners;
      for (int i = 0; i < 6; ++i) {
        const double angle = (60.0 * i + 30) * 3.14159265358979 / 180;
        corners.emplace_back(px + kRadius * std::cos(angle), py + kRadius * std::sin(angle));
      }
      out.polygon(corners, "#f3e3c3", "#555555");
      const std::uint32_t cell = y * width + x;
      const std::uint32_t colour = stones[cell];
      if (colour != 0) out.circle(px, py, 0.38, colour == 1 ? "#111111" : "#ffffff", "#111111");
      if (colour != 0 && cell == last_cell) out.circle(px, py, 0.13, "#d7382d");
    }
  }
  for (std::uint32_t x = 0; x < width; ++x) {
    const char letter = static_cast<char>('a' + x);
    out.label({&letter, 1}, centre(x, 0).first - 0.45, kTop - 1.15, 0.3, "#444444");
  }
  for (std::uint32_t y = 0; y < height; ++y) {
    const auto [px, py] = centre(0, y);
    out.label(std::to_string(y + 1), px - 1.05, py, 0.3, "#444444");
  }
  return std::move(out).finish();
}

}  // namespace ludex::games::hex
