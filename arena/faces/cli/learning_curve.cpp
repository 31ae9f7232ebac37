#include "arena/faces/cli/learning_curve.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <limits>
#include <utility>
#include <vector>

#include "arena/base/files/text_file.hpp"
#include "arena/base/text/quantity.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::cli {
namespace {

constexpr double kShortest = 0.05;
constexpr double kPoints = 500;  // of a training that takes as long as planned

double now() {
  return static_cast<double>(wall_clock_ns()) * 1e-9;
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(", "), line.size());
    fields.push_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 2, line.size()));
  }
  return fields;
}

}  // namespace

std::optional<report::LearningPoint> learning_point(std::string_view line) {
  report::LearningPoint point;
  bool any = false;
  for (const std::string_view field : fields_of(line)) {
    const std::size_t blank = field.find(' ');
    if (blank == std::string_view::npos) continue;
    if (const auto first = parse_number(field.substr(0, blank)); first && *first >= 0) {
      const std::string_view unit = field.substr(blank + 1);
      if (unit == "games" && *first <= 1e15) {
        point.games = static_cast<std::uint64_t>(*first);
        any = true;
      } else if (unit == "games/s") {
        point.games_per_second = *first;
      } else if (unit == "plies a game") {
        point.plies = *first;
      }
      continue;
    }
    const std::size_t last = field.rfind(' ');
    if (const auto value = parse_number(field.substr(last + 1)))
      point.values.emplace_back(field.substr(0, last), *value);
  }
  return any ? std::optional(point) : std::nullopt;
}

LearningCurve::LearningCurve(const std::string& folder, double seconds, bool quiet)
    : file_(std::filesystem::path(folder) / report::kCurveFile),
      least_(std::max(kShortest, seconds / kPoints)),
      quiet_(quiet) {}

void LearningCurve::go_on() {
  write_before(std::numeric_limits<std::uint64_t>::max());
}

// Leaves the points of fewer games, without a line that was cut short.
void LearningCurve::write_before(std::uint64_t games) {
  const auto curve = report::read_curve(file_.parent_path().string());
  if (curve.empty()) return;
  std::string text;
  for (const auto& point : curve) {
    if (point.games >= games) break;
    text += report::to_json(point).dump() + "\n";
    kept_ = point.seconds;
  }
  static_cast<void>(replace_text_file(file_.string(), text));
  before_ = std::max(before_, curve.back().seconds);
  games_ = std::min(games, curve.back().games);
}

void LearningCurve::begin() {
  began_ = now();
}
void LearningCurve::end() {
  if (!rest_.empty()) line(std::exchange(rest_, ""));
  keep();
  before_ += now() - began_;
}

void LearningCurve::write(const char* text, std::size_t size) noexcept {
  if (!quiet_) std::fwrite(text, 1, size, stderr);
  try {
    rest_.append(text, size);
    for (std::size_t end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n')) {
      const std::string whole = rest_.substr(0, end);
      rest_.erase(0, end + 1);
      line(whole);
    }
  } catch (const std::exception&) {  // the curve is no reason to stop learning
    rest_.clear();
  }
}

void LearningCurve::line(std::string_view text) {
  std::optional<report::LearningPoint> point = learning_point(text);
  if (!point) return;
  point->seconds = before_ + now() - began_;
  add(std::move(*point));
}

void LearningCurve::add(report::LearningPoint point) {
  sum_.seconds = point.seconds;
  sum_.games = point.games;
  sum_.games_per_second += point.games_per_second;
  sum_.plies += point.plies;
  for (const auto& [name, value] : point.values) {
    const auto same = std::find_if(sum_.values.begin(), sum_.values.end(),
                                   [&, key = name](const auto& each) { return each.first == key; });
    if (same == sum_.values.end()) {
      sum_.values.emplace_back(name, value);
    } else {
      same->second += value;
    }
  }
  ++summed_;
  if (point.seconds - kept_ >= least_) keep();
}

void LearningCurve::keep() {
  if (summed_ == 0) return;
  report::LearningPoint mean = std::exchange(sum_, {});
  const auto count = static_cast<double>(std::exchange(summed_, 0));
  mean.games_per_second /= count;
  mean.plies /= count;
  for (auto& [name, value] : mean.values) value /= count;
  // A learner that was killed repeats the games since its checkpoint.
  if (mean.games <= games_) write_before(mean.games);
  std::ofstream(file_, std::ios::app) << report::to_json(mean).dump() << '\n';
  kept_ = mean.seconds;
  games_ = mean.games;
}

}  // namespace ludex::arena::cli
