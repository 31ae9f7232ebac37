// The clocks of a game.
#pragma once

#include <cstddef>
#include <cstdint>

#include "arena/model/per_seat.hpp"
#include "arena/model/spec.hpp"
#include "core/agent/game_clock.hpp"

namespace ludex::arena::run {

// One seat's clock; does nothing without a ClockSpec that runs. Not thread-safe.
class SeatClock {
 public:
  SeatClock() = default;
  explicit SeatClock(const ClockSpec& spec) noexcept : spec_(spec), left_ns_(spec.base_ns) {}

  [[nodiscard]] bool runs() const noexcept { return spec_.runs(); }
  // Negative: the flag has fallen. The grace is for the whole game, not for each move.
  [[nodiscard]] std::int64_t left_ns() const noexcept { return left_ns_; }
  [[nodiscard]] ClockFace face() const noexcept;
  // `budget` with the time left as its elapsed time; unchanged without a clock.
  [[nodiscard]] Budget limit(Budget budget) const noexcept;
  // Subtracts the time of the owner's move.
  void spend(std::int64_t ns) noexcept;

 private:
  ClockSpec spec_;
  std::int64_t left_ns_ = 0;
  std::size_t period_ = 0;
  std::uint32_t moves_ = 0;  // in this period
};

using GameClocks = PerSeat<SeatClock>;

// All the time left, in ns; at least 1 ms, because 0 would mean no limit.
[[nodiscard]] std::int64_t rest_of_clock(const ClockFace& clock) noexcept;
// Time for one move under an even division: the time left by the number of moves to come (30 if unknown) plus
// three quarters of the increment, at most the time left, minus `overhead_ns`; at least 0.1 ms.
[[nodiscard]] std::int64_t share_of_clock(const ClockFace& clock, std::int64_t overhead_ns) noexcept;

}  // namespace ludex::arena::run
