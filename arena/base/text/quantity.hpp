// Reads and writes numbers with units.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/util/result.hpp"

namespace ludex::arena {

// "100ms", "1.5s", "2min": nanoseconds. Units ns, us, ms, s, min, h; at most 292 years (int64).
[[nodiscard]] std::optional<std::int64_t> parse_duration(std::string_view text);
// The shortest exact text, "1500ms"; parse_duration() restores the value.
[[nodiscard]] std::string duration_text(std::int64_t ns);
// A finite number, such as 0.05, -1.75 or 1e-3.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);
// An exact count: "20000", "20k", "2.5M", "1e4". k, M and G stand for 10^3, 10^6 and 10^9. The error explains
// an invalid text, as "2.0001k is not a whole number".
[[nodiscard]] Result<std::uint64_t> parse_count(std::string_view text);
// Decimal digits only, no sign.
[[nodiscard]] std::optional<std::uint64_t> parse_unsigned(std::string_view text);

// "1 game", "3 games"; "1 ply", "3 plies".
[[nodiscard]] std::string plural(std::uint64_t n, std::string_view noun);
// "a game", "an agent": by the first letter.
[[nodiscard]] std::string with_article(std::string_view noun);

}  // namespace ludex::arena
