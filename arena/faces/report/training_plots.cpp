// Curves over the hours of learning.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "arena/faces/report/svg.hpp"
#include "arena/faces/report/text.hpp"
#include "arena/faces/report/training.hpp"

namespace ludex::arena::report {
namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 300;
constexpr double kLeft = 66;
constexpr double kRight = 20;
constexpr double kTop = 32;
constexpr double kFoot = 44;
constexpr double kMostElo = 800;  // beyond it a match says only that all games were won
constexpr std::size_t kMostPoints = 240;

constexpr std::array<std::string_view, 3> kColours{"#1f5a96", "#c8641e", "#2f8f5b"};

struct Dot {
  double hours = 0;
  double value = 0;
  double low = 0;
  double high = 0;
  bool open = false;  // one end of the interval is not known
};
struct Line {
  std::string name;
  std::vector<Dot> dots;
};

// Axes, then lines with their legend.
class CurveChart {
 public:
  CurveChart(const std::string& title, double hours, double low, double high)
      : svg_(kWidth, kHeight, title), hours_(std::max(hours, 1e-9)), low_(low), high_(high) {}

  void axes(const std::string& unit, bool is_signed) {
    for (const double tick : ticks(low_, high_, 5)) {
      svg_.line(kLeft, y(tick), kWidth - kRight, y(tick), tick == 0 ? "#999" : "#dcdcdc");
      const std::string label = is_signed         ? signed_fixed(tick, 0, true)
                                : high_ >= 10'000 ? compact(tick)
                                                  : fmt::format("{:g}", tick + 0.0);
      svg_.text(kLeft - 8, y(tick) + 4, label, Anchor::kEnd, 11, "#666");
    }
    // Short trainings are shown in seconds or minutes.
    const double scale = hours_ >= 2 ? 1 : hours_ >= 1.0 / 30 ? 60 : 3600;
    const char* const name = scale == 1    ? "hours of learning"
                             : scale == 60 ? "minutes of learning"
                                           : "seconds of learning";
    for (const double tick : ticks(0, hours_ * scale, 8)) {
      svg_.line(x(tick / scale), kTop, x(tick / scale), kHeight - kFoot + 4, "#dcdcdc");
      svg_.text(x(tick / scale), kHeight - kFoot + 18, fmt::format("{:g}", tick + 0.0), Anchor::kMiddle, 11,
                "#666");
    }
    svg_.line(kLeft, kHeight - kFoot, kWidth - kRight, kHeight - kFoot, "#666");
    svg_.text((kLeft + kWidth - kRight) / 2, kHeight - 8, name, Anchor::kMiddle, 12, "#222");
    svg_.text(kLeft - 8, kTop - 14, unit, Anchor::kEnd, 12, "#222");
  }
  void line(const Line& line, std::size_t number, bool dotted) {
    const std::string_view colour = kColours[number % kColours.size()];
    const std::string_view dash = number == 0 ? "" : number == 1 ? "6 3" : "2 3";
    // Intervals of one round stand side by side.
    const double shift = dotted ? 6 * (static_cast<double>(number) - 1) : 0;
    for (std::size_t i = 1; i < line.dots.size(); ++i)
      svg_.line(x(line.dots[i - 1].hours) + shift, y(line.dots[i - 1].value), x(line.dots[i].hours) + shift,
                y(line.dots[i].value), colour, 1.8, dash);
    for (const Dot& dot : line.dots) {
      if (!dotted) continue;
      const double here = x(dot.hours) + shift;
      svg_.line(here, y(dot.low), here, y(dot.high), colour, 1.2);
      svg_.circle(here, y(dot.value), 4, dot.open ? "#fff" : colour, colour);
    }
  }
  void legend(const std::vector<Line>& lines) {
    for (std::size_t k = 0; k < lines.size(); ++k) {
      const double left = kLeft + 12 + 210 * static_cast<double>(k);
      svg_.line(left, kTop - 18, left + 24, kTop - 18, kColours[k % kColours.size()], 1.8,
                k == 0   ? ""
                : k == 1 ? "6 3"
                         : "2 3");
      svg_.text(left + 30, kTop - 14, lines[k].name, Anchor::kStart, 12, "#222");
    }
  }
  [[nodiscard]] std::string finish() && { return std::move(svg_).finish(); }

