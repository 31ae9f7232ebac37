// Static evaluation of backgammon, by hand (rules.md has the terms).
#pragma once

#include <bit>
#include <cstdint>

#include "games/backgammon/men.hpp"

namespace ludex::games::backgammon {

[[nodiscard]] constexpr std::int32_t pips_left(const Men& men) noexcept {
  std::uint32_t pips = 0;
  for (std::uint32_t point = 1; point <= kBar; ++point) pips += point * men.count(point);
  return static_cast<std::int32_t>(pips);
}

// Length of the longest run of points in a set.
[[nodiscard]] constexpr std::int32_t longest_run(std::uint32_t set) noexcept {
  std::int32_t length = 0;
  for (; set != 0; set &= set << 1) ++length;
  return length;
}

// The men of the other player as this one numbers points; those on the bar enter from 0.
[[nodiscard]] constexpr std::uint32_t foes_of(const Men& other) noexcept {
  return mirrored(other.occupied()) | (other.occupied() >> kBar & 1U);
}

// Terms of one side while the sides can still hit each other.
[[nodiscard]] inline std::int32_t contact_terms(const Men& men, const Men& other) noexcept {
  const auto size = [](std::uint32_t set) { return static_cast<std::int32_t>(std::popcount(set)); };
  constexpr std::uint32_t kOuterHalf = 0x780U;               // 7..10
  constexpr std::uint32_t kOtherHome = kPoints & ~0x7FFFFU;  // 19..24
  const std::uint32_t made = men.made() & kPoints;
  const std::uint32_t blots = men.occupied() & ~men.made() & kPoints;
  const std::uint32_t foes = foes_of(other);
  std::int32_t value = 0;
  // A blot that is hit loses the way that it has come. Direct shots come from up to six points below.
  for (std::uint32_t left = blots; left != 0; left &= left - 1) {
    const auto point = static_cast<std::uint32_t>(std::countr_zero(left));
    const std::uint32_t below = foes & (bit(point) - 1);
    const std::int32_t shots = (below >> (point > 6 ? point - 6 : 0)) != 0 ? 2 : below != 0 ? 1 : 0;
    value -= shots * (60 + 20 * static_cast<std::int32_t>(kBar - point));
  }
  value += 250 * size(made & kHome) + 120 * size(made & kOuterHalf) + 200 * size(made & kOtherHome);
  const std::int32_t prime = longest_run(made);
  if (prime >= 3) value += 100 * prime * (prime - 2);
  const auto on_bar = static_cast<std::int32_t>(men.count(kBar));
  return value - on_bar * (300 + 150 * size(other.made() & kHome));
}

// The mover's lead in hundredths of a pip.
[[nodiscard]] inline std::int32_t lead_of(const Men& mover, const Men& other) noexcept {
  // On average a roll is worth 8 1/6 pips, and half of it belongs to who moves now.
  constexpr std::int32_t kHalfRoll = 408;
  std::int32_t value = 100 * (pips_left(other) - pips_left(mover)) + kHalfRoll;
  const std::uint32_t own = mover.occupied();
  const std::uint32_t foes = foes_of(other);
  const bool contact =
      foes != 0 && own != 0 && static_cast<int>(std::bit_width(own)) > std::countr_zero(foes);
  if (contact) value += contact_terms(mover, other) - contact_terms(other, mover);
  return value;
}

// The mover's expected points in hundredths, below 300 in size: 10 pips of lead count 0.43 points, 60
// pips 1.5.
[[nodiscard]] inline std::int32_t evaluate_men(const Men& mover, const Men& other) noexcept {
  constexpr std::int32_t kHalfWay = 6000;
  const std::int32_t lead = lead_of(mover, other);
  return 300 * lead / ((lead < 0 ? -lead : lead) + kHalfWay);
}

}  // namespace ludex::games::backgammon
