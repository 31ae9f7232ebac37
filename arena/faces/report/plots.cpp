#include "arena/faces/report/plots.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "arena/faces/report/svg.hpp"
#include "arena/faces/report/text.hpp"

namespace ludex::arena::report {
namespace {

constexpr double kPlotWidth = 720;
constexpr double kPlotRight = 20;
constexpr double kPlotTop = 8;
constexpr double kAxis = 40;  // height below the rows
constexpr std::string_view kInk = "#222";
constexpr std::string_view kGrid = "#dcdcdc";
constexpr std::string_view kSoft = "#666";
constexpr std::string_view kBlue = "#1f5a96";
constexpr std::string_view kOrange = "#c8641e";

using Rows = std::vector<const AgentReport*>;

// A chart of rows with names on the left, over one horizontal axis.
class RowChart {
 public:
  RowChart(const Rows& rows, double row_height, double low, double high, std::string_view title)
      : row_height_(row_height),
        low_(low),
        high_(high),
        bottom_(kPlotTop + row_height * static_cast<double>(rows.size())),
        svg_(kPlotWidth, bottom_ + kAxis, title) {
    constexpr double kMost = 200;
    for (const AgentReport* agent : rows)
      left_ = std::clamp(7 * static_cast<double>(agent->name.size()) + 14, left_, kMost);
    for (std::size_t i = 0; i < rows.size(); ++i)
      svg_.text(left_ - 10, y(i) + 4, fit_text(rows[i]->name, left_ - 14), Anchor::kEnd, 12, kInk);
  }

  [[nodiscard]] double x(double value) const {
    return left_ + (value - low_) / (high_ - low_) * (kPlotWidth - left_ - kPlotRight);
  }
  [[nodiscard]] double y(std::size_t row) const {
    return kPlotTop + row_height_ * (static_cast<double>(row) + 0.5);
  }
  void tick(double value, const std::string& label, bool strong = false) {
    svg_.line(x(value), kPlotTop, x(value), bottom_ + 4, strong ? "#999" : kGrid, 1);
    if (!label.empty()) svg_.text(x(value), bottom_ + 18, label, Anchor::kMiddle, 11, kSoft);
  }
  void axis(std::string_view title) {
    svg_.line(left_, bottom_, kPlotWidth - kPlotRight, bottom_, kSoft, 1);
    svg_.text((left_ + kPlotWidth - kPlotRight) / 2, bottom_ + 35, title, Anchor::kMiddle, 12, kInk);
  }
  Svg& svg() { return svg_; }
  [[nodiscard]] std::string finish() && { return std::move(svg_).finish(); }

