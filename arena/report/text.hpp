// Numbers and names as text. Whatever comes out of a log is foreign: names and notes pass through an escape,
// numbers that are not finite become a dash.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/report/model.hpp"

namespace ludex::arena::report {

inline constexpr std::string_view kDash = "\u2013";

// For the content and the quoted attributes of HTML and SVG. Valid UTF-8 without control characters whatever
// comes in.
[[nodiscard]] std::string html(std::string_view text);
// For a cell of a Markdown table.
[[nodiscard]] std::string markdown(std::string_view text);

// With `digits` decimals; never "-0.0".
[[nodiscard]] std::string fixed(double x, int digits);
[[nodiscard]] std::string fixed(std::optional<double> x, int digits);
// As fixed(), with a typographic minus and, if wanted, a plus.
[[nodiscard]] std::string signed_fixed(double x, int digits, bool plus = false);
// "12.3 %", with a blank that does not break; a dash without a value.
[[nodiscard]] std::string percent(std::optional<double> x, int digits = 1);
// A probability in %: "97.5", "> 99.9".
[[nodiscard]] std::string chance(double p);
// Three significant digits with a prefix: "950", "12.3 k", "4.56 M".
[[nodiscard]] std::string compact(double x);
// "12.3 µs", "4.56 ms", "7.89 s", "2.1 min".
[[nodiscard]] std::string duration(double microseconds);
// "12-3-4": wins, draws, losses.
[[nodiscard]] std::string wdl(const Wdl& wdl);

// One line on how far the tournament is.
[[nodiscard]] std::string progress(const Report& report);
// "Standings", or "All games together" where the ratings of each game precede them.
[[nodiscard]] std::string standings_title(const Report& report);
// How the ratings were computed: one paragraph, for a paper.
[[nodiscard]] std::string method(const Report& report);
// Whether the second rating, without forfeits, differs from the first.
[[nodiscard]] bool two_ratings(const Report& report);
// What the pairs of a match say, in one sentence, with 95 % intervals. Precondition: there is a pair.
[[nodiscard]] std::string match_text(const Match& match);

}  // namespace ludex::arena::report
