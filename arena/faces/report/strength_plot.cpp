#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "arena/faces/report/plots.hpp"
#include "arena/faces/report/svg.hpp"
#include "arena/faces/report/text.hpp"

namespace ludex::arena::report {
namespace {

constexpr std::array<std::string_view, 6> kColours{"#1f5a96", "#c8641e", "#2f8f5b",
                                                   "#8a4fb0", "#b03a48", "#7a7a2a"};

struct Dot {
  double value = 0;
  Rating rating = {};
};
struct Curve {
  std::string name;
  std::vector<Dot> dots;
};

std::vector<Curve> curves_of(const Report& report, const std::string& key) {
  std::vector<Curve> curves;
  for (const Sweep& sweep : report.sweeps) {
    if (sweep.key != key || curves.size() == kColours.size()) continue;
    Curve curve{sweep.name, {}};
    for (const SweepPoint& point : sweep.points) {
      for (const AgentReport& agent : report.agents) {
        if (agent.name == point.agent && agent.rating) curve.dots.push_back({point.value, *agent.rating});
      }
    }
    if (curve.dots.size() >= 2) curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace

std::vector<std::string> swept_keys(const Report& report) {
  std::vector<std::string> keys;
  for (const Sweep& sweep : report.sweeps) {
    if (std::find(keys.begin(), keys.end(), sweep.key) == keys.end() && !curves_of(report, sweep.key).empty())
      keys.push_back(sweep.key);
  }
  return keys;
}

std::string strength_plot(const Report& report, const std::string& key) {
  constexpr double kWidth = 720;
  constexpr double kHeight = 356;
  constexpr double kLeft = 62;
  constexpr double kRight = 20;
  constexpr double kTop = 32;
  constexpr double kFoot = 44;
  constexpr double kEntry = (kWidth - kLeft - kRight) / kColours.size();
  const std::vector<Curve> curves = curves_of(report, key);
  if (curves.empty()) return "";
  std::set<double> values;
  double low = 0;
  double high = 0;
  for (const Curve& curve : curves) {
    for (const Dot& dot : curve.dots) {
      values.insert(dot.value);
      low = std::min(low, dot.rating.elo - dot.rating.error);
      high = std::max(high, dot.rating.elo + dot.rating.error);
    }
  }
  const double margin = std::max(10.0, 0.05 * (high - low));
  low -= margin, high += margin;
  // Strength grows roughly with the logarithm of a budget.
  const bool logarithmic = key.starts_with("budget.") && *values.begin() > 0;
  const auto scaled = [&](double value) { return logarithmic ? std::log10(value) : value; };
  const double from = scaled(*values.begin());
  const double to = std::max(scaled(*values.rbegin()), from + 1e-9);
  const auto x = [&](double value) {
    return kLeft + 24 + (scaled(value) - from) / (to - from) * (kWidth - kLeft - kRight - 48);
  };
  const auto y = [&](double elo) { return kTop + (high - elo) / (high - low) * (kHeight - kTop - kFoot); };
  const bool time = std::any_of(report.sweeps.begin(), report.sweeps.end(),
                                [&](const Sweep& sweep) { return sweep.key == key && sweep.time; });
  const std::string setting = key.substr(key.find('.') + 1);

  Svg svg(kWidth, kHeight, "Strength over " + setting);
  for (const double tick : ticks(low, high, 6)) {
    svg.line(kLeft, y(tick), kWidth - kRight, y(tick), tick == 0 ? "#999" : "#dcdcdc");
    svg.text(kLeft - 8, y(tick) + 4, signed_fixed(tick, 0, true), Anchor::kEnd, 11, "#666");
  }
  double last = -1000;
  for (const double value : values) {
    svg.line(x(value), kTop, x(value), kHeight - kFoot + 4, "#dcdcdc");
    if (x(value) - last < 46) continue;  // no room for another label
    last = x(value);
    const std::string label = time ? duration(value * 1e6) : fmt::format("{:g}", value);
    svg.text(last, kHeight - kFoot + 18, label.size() > 6 && !time ? compact(value) : label, Anchor::kMiddle,
             11, "#666");
  }
  svg.line(kLeft, kHeight - kFoot, kWidth - kRight, kHeight - kFoot, "#666");
  svg.text((kLeft + kWidth - kRight) / 2, kHeight - 8, setting, Anchor::kMiddle, 12, "#222");
  svg.text(kLeft - 8, kTop - 14, "Elo", Anchor::kEnd, 12, "#222");
  for (std::size_t c = 0; c < curves.size(); ++c) {
    const std::string_view colour = kColours[c];
    const auto& dots = curves[c].dots;
    for (std::size_t i = 1; i < dots.size(); ++i) {
      svg.line(x(dots[i - 1].value), y(dots[i - 1].rating.elo), x(dots[i].value), y(dots[i].rating.elo),
               colour, 1.6, c % 2 == 0 ? "" : "6 3");
    }
    for (const auto& [value, rating] : dots) {
      const double top = y(rating.elo + rating.error);
      const double bottom = y(rating.elo - rating.error);
      svg.line(x(value), top, x(value), bottom, colour, 1.2);
      for (const double end : {top, bottom}) svg.line(x(value) - 4, end, x(value) + 4, end, colour, 1.2);
      svg.circle(x(value), y(rating.elo), 4, c % 2 == 0 ? colour : "#fff", colour);
    }
    // The legend, above the curves.
    const double left = kLeft + 12 + kEntry * static_cast<double>(c);
    svg.line(left, kTop - 18, left + 24, kTop - 18, colour, 1.6, c % 2 == 0 ? "" : "6 3");
    svg.circle(left + 12, kTop - 18, 4, c % 2 == 0 ? colour : "#fff", colour);
    svg.text(left + 30, kTop - 14, fit_text(curves[c].name, kEntry - 36), Anchor::kStart, 12, "#222");
  }
  return std::move(svg).finish();
}

}  // namespace ludex::arena::report
