// Numbers with units, as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex::arena {

// "100ms", "1.5s", "2min": nanoseconds. Units ns, us, ms, s, min, h; at most the 292 years of an int64.
[[nodiscard]] std::optional<std::int64_t> parse_duration(std::string_view text);
// The shortest exact text, "1500ms": parse_duration gives the value back.
[[nodiscard]] std::string duration_text(std::int64_t ns);
// A finite number, as 0.05, -1.75 or 1e-3.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);
// Decimal digits only, no sign.
[[nodiscard]] std::optional<std::uint64_t> parse_unsigned(std::string_view text);

}  // namespace ludex::arena
