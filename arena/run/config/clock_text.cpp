#include "arena/run/config/clock_text.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"

namespace ludex::arena::run {
namespace {

constexpr std::int64_t kLeast = 1'000'000;
constexpr std::int64_t kMostTime = 86'400'000'000'000;
constexpr std::uint32_t kMostMoves = 1000;

std::optional<ClockPeriod> parse_period(std::string_view text) {
  ClockPeriod period;
  if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
    const char* const end = text.data() + slash;
    const auto [rest, error] = std::from_chars(text.data(), end, period.moves);
    if (error != std::errc{} || rest != end || period.moves < 1 || period.moves > kMostMoves)
      return std::nullopt;
    text.remove_prefix(slash + 1);
  }
  if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
    const auto increment = parse_duration(text.substr(plus + 1));
    if (!increment || *increment > kMostTime) return std::nullopt;
    period.increment_ns = *increment;
    text = text.substr(0, plus);
  }
  const auto base = parse_duration(text);
  if (!base || *base < kLeast || *base > kMostTime) return std::nullopt;
  period.base_ns = *base;
  return period;
}

std::string period_text(const ClockPeriod& period) {
  std::string text = period.moves != 0 ? std::to_string(period.moves) + "/" : "";
  text += duration_text(period.base_ns);
  if (period.increment_ns != 0) text += "+" + duration_text(period.increment_ns);
  return text;
}

}  // namespace

std::optional<ClockSpec> parse_clock(std::string_view text) {
  ClockSpec clock;
  for (std::size_t i = 0;; ++i) {
    const std::size_t colon = text.find(':');
    const bool is_last = colon == std::string_view::npos;
    const auto period = parse_period(text.substr(0, colon));
    if (!period || i == ClockSpec::kMostPeriods || (!is_last && period->moves == 0)) return std::nullopt;
    if (i == 0) {
      clock.base_ns = period->base_ns;
      clock.increment_ns = period->increment_ns;
      clock.moves = period->moves;
    } else {
      clock.later[i - 1] = *period;
    }
    if (is_last) return clock;
    text.remove_prefix(colon + 1);
  }
}

std::string clock_text(const ClockSpec& clock) {
  std::string text = period_text(clock.period(0));
  for (std::size_t i = 1; i < clock.periods(); ++i) text += ":" + period_text(clock.period(i));
  return text;
}

std::string pgn_time_control(const ClockSpec& clock) {
  const auto seconds = [](std::int64_t ns) { return fmt::format("{:g}", static_cast<double>(ns) * 1e-9); };
  std::string text;
  for (std::size_t i = 0; i < clock.periods(); ++i) {
    const ClockPeriod period = clock.period(i);
    text += i == 0 ? "" : ":";
    if (period.moves != 0) text += std::to_string(period.moves) + "/";
    text += seconds(period.base_ns);
    if (period.increment_ns != 0) text += "+" + seconds(period.increment_ns);
  }
  return text;
}

}  // namespace ludex::arena::run