 private:
  double row_height_;
  double low_;
  double high_;
  double bottom_;
  double left_ = 60;  // of the axis
  Svg svg_;
};

void interval(RowChart& chart, double y, double from, double to) {
  chart.svg().line(chart.x(from), y, chart.x(to), y, kInk, 1.4);
  for (const double end : {from, to}) chart.svg().line(chart.x(end), y - 4, chart.x(end), y + 4, kInk, 1.4);
}

Rows chosen(const Report& report, const std::function<bool(const AgentReport&)>& wanted) {
  constexpr std::size_t kMostRows = 60;
  Rows list;
  for (const AgentReport& agent : report.agents) {
    if (wanted(agent) && list.size() < kMostRows) list.push_back(&agent);
  }
  return list;
}

const Distribution& distribution_of(const AgentReport& agent, Spent what) {
  if (what == Spent::kTime) return agent.cpu_us;
  return agent.node_counts.max() != 0 ? agent.node_counts : agent.iteration_counts;
}

// Ten to a whole power.
std::string round_number(double power) {
  const std::string text = compact(std::pow(10, power));
  const std::size_t point = text.find('.');
  if (point == std::string::npos) return text;
  return text.substr(0, point) + text.substr(text.find(' ', point));
}

// Draws a distribution around its row: a mirrored histogram over the logarithm.
void draw_shape(RowChart& chart, double y, const Distribution& distribution, double low, double high) {
  constexpr double kPerDecade = 14;
  const auto bins = static_cast<std::size_t>(std::ceil((high - low) * kPerDecade)) + 1;
  std::vector<double> weights(bins, 0.0);
  distribution.each([&](double from, double to, std::uint64_t count) {
    const double at = std::log10(std::max(1.0, (from + to - 1) / 2));
    const auto bin = static_cast<std::size_t>(std::clamp((at - low) * kPerDecade, 0.0, double(bins - 1)));
    weights[bin] += static_cast<double>(count);
  });
  const double most = *std::max_element(weights.begin(), weights.end());
  if (most <= 0) return;
  std::vector<std::pair<double, double>> upper;
  std::vector<std::pair<double, double>> lower;
  for (std::size_t i = 0; i < bins; ++i) {
    const double height = 13 * weights[i] / most;
    for (const double edge : {static_cast<double>(i), static_cast<double>(i) + 1}) {
      const double x = chart.x(std::min(high, low + edge / kPerDecade));
      upper.emplace_back(x, y - height);
      lower.emplace_back(x, y + height);
    }
  }
  upper.insert(upper.end(), lower.rbegin(), lower.rend());
  chart.svg().polygon(upper, kBlue, 0.3);
}

}  // namespace

std::string shade(double score) {
  const double t = std::isfinite(score) ? std::clamp(2 * score - 1, -1.0, 1.0) : 0;
  return t >= 0 ? fmt::format("rgba(0,100,195,{:.2f})", 0.5 * t)
                : fmt::format("rgba(233,110,0,{:.2f})", -0.6 * t);
}

std::string rating_plot(const Report& report) {
  const auto rows = chosen(report, [](const AgentReport& a) { return a.rating.has_value(); });
  if (rows.empty()) return "";
  double low = 0;
  double high = 0;
  for (const AgentReport* agent : rows) {
    for (const auto* rating : {&agent->rating, &agent->rating_played}) {
      if (!*rating) continue;
      low = std::min(low, (*rating)->elo - (*rating)->error);
      high = std::max(high, (*rating)->elo + (*rating)->error);
    }
  }
  const double margin = std::max(10.0, 0.04 * (high - low));
  low -= margin, high += margin;
  RowChart chart(rows, 26, low, high, "Ratings with 95 % intervals");
  for (const double tick : ticks(low, high, 8)) chart.tick(tick, signed_fixed(tick, 0, true), tick == 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const AgentReport& agent = *rows[i];
    const bool both = two_ratings(report) && agent.rating_played;
    const double y = chart.y(i) - (both ? 5 : 0);
    interval(chart, y, agent.rating->elo - agent.rating->error, agent.rating->elo + agent.rating->error);
    chart.svg().circle(chart.x(agent.rating->elo), y, 4.5, kBlue, "#fff");
    if (!both) continue;
    const Rating& played = *agent.rating_played;
    interval(chart, y + 10, played.elo - played.error, played.elo + played.error);
    chart.svg().circle(chart.x(played.elo), y + 10, 3.5, "#fff", kBlue);
  }
  chart.axis("Elo, relative to the mean");
  return std::move(chart).finish();
}

std::string seat_plot(const Report& report) {
  const auto rows =
      chosen(report, [](const AgentReport& a) { return a.by_seat[0].games() + a.by_seat[1].games() != 0; });
  if (rows.empty()) return "";
  RowChart chart(rows, 22, 0, 1, "Score by seat");
  for (int i = 0; i <= 10; ++i) chart.tick(i / 10.0, i % 2 == 0 ? fmt::format("{} %", 10 * i) : "", i == 5);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto first = rows[i]->by_seat[0].score();
    const auto second = rows[i]->by_seat[1].score();
    const double y = chart.y(i);
    if (first && second) chart.svg().line(chart.x(*first), y, chart.x(*second), y, kSoft, 1.4);
    if (second) chart.svg().circle(chart.x(*second), y, 5, "#fff", kBlue);
    if (first) chart.svg().circle(chart.x(*first), y, 4, kBlue, kBlue);
  }
  chart.axis("score");
  return std::move(chart).finish();
}

std::string spent_plot(const Report& report, Spent what) {
  const auto rows = chosen(report, [&](const AgentReport& a) { return distribution_of(a, what).max() > 1; });
  if (rows.empty()) return "";
  double smallest = 1e18;
  double largest = 1;
  for (const AgentReport* agent : rows) {
    const Distribution& distribution = distribution_of(*agent, what);
    smallest = std::min(smallest, std::max(1.0, distribution.quantile(0.001)));
    largest = std::max(largest, static_cast<double>(distribution.max()));
  }
  const double low = std::floor(std::log10(smallest));
  const double high = std::max(low + 1, std::ceil(std::log10(largest)));
  const bool time = what == Spent::kTime;
  RowChart chart(rows, 32, low, high, time ? "CPU time of a move" : "Nodes of a move");
  for (double decade = low; decade < high + 0.5; decade += 1) {
    const double value = std::pow(10, decade);
    chart.tick(decade, time ? duration(value) : round_number(decade));
    if (decade + 0.5 > high || high - low > 5) continue;
    for (const double step : {2.0, 5.0}) chart.tick(decade + std::log10(step), "");
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Distribution& distribution = distribution_of(*rows[i], what);
    const double y = chart.y(i);
    draw_shape(chart, y, distribution, low, high);
    const auto x = [&](double value) {
      return chart.x(std::clamp(std::log10(std::max(1.0, value)), low, high));
    };
    const auto at = [&](double q) { return x(distribution.quantile(q)); };
    chart.svg().line(at(0.05), y, at(0.95), y, kInk, 1.2);
    for (const double q : {0.05, 0.95}) chart.svg().line(at(q), y - 4, at(q), y + 4, kInk, 1.2);
    const double left = at(0.25);
    const double width = std::max(1.5, at(0.75) - left);
    chart.svg().rectangle(left, y - 4, width, 8, "#fff", kInk);
    chart.svg().line(at(0.5), y - 6, at(0.5), y + 6, kOrange, 2.4);
    chart.svg().circle(x(static_cast<double>(distribution.max())), y, 2, kInk);
  }
  chart.axis(time ? "CPU time of a move" : "nodes of a move");
  return std::move(chart).finish();
}

