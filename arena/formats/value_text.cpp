#include "arena/formats/value_text.hpp"

#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace ludex::arena {

std::optional<int> plies_to_end(double value, ValueUnit unit) {
  constexpr double kMostEvaluation = 30'000;
  constexpr double kEnd = 32'000;
  const double size = std::abs(value);
  if (unit != ValueUnit::kCenti || size <= kMostEvaluation || size >= kEnd) return std::nullopt;
  const auto plies = static_cast<int>(std::lround(kEnd - size));
  return value > 0 ? plies : -plies;
}

std::optional<int> moves_to_mate(double value, ValueUnit unit) {
  constexpr double kMate = 30'000;
  constexpr double kLeast = 29'000;
  const double size = std::abs(value);
  if (unit != ValueUnit::kCenti || size <= kLeast || size >= kMate) return std::nullopt;
  const auto moves = static_cast<int>(std::lround(kMate - size));
  return value > 0 ? moves : -moves;
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
