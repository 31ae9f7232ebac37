// Numbers and names as text. The log's contents are untrusted: names and notes are escaped, and numbers that
// are not finite become a dash.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/faces/report/model.hpp"

namespace ludex::arena::report {

inline constexpr std::string_view kDash = "\u2013";

// Escapes content and quoted attributes of HTML and SVG. Gives valid UTF-8 without control characters for any
// input.
[[nodiscard]] std::string html(std::string_view text);
// Escapes a cell of a Markdown table.
[[nodiscard]] std::string markdown(std::string_view text);

// With `digits` decimals; never "-0.0".
[[nodiscard]] std::string fixed(double x, int digits);
[[nodiscard]] std::string fixed(std::optional<double> x, int digits);
// Like fixed(), with a typographic minus and, if `plus`, a plus sign.
[[nodiscard]] std::string signed_fixed(double x, int digits, bool plus = false);
// "12.3 %", with a non-breaking space; a dash without a value.
[[nodiscard]] std::string percent(std::optional<double> x, int digits = 1);
// A probability in %: "97.5", "> 99.9".
[[nodiscard]] std::string chance(double p);
// Three significant digits with a prefix: "950", "12.3 k", "4.56 M".
[[nodiscard]] std::string compact(double x);
// "12.3 µs", "4.56 ms", "7.89 s", "2.1 min".
[[nodiscard]] std::string duration(double microseconds);
// "12-3-4": wins, draws, losses.
[[nodiscard]] std::string wdl(const Wdl& wdl);

// One line on the tournament's progress.
[[nodiscard]] std::string progress(const Report& report);
// "Standings", or "All games together" where the ratings of each game precede them.
[[nodiscard]] std::string standings_title(const Report& report);
// One paragraph for a paper on the computation of the ratings.
[[nodiscard]] std::string method(const Report& report);
// Whether ratings without forfeits differ from the others.
[[nodiscard]] bool two_ratings(const Report& report);
// One sentence on the pairs of a match, with 95 % intervals. Precondition: there is a pair.
[[nodiscard]] std::string match_text(const Match& match);

}  // namespace ludex::arena::report
