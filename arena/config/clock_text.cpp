#include "arena/config/clock_text.hpp"

#include <charconv>

#include "arena/text/quantity.hpp"

namespace ludex::arena {
namespace {

constexpr std::int64_t kLeast = 1'000'000;
constexpr std::int64_t kMostTime = 86'400'000'000'000;
constexpr std::uint32_t kMostMoves = 1000;

}  // namespace

std::optional<ClockSpec> parse_clock(std::string_view text) {
  ClockSpec clock;
  if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
    const char* const end = text.data() + slash;
    const auto [rest, error] = std::from_chars(text.data(), end, clock.moves);
    if (error != std::errc{} || rest != end || clock.moves < 1 || clock.moves > kMostMoves)
      return std::nullopt;
    text.remove_prefix(slash + 1);
  }
  if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
    const auto increment = parse_duration(text.substr(plus + 1));
    if (!increment || *increment > kMostTime) return std::nullopt;
    clock.increment_ns = *increment;
    text = text.substr(0, plus);
  }
  const auto base = parse_duration(text);
  if (!base || *base < kLeast || *base > kMostTime) return std::nullopt;
  clock.base_ns = *base;
  return clock;
}

std::string clock_text(const ClockSpec& clock) {
  std::string text = clock.moves != 0 ? std::to_string(clock.moves) + "/" : "";
  text += duration_text(clock.base_ns);
  if (clock.increment_ns != 0) text += "+" + duration_text(clock.increment_ns);
  return text;
}

}  // namespace ludex::arena
