#include "arena/base/formats/value_text.hpp"

#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace ludex::arena {

namespace {

// The distance of a value of size above..end from `end`, with the value's sign.
std::optional<int> distance(double value, ValueUnit unit, double above, double end) {
  const double size = std::abs(value);
  if (unit != ValueUnit::kCenti || size <= above || size >= end) return std::nullopt;
  return static_cast<int>(std::copysign(std::lround(end - size), value));
}

}  // namespace

std::optional<int> plies_to_end(double value, ValueUnit unit) {
  return distance(value, unit, 30'000, 32'000);
}

std::optional<int> moves_to_mate(double value, ValueUnit unit) {
  return distance(value, unit, 29'000, 30'000);
}

std::string value_text(double value, ValueUnit unit, ValueBound bound) {
  if (unit == ValueUnit::kNone || bound == ValueBound::kNone) return "-";
  const std::string_view sign = bound == ValueBound::kUpper   ? "<= "
                                : bound == ValueBound::kLower ? ">= "
                                                              : "";
  if (const auto plies = plies_to_end(value, unit))
    return fmt::format("{}{} in {}", sign, *plies > 0 ? "win" : "loss", std::abs(*plies));
  if (const auto moves = moves_to_mate(value, unit))
    return fmt::format("{}{} in {} moves", sign, *moves > 0 ? "win" : "loss", std::abs(*moves));
  if (unit == ValueUnit::kCenti) return fmt::format("{}{:+.2f}", sign, value / 100);
  if (unit == ValueUnit::kScore) return fmt::format("{}{:+.0f}", sign, value);
  return fmt::format("{}{:+.4f}", sign, value);
}

}  // namespace ludex::arena
