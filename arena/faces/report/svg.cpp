#include "arena/faces/report/svg.hpp"

#include <cmath>

#include <fmt/format.h>

#include "arena/faces/report/text.hpp"

namespace ludex::arena::report {

Svg::Svg(double width, double height, std::string_view title) {
  text_ = fmt::format("<svg viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" height=\"{1:g}\" role=\"img\">",
                      width, height);
  text_ += "<title>" + html(title) + "</title>\n";
}

void Svg::number(double x) {
  // A wrong coordinate must not become "nan", which would spoil the whole picture.
  text_ += fmt::format("{:g}", std::isfinite(x) ? std::round(x * 100) / 100 + 0.0 : 0.0);
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view colour, double width,
               std::string_view dash) {
  text_ += "<line x1=\"", number(x1), text_ += "\" y1=\"", number(y1), text_ += "\" x2=\"", number(x2);
  text_ += "\" y2=\"", number(y2);
  text_ += fmt::format("\" stroke=\"{}\" stroke-width=\"{:g}\"", colour, width);
  if (!dash.empty()) text_ += fmt::format(" stroke-dasharray=\"{}\"", dash);
  text_ += "/>\n";
}

void Svg::rectangle(double x, double y, double w, double h, std::string_view fill, std::string_view stroke) {
  text_ += "<rect x=\"", number(x), text_ += "\" y=\"", number(y), text_ += "\" width=\"";
  number(std::max(0.0, w)), text_ += "\" height=\"", number(std::max(0.0, h));
  text_ += fmt::format("\" fill=\"{}\"", fill);
  if (stroke != "none") text_ += fmt::format(" stroke=\"{}\"", stroke);
  text_ += "/>\n";
}

void Svg::circle(double x, double y, double r, std::string_view fill, std::string_view stroke) {
  text_ += "<circle cx=\"", number(x), text_ += "\" cy=\"", number(y), text_ += "\" r=\"", number(r);
  text_ += fmt::format("\" fill=\"{}\"", fill);
  if (stroke != "none") text_ += fmt::format(" stroke=\"{}\" stroke-width=\"1.5\"", stroke);
  text_ += "/>\n";
}

void Svg::polygon(const std::vector<std::pair<double, double>>& points, std::string_view fill,
                  double opacity) {
  text_ += "<polygon points=\"";
  for (const auto& [x, y] : points) number(x), text_ += ',', number(y), text_ += ' ';
  text_ += fmt::format("\" fill=\"{}\" fill-opacity=\"{:g}\"/>\n", fill, opacity);
}

void Svg::text(double x, double y, std::string_view text, Anchor anchor, double size, std::string_view colour,
               bool bold) {
  text_ += "<text x=\"", number(x), text_ += "\" y=\"", number(y);
  text_ += fmt::format("\" font-size=\"{:g}\" fill=\"{}\"", size, colour);
  if (anchor != Anchor::kStart)
    text_ += anchor == Anchor::kMiddle ? " text-anchor=\"middle\"" : " text-anchor=\"end\"";
  if (bold) text_ += " font-weight=\"600\"";
  text_ += ">" + html(text) + "</text>\n";
}

std::string Svg::finish() && {
  text_ += "</svg>\n";
  return std::move(text_);
}

std::vector<double> ticks(double low, double high, int count) {
  std::vector<double> list;
  if (!(high > low) || count < 1) return list;
  const double rough = (high - low) / count;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double lead = rough / power;
  const double step = power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k += 1)
    list.push_back(k * step);
  return list;
}

std::string fit_text(std::string_view text, double width, double size) {
  const auto most = static_cast<std::size_t>(std::max(4.0, width / (0.56 * size)));
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
    if (starts && ++characters == most) {
      std::size_t rest = 1;
      for (std::size_t k = i + 1; k < text.size(); ++k)
        rest += (static_cast<unsigned char>(text[k]) & 0xC0U) != 0x80U ? 1 : 0;
      if (rest > 1) return std::string(text.substr(0, i)) + "\u2026";
    }
  }
  return std::string(text);
}

}  // namespace ludex::arena::report