std::string length_plot(const GameReport& game) {
  constexpr double kW = 350;
  constexpr double kH = 150;
  constexpr double kLeft = 44;
  constexpr double kFoot = 36;
  constexpr double kHead = 22;
  if (game.plies.count() == 0) return "";
  const double longest = static_cast<double>(game.plies.max());
  const double step = std::max(1.0, std::ceil((longest + 1) / 40));
  const double shortest = std::floor(game.plies.quantile(0) / step) * step;
  const auto bins = static_cast<std::size_t>((longest - shortest) / step) + 1;
  std::vector<double> counts(bins, 0.0);
  game.plies.each([&](double from, double to, std::uint64_t count) {
    const double bin =
        std::clamp(((from + to - 1) / 2 - shortest) / step, 0.0, static_cast<double>(bins - 1));
    counts[static_cast<std::size_t>(bin)] += static_cast<double>(count);
  });
  const double most = *std::max_element(counts.begin(), counts.end());
  Svg svg(kW, kH, "Lengths of games of " + game.label);
  const double width = (kW - kLeft - 8) / static_cast<double>(std::max<std::size_t>(bins, 4));
  const auto y = [&](double count) { return kH - kFoot - (kH - kFoot - kHead) * count / most; };
  for (const double tick : ticks(0, most, 3)) {
    if (tick != std::floor(tick)) continue;
    svg.line(kLeft, y(tick), kW - 8, y(tick), kGrid);
    svg.text(kLeft - 6, y(tick) + 4, compact(tick), Anchor::kEnd, 11, kSoft);
  }
  for (std::size_t i = 0; i < bins; ++i) {
    const double left = kLeft + width * static_cast<double>(i);
    svg.rectangle(left + 0.5, y(counts[i]), width - 1, kH - kFoot - y(counts[i]), kBlue);
  }
  svg.line(kLeft, kH - kFoot, kW - 8, kH - kFoot, kSoft);
  const double high = shortest + step * static_cast<double>(std::max<std::size_t>(bins, 4));
  for (const double tick : ticks(shortest, high, 6)) {
    if (tick != std::floor(tick) || tick + step > high) continue;
    svg.text(kLeft + width * ((tick - shortest) / step + 0.5), kH - kFoot + 15, fixed(tick, 0),
             Anchor::kMiddle, 11, kSoft);
  }
  svg.text((kLeft + kW) / 2, kH - 5, "plies", Anchor::kMiddle, 11, kInk);
  svg.text(kLeft, 12, fit_text(game.label, kW - kLeft - 8), Anchor::kStart, 12, kInk, true);
  return std::move(svg).finish();
}

std::string match_bar(const Match& match) {
  constexpr std::array<const char*, 5> kNames{"0", "\u00BD", "1", "1\u00BD", "2"};
  constexpr std::array<const char*, 5> kColours{"#b85814", "#f0b27c", "#d9d9d9", "#8fbbe3", "#25639f"};
  const auto total = static_cast<double>(match.total());
  if (total == 0) return "";
  Svg svg(kPlotWidth, 78, "Pairs of games by points");
  double left = 8;
  for (std::size_t i = 0; i < 5; ++i) {
    const double width = (kPlotWidth - 16) * static_cast<double>(match.pairs.pairs[i]) / total;
    if (match.pairs.pairs[i] == 0) continue;
    svg.rectangle(left, 10, width, 30, kColours[i], "#fff");
    const bool dark = i == 0 || i == 4;
    if (width > 26) {
      svg.text(left + width / 2, 30, std::to_string(match.pairs.pairs[i]), Anchor::kMiddle, 12,
               dark ? "#ffffff" : "#111111", true);
    }
    left += width;
  }
  for (std::size_t i = 0; i < 5; ++i) {
    const double x = 8 + 142 * static_cast<double>(i);
    svg.rectangle(x, 54, 12, 12, kColours[i], "#999");
    svg.text(x + 18, 64,
             fmt::format("{} points: {} ({})", kNames[i], match.pairs.pairs[i],
                         percent(static_cast<double>(match.pairs.pairs[i]) / total)),
             Anchor::kStart, 11, kInk);
  }
  return std::move(svg).finish();
}

}  // namespace ludex::arena::report
