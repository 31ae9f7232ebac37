#include "arena/run/match/game_clocks.hpp"

#include <algorithm>

namespace ludex::arena::run {
namespace {

constexpr std::int64_t kLeast = 1'000'000;

}  // namespace

ClockFace SeatClock::face() const noexcept {
  const ClockPeriod now = spec_.period(period_);
  return {left_ns_, now.increment_ns, now.moves != 0 ? now.moves - moves_ : 0, 0};
}

Budget SeatClock::limit(Budget budget) const noexcept {
  if (runs()) budget.wall_ns = rest_of_clock(face());
  return budget;
}

void SeatClock::spend(std::int64_t ns) noexcept {
  if (!runs()) return;
  const ClockPeriod now = spec_.period(period_);
  left_ns_ += now.increment_ns - ns;
  if (now.moves == 0 || ++moves_ < now.moves) return;
  moves_ = 0;
  if (period_ + 1 < spec_.periods()) ++period_;
  left_ns_ += spec_.period(period_).base_ns;
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

}  // namespace ludex::arena::run
