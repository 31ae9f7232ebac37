#include "games/common/svg.hpp"

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::games {

namespace {

// Strokes in a box 0.6 wide and 1 high, baseline at y = 1; small letters have their x-height at 0.35.
std::string_view glyph(char c) {
  switch (c) {
    case '0':
      return "M.3 0C.1 0 0 .2 0 .5S.1 1 .3 1 .6 .8 .6 .5 .5 0 .3 0";
    case '1':
      return "M.1 .2L.35 0V1";
    case '2':
      return "M.02 .22C.08 -.07 .58 -.08 .57 .27C.56 .5 .2 .7 .02 1H.6";
    case '3':
      return "M.03 .12C.2 -.06 .55 -.02 .55 .24C.55 .42 .4 .47 .22 .47C.45 .47 .6 .56 .6 .75C.58 1.05 .15 "
             "1.06 0 .86";
    case '4':
      return "M.46 1V0L0 .7H.6";
    case '5':
      return "M.54 0H.1L.05 .45C.25 .3 .6 .38 .6 .68C.6 1.03 .15 1.08 0 .87";
    case '6':
      return "M.52 .06C.2 -.1 0 .25 0 .6C0 .9 .15 1 .31 1C.5 1 .6 .86 .6 .68C.6 .3 .1 .3 .01 .64";
    case '7':
      return "M0 0H.6L.2 1";
    case '8':
      return "M.3 .46C.1 .46 .05 .35 .05 .24C.05 -.08 .55 -.08 .55 .24C.55 .35 .5 .46 .3 .46C.1 .46 0 .58 "
             "0 .74C0 1.09 .6 1.09 .6 .74C.6 .58 .5 .46 .3 .46";
    case '9':
      return "M.08 .94C.4 1.1 .6 .75 .6 .4C.6 .1 .45 0 .29 0C.1 0 0 .14 0 .32C0 .7 .5 .7 .59 .36";
    case 'a':
      return "M.55 .35V1M.55 .55C.45 .3 0 .28 0 .68C0 1.08 .45 1.06 .55 .8";
    case 'b':
      return "M.05 0V1M.05 .55C.15 .3 .6 .28 .6 .68C.6 1.08 .15 1.06 .05 .8";
    case 'c':
      return "M.55 .47C.4 .27 0 .3 0 .68C0 1.06 .4 1.08 .55 .88";
    case 'd':
      return "M.55 0V1M.55 .55C.45 .3 0 .28 0 .68C0 1.08 .45 1.06 .55 .8";
    case 'e':
      return "M.02 .66H.57C.57 .25 0 .22 0 .68C0 1.06 .4 1.1 .55 .86";
    case 'f':
      return "M.5 .04C.3 -.06 .2 .05 .2 .25V1M.03 .37H.42";
    case 'g':
      return "M.55 .35V1.05C.55 1.35 .2 1.35 .05 1.2M.55 .55C.45 .3 0 .28 0 .66C0 1.04 .45 1.02 .55 .78";
    case 'h':
      return "M.05 0V1M.05 .6C.15 .3 .55 .28 .55 .6V1";
    case 'i':
      return "M.3 .35V1M.3 .08V.09";
    case 'j':
      return "M.38 .35V1.08C.38 1.3 .2 1.32 .08 1.24M.38 .08V.09";
    case 'k':
      return "M.08 0V1M.52 .35L.08 .72M.24 .6L.55 1";
    case 'l':
      return "M.3 0V1";
    case 'm':
      return "M0 1V.35M0 .55C.08 .3 .3 .3 .3 .55V1M.3 .55C.38 .3 .6 .3 .6 .55V1";
    case 'n':
      return "M.05 1V.35M.05 .6C.15 .3 .55 .28 .55 .6V1";
    case 'o':
      return "M.3 .35C.1 .35 0 .48 0 .68S.1 1 .3 1 .6 .88 .6 .68 .5 .35 .3 .35";
    case 'p':
      return "M.05 .35V1.3M.05 .55C.15 .3 .6 .28 .6 .68C.6 1.08 .15 1.06 .05 .8";
    case 'q':
      return "M.55 .35V1.3M.55 .55C.45 .3 0 .28 0 .68C0 1.08 .45 1.06 .55 .8";
    case 'r':
      return "M.15 .35V1M.15 .6C.2 .4 .35 .32 .52 .38";
    case 's':
      return "M.5 .44C.35 .28 .05 .33 .08 .52C.1 .7 .52 .62 .52 .84C.5 1.05 .18 1.05 .04 .9";
    case 't':
      return "M.25 .1V.8C.25 1 .4 1.02 .52 .96M.05 .37H.5";
    case 'u':
      return "M.05 .35V.75C.05 1.07 .45 1.07 .55 .75M.55 .35V1";
    case 'v':
      return "M.03 .35L.3 1L.57 .35";
    case 'w':
      return "M0 .35L.15 1L.3 .45L.45 1L.6 .35";
    case 'x':
      return "M.05 .35L.55 1M.55 .35L.05 1";
    case 'y':
      return "M.03 .35L.3 .95M.57 .35L.2 1.3";
    case 'z':
      return "M.05 .37H.55L.05 1H.55";
    case 'A':
      return "M0 1L.3 0L.6 1M.1 .66H.5";
    case 'B':
      return "M.02 0V1H.3C.7 1 .68 .48 .3 .48H.02M.02 0H.28C.6 0 .6 .48 .28 .48";
    case 'C':
      return "M.58 .18C.45 -.08 0 -.08 0 .5S.45 1.08 .58 .82";
    case 'D':
      return "M.02 0V1H.2C.74 1 .74 0 .2 0Z";
    case 'E':
      return "M.56 0H.04V1H.58M.04 .48H.46";
    case 'F':
      return "M.56 0H.04V1M.04 .48H.46";
    case 'G':
      return "M.57 .17C.44 -.08 0 -.08 0 .5S.5 1.1 .58 .8V.54H.34";
    case 'H':
      return "M.03 0V1M.57 0V1M.03 .48H.57";
    case 'I':
      return "M.3 0V1M.12 0H.48M.12 1H.48";
    case 'J':
      return "M.48 0V.72C.48 1.08 .05 1.08 .03 .74";
    case 'K':
      return "M.04 0V1M.56 0L.04 .6M.2 .44L.58 1";
    case 'L':
      return "M.06 0V1H.58";
    case 'M':
      return "M0 1V0L.3 .6L.6 0V1";
    case 'N':
      return "M.03 1V0L.57 1V0";
    case 'O':
      return "M.3 0C.05 0 0 .25 0 .5S.05 1 .3 1 .6 .75 .6 .5 .55 0 .3 0";
    case 'P':
      return "M.04 1V0H.3C.68 0 .68 .54 .3 .54H.04";
    case 'Q':
      return "M.3 0C.05 0 0 .25 0 .5S.05 1 .3 1 .6 .75 .6 .5 .55 0 .3 0M.36 .7L.6 1.05";
    case 'R':
      return "M.04 1V0H.3C.66 0 .66 .52 .3 .52H.04M.3 .52L.58 1";
    case 'S':
      return "M.54 .14C.4 -.06 .04 -.04 .04 .24C.04 .56 .58 .42 .58 .76C.56 1.06 .14 1.06 0 .84";
    case 'T':
      return "M0 0H.6M.3 0V1";
    case 'U':
      return "M.03 0V.68C.03 1.1 .57 1.1 .57 .68V0";
    case 'V':
      return "M0 0L.3 1L.6 0";
    case 'W':
      return "M0 0L.14 1L.3 .3L.46 1L.6 0";
    case 'X':
      return "M.02 0L.58 1M.58 0L.02 1";
    case 'Y':
      return "M0 0L.3 .5L.6 0M.3 .5V1";
    case 'Z':
      return "M.02 0H.58L.02 1H.58";
    case '+':
      return "M.3 .25V.75M.05 .5H.55";
    case '-':
      return "M.1 .5H.5";
    default:
      return "";
  }
}

}  // namespace

void SvgCellList::add(std::string_view name, double x, double y, double width, double height) {
  char place[96];
  std::snprintf(place, sizeof place, " %.4g %.4g %.4g %.4g\n", x, y, width, height);
  text_.append(name).append(place);
}

SvgWriter::SvgWriter(double width, double height, double pixels) {
  text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ";
  number(width), text_ += ' ', number(height), text_ += "\" width=\"", number(width * pixels);
  text_ += "\" height=\"", number(height * pixels), text_ += "\">\n";
}

void SvgWriter::rectangle(double x, double y, double w, double h, std::string_view fill,
                          std::string_view stroke, double stroke_width) {
  text_ += "<rect x=\"", number(x), text_ += "\" y=\"", number(y), text_ += "\" width=\"", number(w);
  text_ += "\" height=\"", number(h), text_ += '"';
  style(fill, stroke, stroke_width);
}

void SvgWriter::circle(double x, double y, double r, std::string_view fill, std::string_view stroke,
                       double stroke_width) {
  text_ += "<circle cx=\"", number(x), text_ += "\" cy=\"", number(y), text_ += "\" r=\"", number(r),
      text_ += '"';
  style(fill, stroke, stroke_width);
}

void SvgWriter::line(double x1, double y1, double x2, double y2, std::string_view stroke,
                     double stroke_width) {
  text_ += "<line x1=\"", number(x1), text_ += "\" y1=\"", number(y1), text_ += "\" x2=\"", number(x2);
  text_ += "\" y2=\"", number(y2), text_ += '"';
  style("none", stroke, stroke_width);
}

void SvgWriter::polygon(const std::vector<std::pair<double, double>>& points, std::string_view fill,
                        std::string_view stroke, double stroke_width) {
  text_ += "<polygon points=\"";
  for (const auto& [x, y] : points) number(x), text_ += ',', number(y), text_ += ' ';
  text_.back() = '"';
  style(fill, stroke, stroke_width);
}

void SvgWriter::path(std::string_view data, double x, double y, double scale, std::string_view fill,
                     std::string_view stroke, double stroke_width, double rotate) {
  text_ += "<path transform=\"translate(", number(x), text_ += ' ', number(y), text_ += ')';
  if (rotate != 0) text_ += " rotate(", number(rotate), text_ += ')';
  text_ += " scale(", number(scale), text_ += ")\" d=\"", text_ += data, text_ += '"';
  style(fill, stroke, stroke_width / scale);
}

void SvgWriter::label(std::string_view text, double x, double y, double height, std::string_view stroke) {
  const double advance = 0.8 * height;
  double left = x - (static_cast<double>(text.size()) * advance - 0.2 * height) / 2;
  for (const char c : text) {
    path(glyph(c), left, y - height / 2, height, "none", stroke, 0.13 * height);
    left += advance;
  }
}

void SvgWriter::die(double x, double y, double size, std::uint32_t pips, std::string_view fill,
                    std::string_view ink) {
  rectangle(x, y, size, size, fill, ink, 0.05 * size);
  // The nine places of a pip, as bits row by row.
  constexpr std::uint32_t kPlaces[] = {0,           0b000010000, 0b100000001, 0b100010001,
                                       0b101000101, 0b101010101, 0b101101101};
  for (std::uint32_t i = 0; i < 9; ++i) {
    if ((kPlaces[pips <= 6 ? pips : 0] >> i & 1U) != 0)
      circle(x + size * (0.25 + 0.25 * (i % 3)), y + size * (0.25 + 0.25 * (i / 3)), 0.1 * size, ink);
  }
}

void SvgWriter::coordinates(double x0, double y0, int columns, int rows, std::string_view stroke,
                            bool top_down) {
  for (int c = 0; c < columns; ++c) {
    const char letter = static_cast<char>('a' + c);
    label({&letter, 1}, x0 + c + 0.5, y0 + rows + 0.32, 0.26, stroke);
  }
  for (int r = 0; r < rows; ++r) {
    label(std::to_string(top_down ? r + 1 : rows - r), x0 - 0.34, y0 + r + 0.5, 0.26, stroke);
  }
}

std::string SvgWriter::finish() && {
  text_ += "</svg>\n";
  return std::move(text_);
}

void SvgWriter::number(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.4g", value);
  text_ += buffer;
}

void SvgWriter::style(std::string_view fill, std::string_view stroke, double stroke_width) {
  text_ += " fill=\"", text_ += fill, text_ += '"';
  if (stroke != "none") {
    text_ += " stroke=\"", text_ += stroke, text_ += "\" stroke-width=\"", number(stroke_width);
    text_ += "\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
  }
  text_ += "/>\n";
}

}  // namespace ludex::games
