// The figures of a tuning.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "arena/faces/report/svg.hpp"
#include "arena/faces/report/text.hpp"
#include "arena/faces/report/tuning.hpp"

namespace ludex::arena::report {
namespace {

using tuning::LocalFit;
using tuning::Point;
using tuning::score_of_strength;
using Which = LocalFit::Which;

constexpr double kTuningLeft = 62;
constexpr double kTuningWidth = 420;
constexpr const char* kTuningInk = "#222";
constexpr const char* kTuningGrid = "#ddd";
constexpr const char* kTuningBlue = "#1f6fb2";
constexpr std::size_t kMostMaps = 45;

// A linear axis.
struct Axis {
  double low, high, from, to;
  [[nodiscard]] double operator()(double x) const { return from + (x - low) / (high - low) * (to - from); }
};

// Labels a few coordinates below a plot with their values.
void draw_values(Svg& svg, const TuningReport& report, std::size_t i, const Axis& x, double y) {
  for (const double at : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
    svg.line(x(at), y, x(at), y + 4, kTuningInk);
    const double value = report.space.value(i, at);
    svg.text(x(at), y + 16,
             report.space.is_category(i) ? report.space.text(i, at) : fmt::format("{:.3g}", value),
             Anchor::kMiddle, 11);
  }
}

void draw_scores(Svg& svg, const Axis& y, double left, double right) {
  for (const double tick : ticks(y.low, y.high, 5)) {
    svg.line(left, y(tick), right, y(tick), kTuningGrid);
    svg.text(left - 6, y(tick) + 4, fmt::format("{:.0f} %", 100 * tick + 0.0), Anchor::kEnd, 11);
  }
}

std::string path_plot(const TuningReport& report) {
  constexpr double kRow = 74;
  const std::size_t n = report.space.size();
  if (report.history.path.size() < 2) return "";
  Svg svg(kTuningLeft + kTuningWidth + 90, kRow * static_cast<double>(n) + 40,
          "recommendation over the games");
  const double games = static_cast<double>(std::max<std::uint64_t>(1, report.history.path.back().games));
  const Axis x{0, games, kTuningLeft, kTuningLeft + kTuningWidth};
  for (std::size_t i = 0; i < n; ++i) {
    const double top = kRow * static_cast<double>(i) + 12;
    const Axis y{-1, 1, top + kRow - 22, top};
    for (const double end : {-1.0, 1.0}) {
      svg.line(kTuningLeft, y(end), kTuningLeft + kTuningWidth, y(end), kTuningGrid);
      svg.text(kTuningLeft - 6, y(end) + 4, fit_text(report.space.text(i, end), kTuningLeft - 8, 11),
               Anchor::kEnd, 11);
    }
    const double own = y(report.space.fallback()[i]);
    svg.line(kTuningLeft, own, kTuningLeft + kTuningWidth, own, "#888", 1, "4 3");
    const auto& path = report.history.path;
    for (std::size_t k = 1; k < path.size(); ++k) {
      svg.line(x(static_cast<double>(path[k - 1].games)), y(path[k - 1].recommendation[i]),
               x(static_cast<double>(path[k].games)), y(path[k].recommendation[i]), kTuningBlue, 2);
    }
    svg.text(kTuningLeft + kTuningWidth + 6, y(0) + 4, fit_text(report.space.parameter(i).name, 84),
             Anchor::kStart, 12);
  }
  const double bottom = kRow * static_cast<double>(n) + 20;
  for (const double tick : ticks(0, games, 5)) svg.text(x(tick), bottom, compact(tick), Anchor::kMiddle, 11);
  svg.text(kTuningLeft + kTuningWidth / 2, bottom + 15, "games", Anchor::kMiddle, 11);
  return std::move(svg).finish();
}

std::string score_plot(const TuningReport& report) {
  constexpr std::size_t kBins = 20;
  const auto& trials = report.history.trials;
  if (trials.size() < kBins) return "";
  struct Bin {
    double points = 0, squares = 0, games = 0;
  };
  std::array<Bin, kBins> bins;
  for (std::size_t t = 0; t < trials.size(); ++t) {
    if (trials[t].control || trials[t].score.games() == 0) continue;
    Bin& bin = bins[t * kBins / trials.size()];
    const double mean = trials[t].score.mean();
    bin.points += mean, bin.squares += mean * mean, bin.games += 1;
  }
  const double height = 220;
  Svg svg(kTuningLeft + kTuningWidth + 20, height + 50, "score over the games");
  const double games = 2 * static_cast<double>(trials.size());
  const Axis x{0, games, kTuningLeft, kTuningLeft + kTuningWidth};
  double low = 1;
  double high = 0;
  const auto interval = [](const Bin& bin) {
    const double mean = bin.points / bin.games;
    const double variance = std::max(1e-4, bin.squares / bin.games - mean * mean);
    return std::pair(mean, 1.96 * std::sqrt(variance / bin.games));
  };
  for (const Bin& bin : bins) {
    if (bin.games < 2) continue;
    const auto [mean, error] = interval(bin);
    low = std::min(low, mean - error), high = std::max(high, mean + error);
  }
  if (!(high > low)) return "";
  const Axis y{std::max(0.0, low - 0.02), std::min(1.0, high + 0.02), height, 12};
  draw_scores(svg, y, kTuningLeft, kTuningLeft + kTuningWidth);
  for (std::size_t b = 0; b < kBins; ++b) {
    if (bins[b].games < 2) continue;
    const auto [mean, error] = interval(bins[b]);
    const double at = x(games * (static_cast<double>(b) + 0.5) / kBins);
    svg.line(at, y(std::max(y.low, mean - error)), at, y(std::min(y.high, mean + error)), kTuningBlue, 1.5);
    svg.circle(at, y(mean), 3.5, kTuningBlue);
  }
  for (const double tick : ticks(0, games, 5))
    svg.text(x(tick), height + 18, compact(tick), Anchor::kMiddle, 11);
  svg.text(kTuningLeft + kTuningWidth / 2, height + 34, "games", Anchor::kMiddle, 11);
  return std::move(svg).finish();
}

std::string slice_plot(const TuningReport& report, std::size_t i) {
  const tuning::Analysis& a = report.analysis;
  if (!a.fit || report.space.is_category(i)) return "";
  const double height = 230;
  Svg svg(kTuningLeft + kTuningWidth + 20, height + 60, "slice along " + report.space.parameter(i).name);
  constexpr int kSteps = 80;
  const double width = a.fit->draw_width();
  // Duels only determine differences, so strength is relative to the default.
  const double level = a.duels ? a.fit->strength(Which::kLocal, report.space.fallback()) : 0;
  struct Column {
    double x, middle, low, high, weight;
  };
  std::vector<Column> columns;
  Point point = a.recommendation;
  for (int k = 0; k <= kSteps; ++k) {
    point[i] = -1 + 2.0 * k / kSteps;
    const double value = a.fit->strength(Which::kLocal, point) - level;
    const double error = 1.96 * (a.duels ? a.fit->deviation(Which::kLocal, point, report.space.fallback())
                                         : a.fit->deviation(Which::kLocal, point));
    columns.push_back({point[i], score_of_strength(value, width), score_of_strength(value - error, width),
                       score_of_strength(value + error, width), std::exp(a.fit->log_weight(point.data()))});
  }
  const Axis x{-1, 1, kTuningLeft, kTuningLeft + kTuningWidth};
  const Axis y{0, 1, height, 12};
  draw_scores(svg, y, kTuningLeft, kTuningLeft + kTuningWidth);
  std::vector<std::pair<double, double>> band;
  for (const Column& c : columns) band.emplace_back(x(c.x), y(c.high));
  for (auto c = columns.rbegin(); c != columns.rend(); ++c) band.emplace_back(x(c->x), y(c->low));
  svg.polygon(band, kTuningBlue, 0.15);
  for (std::size_t k = 1; k < columns.size(); ++k)
    svg.line(x(columns[k - 1].x), y(columns[k - 1].middle), x(columns[k].x), y(columns[k].middle),
             kTuningBlue, 2);
  if (!a.duels) {
    constexpr std::size_t kBins = 25;
    std::array<double, kBins> weight{};
    std::array<double, kBins> points{};
    for (std::size_t s = 0; s < a.samples->size(); ++s) {
      const double at = (a.samples->point(s)[i] + 1) / 2 * kBins;
      const std::size_t bin = std::min(kBins - 1, static_cast<std::size_t>(std::max(0.0, at)));
      const double games = a.samples->wins(s) + a.samples->draws(s) + a.samples->losses(s);
      const double w = a.fit->weight_of(s);
      weight[bin] += w * games;
      points[bin] += w * (a.samples->wins(s) + a.samples->draws(s) / 2);
    }
    const double most = *std::max_element(weight.begin(), weight.end());
    for (std::size_t b = 0; b < kBins; ++b) {
      if (weight[b] < 1) continue;
      const double at = -1 + 2 * (static_cast<double>(b) + 0.5) / kBins;
      svg.circle(x(at), y(points[b] / weight[b]), 1 + 4 * std::sqrt(weight[b] / most), "none", "#c4581a");
    }
  }
  for (std::size_t k = 1; k < columns.size(); ++k) {
    const auto grey = static_cast<int>(std::lround(245 - 140 * columns[k].weight));
    svg.rectangle(x(columns[k - 1].x), height + 1, x(columns[k].x) - x(columns[k - 1].x) + 0.3, 7,
                  fmt::format("#{0:02x}{0:02x}{0:02x}", grey));
  }
  const double best = x(a.recommendation[i]);
  svg.line(best, 12, best, height, kTuningInk, 1);
  const double own = x(report.space.fallback()[i]);
  svg.line(own, 12, own, height, "#888", 1, "4 3");
  draw_values(svg, report, i, x, height + 9);
  svg.text(kTuningLeft + kTuningWidth / 2, height + 44, report.space.parameter(i).name, Anchor::kMiddle, 12);
  return std::move(svg).finish();
}

std::string map_plot(const TuningReport& report, std::size_t i, std::size_t k) {
  const tuning::Analysis& a = report.analysis;
  if (!a.fit || report.space.is_category(i) || report.space.is_category(k)) return "";
  constexpr int kCells = 17;
  constexpr double kSide = 260;
  Svg svg(kTuningLeft + kSide + 30, kSide + 62,
          "map of " + report.space.parameter(i).name + " and " + report.space.parameter(k).name);
  struct Cell {
    double value, weight;
  };
  std::vector<Cell> cells;
  Point point = a.recommendation;
  double low = 1e300;
  double high = -1e300;
  for (int r = 0; r < kCells; ++r) {
    for (int c = 0; c < kCells; ++c) {
      point[i] = -1 + 2 * (c + 0.5) / kCells;
      point[k] = -1 + 2 * (r + 0.5) / kCells;
      cells.push_back({a.fit->strength(Which::kLocal, point), std::exp(a.fit->log_weight(point.data()))});
      low = std::min(low, cells.back().value), high = std::max(high, cells.back().value);
    }
  }
  // Values far below the best share one shade.
  low = std::max(low, high - 2);
  const Axis x{-1, 1, kTuningLeft, kTuningLeft + kSide};
  const Axis y{-1, 1, 12 + kSide, 12};
  const double side = kSide / kCells;
  for (int r = 0; r < kCells; ++r) {
    for (int c = 0; c < kCells; ++c) {
      const Cell& cell = cells[static_cast<std::size_t>(r * kCells + c)];
      const double share = std::clamp((cell.value - low) / std::max(1e-9, high - low), 0.0, 1.0);
      // From orange through white to blue; paler outside the region.
      const double pale = 0.35 + 0.65 * cell.weight;
      const auto mix = [&](double end) {
        const double t = std::abs(2 * share - 1) * pale;
        return static_cast<int>(std::lround(255 + (end - 255) * t));
      };
      const bool good = share >= 0.5;
      svg.rectangle(kTuningLeft + c * side, 12 + (kCells - 1 - r) * side, side + 0.3, side + 0.3,
                    fmt::format("#{:02x}{:02x}{:02x}", mix(good ? 31 : 196), mix(good ? 111 : 88),
                                mix(good ? 178 : 26)));
    }
  }
  svg.circle(x(a.recommendation[i]), y(a.recommendation[k]), 4, "none", kTuningInk);
  const double dx = x(report.space.fallback()[i]);
  const double dy = y(report.space.fallback()[k]);
  svg.line(dx - 4, dy - 4, dx + 4, dy + 4, kTuningInk), svg.line(dx - 4, dy + 4, dx + 4, dy - 4, kTuningInk);
  draw_values(svg, report, i, x, 12 + kSide);
  for (const double at : {-1.0, 0.0, 1.0})
    svg.text(kTuningLeft - 6, y(at) + 4,
             fit_text(fmt::format("{:.3g}", report.space.value(k, at)), kTuningLeft - 8, 11), Anchor::kEnd,
             11);
  svg.text(kTuningLeft + kSide / 2, kSide + 46, report.space.parameter(i).name, Anchor::kMiddle, 12);
  svg.text(4, 10, report.space.parameter(k).name, Anchor::kStart, 12);
  return std::move(svg).finish();
}

std::size_t parameter(const TuningReport& report, std::string_view name) {
  std::size_t i = 0;
  while (i < report.space.size() && report.space.parameter(i).name != name) ++i;
  return i;
}

}  // namespace

std::vector<std::string> tuning_plots(const TuningReport& report) {
  std::vector<std::string> wanted{"tuning-path", "tuning-score"};
  const std::size_t n = report.space.size();
  for (std::size_t i = 0; i < n; ++i) wanted.push_back("tuning-slice:" + report.space.parameter(i).name);
  std::size_t maps = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = i + 1; k < n && maps < kMostMaps; ++k, ++maps) {
      wanted.push_back("tuning-map:" + report.space.parameter(i).name + "," + report.space.parameter(k).name);
    }
  }
  std::erase_if(wanted, [&](const std::string& name) { return tuning_plot(report, name).empty(); });
  return wanted;
}

std::string tuning_plot(const TuningReport& report, std::string_view name) {
  if (name == "tuning-path") return path_plot(report);
  if (name == "tuning-score") return score_plot(report);
  constexpr std::string_view kSlice = "tuning-slice:";
  constexpr std::string_view kMap = "tuning-map:";
  const std::size_t n = report.space.size();
  if (name.starts_with(kSlice)) {
    const std::size_t i = parameter(report, name.substr(kSlice.size()));
    return i < n ? slice_plot(report, i) : "";
  }
  if (!name.starts_with(kMap)) return "";
  name.remove_prefix(kMap.size());
  const std::size_t comma = name.find(',');
  if (comma == std::string_view::npos) return "";
  const std::size_t i = parameter(report, name.substr(0, comma));
  const std::size_t k = parameter(report, name.substr(comma + 1));
  return i < n && k < n && i != k ? map_plot(report, i, k) : "";
}

}  // namespace ludex::arena::report
