// Game clocks as text: "60s+0.6s", "40/60s+0.6s" with 60 s more after every 40 moves, or
// "40/90min+30s:30min+30s" with 30 min more after the first 40 moves.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arena/model/spec.hpp"

namespace ludex::arena::run {

// Reads PERIOD[:PERIOD...], at most ClockSpec::kMostPeriods of "[MOVES/]TIME[+INCREMENT]", durations with
// units; all but the last have moves. nullopt if the syntax is wrong or a value out of range (time 1 ms to 24
// h, increment 0 to 24 h, moves 1 to 1000).
[[nodiscard]] std::optional<ClockSpec> parse_clock(std::string_view text);
// Inverse of parse_clock(). Precondition: clock.runs().
[[nodiscard]] std::string clock_text(const ClockSpec& clock);
// The clock in PGN's notation in seconds (standard, section 9.6.1): "40/5400+30:1800+30". Precondition:
// clock.runs().
[[nodiscard]] std::string pgn_time_control(const ClockSpec& clock);

}  // namespace ludex::arena::run
