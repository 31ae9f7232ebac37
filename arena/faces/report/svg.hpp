// Writes SVG charts with text, since names may be in any script; games/common/svg.hpp draws boards without
// fonts. Units are CSS pixels; y grows downwards.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::arena::report {

// Position of a label relative to its point.
enum class Anchor { kStart, kMiddle, kEnd };

class Svg {
 public:
  // `title` is for screen readers. Escapes all texts.
  Svg(double width, double height, std::string_view title);

  void line(double x1, double y1, double x2, double y2, std::string_view colour, double width = 1,
            std::string_view dash = "");
  void rectangle(double x, double y, double w, double h, std::string_view fill,
                 std::string_view stroke = "none");
  void circle(double x, double y, double r, std::string_view fill, std::string_view stroke = "none");
  // Closes the polygon.
  void polygon(const std::vector<std::pair<double, double>>& points, std::string_view fill,
               double opacity = 1);
  void text(double x, double y, std::string_view text, Anchor anchor = Anchor::kStart, double size = 12,
            std::string_view colour = "#222", bool bold = false);

  [[nodiscard]] std::string finish() &&;

 private:
  void number(double x);
  std::string text_;
};

// Round numbers that divide [low, high] into about `count` steps: low <= ticks <= high.
[[nodiscard]] std::vector<double> ticks(double low, double high, int count);

// Cuts text to about `width` pixels at that size, estimated without the font.
[[nodiscard]] std::string fit_text(std::string_view text, double width, double size = 12);

}  // namespace ludex::arena::report
