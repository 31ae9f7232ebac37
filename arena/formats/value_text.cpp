#include "arena/formats/value_text.hpp"

#include <string_view>

#include <fmt/format.h>

namespace ludex::arena {

std::string value_text(double value, ValueUnit unit, ValueBound bound) {
  if (unit == ValueUnit::kNone || bound == ValueBound::kNone) return "-";
  const std::string_view sign = bound == ValueBound::kUpper   ? "<= "
                                : bound == ValueBound::kLower ? ">= "
                                                              : "";
  if (unit == ValueUnit::kCenti) return fmt::format("{}{:+.2f}", sign, value / 100);
  if (unit == ValueUnit::kScore) return fmt::format("{}{:+.0f}", sign, value);
  return fmt::format("{}{:+.4f}", sign, value);
}

}  // namespace ludex::arena