 private:
  [[nodiscard]] double x(double hours) const {
    return kLeft + 12 + hours / hours_ * (kWidth - kLeft - kRight - 24);
  }
  [[nodiscard]] double y(double value) const {
    const double inside = std::clamp(value, low_, high_);
    return kTop + (high_ - inside) / (high_ - low_) * (kHeight - kTop - kFoot);
  }

  Svg svg_;
  double hours_;
  double low_;
  double high_;
};

double hours_of(const Training& training) {
  double seconds = 0;
  for (const TrainingRound& round : training.rounds) seconds = std::max(seconds, round.seconds);
  for (const LearningPoint& point : training.curve) seconds = std::max(seconds, point.seconds);
  return seconds / 3600;
}

// The curve with at most kMostPoints points: the means of as many neighbours.
template <class Value>
std::vector<Dot> thinned(const std::vector<LearningPoint>& curve, const Value& value) {
  std::vector<Dot> dots;
  const std::size_t each = curve.size() / kMostPoints + 1;
  for (std::size_t begin = 0; begin < curve.size(); begin += each) {
    const std::size_t end = std::min(curve.size(), begin + each);
    Dot dot;
    double number = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const std::optional<double> here = value(curve[i]);
      if (!here || !std::isfinite(*here)) continue;
      dot.value += *here;
      dot.hours += curve[i].seconds / 3600;
      ++number;
    }
    if (number == 0) continue;
    dot.value /= number;
    dot.hours /= number;
    dots.push_back(dot);
  }
  return dots;
}

std::string plain_curve(const Training& training, const std::string& title, const std::string& unit,
                        std::vector<Dot> dots) {
  if (dots.size() < 2) return "";
  double high = 0;
  double low = 0;
  for (const Dot& dot : dots) high = std::max(high, dot.value), low = std::min(low, dot.value);
  if (!(high > low)) return "";
  CurveChart chart(title, hours_of(training), low, high * 1.05);
  chart.axes(unit, false);
  chart.line({title, std::move(dots)}, 0, false);
  return std::move(chart).finish();
}

}  // namespace

std::string training_elo_plot(const Training& training) {
  std::vector<Line> lines;
  double low = -50;
  double high = 50;
  for (const char* const opponent : {"uct", "before", "random"}) {
    Line line{
        std::string("against ") + (std::string_view(opponent) == "before" ? "the model before" : opponent),
        {}};
    for (const TrainingRound& round : training.rounds) {
      for (const TrainingMatch& match : round.matches) {
        if (match.opponent != opponent || !match.elo) continue;
        line.dots.push_back({round.seconds / 3600, *match.elo, match.low.value_or(-kMostElo),
                             match.high.value_or(kMostElo), !match.low || !match.high});
        low = std::min({low, line.dots.back().value, match.low.value_or(low)});
        high = std::max({high, line.dots.back().value, match.high.value_or(high)});
      }
    }
    if (!line.dots.empty()) lines.push_back(std::move(line));
  }
  if (lines.empty()) return "";
  CurveChart chart("Elo of each round's model", hours_of(training), std::max(low - 20, -kMostElo),
                   std::min(high + 20, kMostElo));
  chart.axes("Elo", true);
  for (std::size_t k = 0; k < lines.size(); ++k) chart.line(lines[k], k, true);
  chart.legend(lines);
  return std::move(chart).finish();
}

std::string training_value_plot(const Training& training, const std::string& name) {
  return plain_curve(training, name + " over the time of learning", name,
                     thinned(training.curve, [&](const LearningPoint& point) -> std::optional<double> {
                       for (const auto& [each, value] : point.values)
                         if (each == name) return value;
                       return std::nullopt;
                     }));
}

std::string training_speed_plot(const Training& training) {
  return plain_curve(training, "Games of self-play a second", "games/s",
                     thinned(training.curve, [](const LearningPoint& point) {
                       return std::optional(point.games_per_second);
                     }));
}

}  // namespace ludex::arena::report
