#include "arena/config/quantity.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace ludex::arena {
namespace {

constexpr std::array<std::pair<std::string_view, std::int64_t>, 6> kUnits{{
    {"h", 3'600'000'000'000},
    {"min", 60'000'000'000},
    {"s", 1'000'000'000},
    {"ms", 1'000'000},
    {"us", 1'000},
    {"ns", 1},
}};

}  // namespace

std::optional<std::int64_t> parse_duration(std::string_view text) {
  double number = 0;
  const auto [rest, code] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (code != std::errc{}) return std::nullopt;
  std::string_view unit = text.substr(static_cast<std::size_t>(rest - text.data()));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  for (const auto& [name, ns] : kUnits) {
    if (unit != name) continue;
    const double total = std::round(number * static_cast<double>(ns));
    if (!(total >= 0 && total < 9.2e18)) return std::nullopt;
    return static_cast<std::int64_t>(total);
  }
  return std::nullopt;
}

std::string duration_text(std::int64_t ns) {
  // Hours and minutes are for writing: what is read back is easier to compare in seconds.
  for (const auto& [name, size] : kUnits) {
    if (size <= 1'000'000'000 && ns % size == 0) return std::to_string(ns / size) + std::string(name);
  }
  return "";
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || rest != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> parse_unsigned(std::string_view text) {
  std::uint64_t value = 0;
  const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace ludex::arena
