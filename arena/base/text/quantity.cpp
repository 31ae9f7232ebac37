#include "arena/base/text/quantity.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

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

// Removes decimal digits from the front of `text`.
std::string_view take_digits(std::string_view& text) {
  const std::size_t n = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view digits = text.substr(0, n);
  text.remove_prefix(n);
  return digits;
}

// The power of ten of the suffix: "", "k", "M", "G" or "e4"; no value for others.
std::optional<std::int64_t> decimal_exponent(std::string_view text) {
  if (text.empty()) return 0;
  if (text == "k" || text == "K") return 3;
  if (text == "M") return 6;
  if (text == "G") return 9;
  if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
  text.remove_prefix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto exponent = parse_unsigned(text);
  constexpr std::uint64_t kMost = 1'000'000;  // larger ones are out of range anyway
  return exponent ? std::optional(static_cast<std::int64_t>(std::min(*exponent, kMost))) : std::nullopt;
}

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
  // Seconds at most: for comparison, seconds read more easily than minutes and hours.
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

Result<std::uint64_t> parse_count(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  if (text.size() > kLongest) return Error{"a number that long is out of range"};
  std::string_view rest = text;
  std::string digits(take_digits(rest));
  if (digits.empty()) return Error{"not a number"};
  std::int64_t exponent = 0;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    const std::string_view fraction = take_digits(rest);
    if (fraction.empty()) return Error{"no digit follows the point"};
    digits += fraction;
    exponent = -static_cast<std::int64_t>(fraction.size());
  }
  const auto power = decimal_exponent(rest);
  if (!power) return Error{"a number may end in k, M, G or an exponent as in 1e4"};
  exponent += *power;
  // Moves digits between number and exponent as text, so that nothing is rounded.
  while (!digits.empty() && digits.back() == '0') digits.pop_back(), ++exponent;
  if (digits.empty()) return 0;
  if (exponent < 0) return Error{std::string(text) + " is not a whole number"};
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t value = 0;
  const auto append = [&](std::uint64_t digit) {
    if (value > (kMost - digit) / 10) return false;
    value = value * 10 + digit;
    return true;
  };
  const Error too_large{std::string(text) + " is too large"};
  for (const char digit : digits) {
    if (!append(static_cast<std::uint64_t>(digit - '0'))) return too_large;
  }
  for (; exponent > 0 && value != 0; --exponent) {
    if (!append(0)) return too_large;
  }
  return value;
}

std::optional<std::uint64_t> parse_unsigned(std::string_view text) {
  std::uint64_t value = 0;
  const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string plural(std::uint64_t n, std::string_view noun) {
  if (n == 1) return fmt::format("1 {}", noun);
  const bool ies = noun.ends_with('y');  // ply, reply
  return fmt::format("{} {}{}", n, noun.substr(0, noun.size() - (ies ? 1 : 0)), ies ? "ies" : "s");
}

std::string with_article(std::string_view noun) {
  const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return fmt::format("{} {}", vowel ? "an" : "a", noun);
}

}  // namespace ludex::arena
