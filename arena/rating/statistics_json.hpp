// Match statistics as JSON: `ludex match --json` and `ludex report --json`.
#pragma once

#include "arena/json/value.hpp"
#include "arena/rating/match_statistics.hpp"

namespace ludex::arena::rating {

// {"value", "low", "high", "error"}, null where there is none.
[[nodiscard]] json::Value to_json(const Estimate& e);
// {"score", "elo", "nelo", "los", "draw_ratio", "pairs_ratio"}.
[[nodiscard]] json::Value to_json(const MatchStatistics& m);

}  // namespace ludex::arena::rating
