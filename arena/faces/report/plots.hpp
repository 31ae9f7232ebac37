// The figures of a report, each a self-contained SVG element, readable in black and white.
#pragma once

#include <string>
#include <vector>

#include "arena/faces/report/model.hpp"

namespace ludex::arena::report {

enum class Spent { kTime, kNodes };

// Ratings with their 95 % intervals; hollow: without forfeits.
[[nodiscard]] std::string rating_plot(const Report& report);
// Each agent's score moving first and moving second.
[[nodiscard]] std::string seat_plot(const Report& report);
// CPU time or nodes per move on a logarithmic axis: box from 25 to 75 %, whiskers from 5 to 95 %. Empty if no
// agent has data (no nodes reported).
[[nodiscard]] std::string spent_plot(const Report& report, Spent what);
// Ratings over the values of a swept setting, one curve per sweep, on a logarithmic axis for budgets
// (strength_plot.cpp).
[[nodiscard]] std::vector<std::string> swept_keys(const Report& report);
[[nodiscard]] std::string strength_plot(const Report& report, const std::string& key);
[[nodiscard]] std::string length_plot(const GameReport& game);
// A match's pairs as one bar.
[[nodiscard]] std::string match_bar(const Match& match);

// Background of a table cell for a score or probability: orange below one half, none at it, blue above.
// Translucent over any page colour.
[[nodiscard]] std::string shade(double score);

}  // namespace ludex::arena::report
