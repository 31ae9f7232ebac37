// A small writer of SVG drawings for boards: shapes and a stroke alphabet, so that a picture needs no font.
// One unit is one cell; y grows downwards.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::games {

// Text of ludex.draft.svg-cells/1: the clickable areas of a drawing.
class SvgCellList {
 public:
  void add(std::string_view name, double x, double y, double width, double height);
  [[nodiscard]] std::string finish() && { return std::move(text_); }

 private:
  std::string text_;
};

// A grid of square cells whose upper left corner is (x0, y0); `name(column, row from the top)`.
template <class F>
[[nodiscard]] std::string svg_grid_cells(double x0, double y0, std::uint32_t columns, std::uint32_t rows,
                                         F&& name) {
  SvgCellList cells;
  for (std::uint32_t y = 0; y < rows; ++y)
    for (std::uint32_t x = 0; x < columns; ++x) cells.add(name(x, y), x0 + x, y0 + y, 1, 1);
  return std::move(cells).finish();
}

class SvgWriter {
 public:
  // A drawing of `width` x `height` cells, shown at `pixels` per cell.
  SvgWriter(double width, double height, double pixels = 48);

  void rectangle(double x, double y, double w, double h, std::string_view fill,
                 std::string_view stroke = "none", double stroke_width = 0.03);
  void circle(double x, double y, double r, std::string_view fill, std::string_view stroke = "none",
              double stroke_width = 0.03);
  void line(double x1, double y1, double x2, double y2, std::string_view stroke, double stroke_width = 0.03);
  void polygon(const std::vector<std::pair<double, double>>& points, std::string_view fill,
               std::string_view stroke = "none", double stroke_width = 0.03);
  // Path data in a local frame, scaled by `scale` and moved to (x, y); `rotate` in degrees about the local
  // origin.
  void path(std::string_view data, double x, double y, double scale, std::string_view fill,
            std::string_view stroke = "none", double stroke_width = 0.03, double rotate = 0);

  // Text in strokes, centred on (x, y); `height` is that of a capital letter. Knows A-Z, a-z, 0-9, + and -;
  // other characters leave a gap.
  void label(std::string_view text, double x, double y, double height, std::string_view stroke);

  // A die with this number of pips, 1..6, in a square whose upper left corner is (x, y).
  void die(double x, double y, double size, std::uint32_t pips, std::string_view fill, std::string_view ink);

  // Column letters below and row numbers left of a grid of square cells whose upper left corner is (x0, y0).
  // Row 1 is the lowest unless top_down.
  void coordinates(double x0, double y0, int columns, int rows, std::string_view stroke = "#444",
                   bool top_down = false);

  [[nodiscard]] std::string finish() &&;

 private:
  void number(double value);
  void style(std::string_view fill, std::string_view stroke, double stroke_width);

  std::string text_;
};

}  // namespace ludex::games
