// The clocks of a game.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "arena/model/spec.hpp"
#include "core/agent/game_clock.hpp"

namespace ludex::arena {

// One seat's clock; without a ClockSpec that runs it does nothing. Not thread-safe.
class SeatClock {
 public:
  SeatClock() = default;
  explicit SeatClock(const ClockSpec& spec) noexcept : spec_(spec), left_ns_(spec.base_ns) {}

  [[nodiscard]] bool runs() const noexcept { return spec_.runs(); }
  // Negative: the flag has fallen. The grace is one for the whole game, not one a move.
  [[nodiscard]] std::int64_t left_ns() const noexcept { return left_ns_; }
  [[nodiscard]] ClockFace face() const noexcept;
  // `budget` with what is left as its elapsed time; as it is without a clock.
  [[nodiscard]] Budget limit(Budget budget) const noexcept;
  // The owner has made a move.
  void spend(std::int64_t ns) noexcept;

 private:
  ClockSpec spec_;
  std::int64_t left_ns_ = 0;
  std::size_t period_ = 0;
  std::uint32_t moves_ = 0;  // made in this period
};

using GameClocks = std::array<SeatClock, 2>;

// All that is left for a move, at least 1 ms: 0 would be no limit.
[[nodiscard]] std::int64_t rest_of_clock(const ClockFace& clock) noexcept;
// What a player may think who shares its time out evenly: an equal part for each move that is to come (30 of
// them where nobody knows) and three quarters of the increment, but no more than what is left, less
// `overhead_ns`; at least 0.1 ms.
[[nodiscard]] std::int64_t share_of_clock(const ClockFace& clock, std::int64_t overhead_ns) noexcept;

}  // namespace ludex::arena
