#include "arena/run/tuning/space.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ludex::arena::tuning {

Space::Space(const TuneSpec& spec) : parameters_(spec.parameters), constraints_(spec.constraints) {
  for (std::size_t i = 0; i < size(); ++i) {
    // Validated when the specification was read.
    const auto x = coordinate_of(i, parameters_[i].fallback);
    fallback_.push_back(x ? *x : 0.0);
  }
}

double Space::value(std::size_t i, double x) const {
  const TunedParameter& p = parameters_[i];
  if (p.kind == TuneKind::kCategory) return static_cast<double>(category(i, x));
  const double share = (std::clamp(x, -1.0, 1.0) + 1) / 2;
  const double number =
      p.log_scale ? p.low * std::pow(p.high / p.low, share) : p.low + share * (p.high - p.low);
  return p.kind == TuneKind::kInteger ? std::clamp(std::round(number), p.low, p.high)
                                      : std::clamp(number, p.low, p.high);
}

double Space::coordinate(std::size_t i, double value) const {
  const TunedParameter& p = parameters_[i];
  if (p.kind == TuneKind::kCategory) return 2 * (value + 0.5) / static_cast<double>(p.values.size()) - 1;
  const double share =
      p.log_scale ? std::log(value / p.low) / std::log(p.high / p.low) : (value - p.low) / (p.high - p.low);
  return std::clamp(2 * share - 1, -1.0, 1.0);
}

std::size_t Space::category(std::size_t i, double x) const {
  const std::size_t n = parameters_[i].values.size();
  const double bin = std::floor((std::clamp(x, -1.0, 1.0) + 1) / 2 * static_cast<double>(n));
  return std::min(n - 1, static_cast<std::size_t>(bin));
}

std::string Space::text(std::size_t i, double x) const {
  const TunedParameter& p = parameters_[i];
  if (p.kind == TuneKind::kCategory) return p.values[category(i, x)];
  if (p.kind == TuneKind::kInteger) return fmt::format("{:.0f}", value(i, x));
  // Six digits may lie slightly outside a range given with more.
  std::string text = fmt::format("{:.6g}", value(i, x));
  double read = 0;
  std::from_chars(text.data(), text.data() + text.size(), read);
  return read < p.low || read > p.high ? fmt::format("{}", value(i, x)) : text;
}

Result<double> Space::coordinate_of(std::size_t i, const std::string& text) const {
  const TunedParameter& p = parameters_[i];
  if (p.kind == TuneKind::kCategory) {
    const auto at = std::find(p.values.begin(), p.values.end(), text);
    if (at != p.values.end()) return coordinate(i, static_cast<double>(at - p.values.begin()));
    return Error{fmt::format("'{}' is '{}', expected one of {}", p.name, text, fmt::join(p.values, ", "))};
  }
  double number = 0;
  const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = p.kind == TuneKind::kReal || number == std::round(number);
  // Written so that a NaN fails.
  if (code != std::errc{} || rest != text.data() + text.size() || !(number >= p.low && number <= p.high) ||
      !whole) {
    return Error{fmt::format("'{}' is '{}', expected {} in {:g}..{:g}", p.name, text,
                             p.kind == TuneKind::kReal ? "a number" : "a whole number", p.low, p.high)};
  }
  return coordinate(i, number);
}

Values Space::values(const Point& point) const {
  // Writes the defaults in the user's notation, with all digits.
  const bool own = point == fallback_;
  Values values;
  for (std::size_t i = 0; i < size(); ++i)
    values.emplace_back(parameters_[i].name, own ? parameters_[i].fallback : text(i, point[i]));
  return values;
}

double Space::excess(std::size_t constraint, const Point& point) const {
  const TuneConstraint& c = constraints_[constraint];
  double sum = -c.limit;
  for (std::size_t i = 0; i < size(); ++i) {
    if (c.weights[i] != 0) sum += c.weights[i] * value(i, point[i]);
  }
  return sum;
}

bool Space::feasible(const Point& point) const {
  constexpr double kRounding = 1e-9;
  for (std::size_t c = 0; c < constraints_.size(); ++c) {
    if (excess(c, point) > kRounding) return false;
  }
  return true;
}

Point Space::random(Rng& rng) const {
  constexpr int kTries = 1000;
  Point point(size());
  for (int i = 0; i < kTries; ++i) {
    for (double& x : point) x = 2 * rng.uniform() - 1;
    if (feasible(point)) return point;
  }
  return fallback_;
}

}  // namespace ludex::arena::tuning
