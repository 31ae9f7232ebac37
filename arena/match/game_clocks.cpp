#include "arena/match/game_clocks.hpp"

#include <algorithm>

namespace ludex::arena {
namespace {

constexpr std::int64_t kLeast = 1'000'000;

}  // namespace

ClockFace SeatClock::face() const noexcept {
  return {left_ns_, spec_.increment_ns, spec_.moves != 0 ? spec_.moves - moves_ : 0, 0};
}

Budget SeatClock::limit(Budget budget) const noexcept {
  if (runs()) budget.wall_ns = rest_of_clock(face());
  return budget;
}

void SeatClock::spend(std::int64_t ns) noexcept {
  if (!runs()) return;
  left_ns_ += spec_.increment_ns - ns;
  if (spec_.moves == 0 || ++moves_ < spec_.moves) return;
  moves_ = 0;
  left_ns_ += spec_.base_ns;
}

std::int64_t rest_of_clock(const ClockFace& clock) noexcept {
  return std::max(clock.left_ns, kLeast);
}

std::int64_t share_of_clock(const ClockFace& clock, std::int64_t overhead_ns) noexcept {
  constexpr std::int64_t kMovesToCome = 30;
  const std::int64_t moves = clock.moves_to_go != 0 ? std::int64_t{clock.moves_to_go} + 1 : kMovesToCome;
  const std::int64_t share = clock.left_ns / moves + clock.increment_ns / 4 * 3;
  constexpr std::int64_t kLeastShare = 100'000;
  return std::max(std::min(share, clock.left_ns) - overhead_ns, kLeastShare);
}

}  // namespace ludex::arena
