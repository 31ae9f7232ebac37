// Match statistics, forfeits and irregularities of files as JSON: `ludex match --json`, `ludex report --json`
// and others.
#pragma once

#include <vector>

#include "arena/base/json/value.hpp"
#include "arena/base/text/findings.hpp"
#include "arena/model/forfeits.hpp"
#include "arena/results/rating/match_statistics.hpp"
#include "arena/results/rating/rank_table.hpp"

namespace ludex::arena::rating {

// {"value", "low", "high", "error"}, null where there is no value.
[[nodiscard]] json::Value to_json(const Estimate& e);
// {"score", "elo", "nelo", "los", "draw_ratio", "pairs_ratio"}.
[[nodiscard]] json::Value to_json(const MatchStatistics& m);

// [{"players", "games", "agents", "matches", "seats"}]: rating-notes.md, "Matches". `z` as in
// match_statistics().
[[nodiscard]] json::Value to_json(const std::vector<RankTable>& tables, double z);

// {"bad": {"crash": 3, "hang": 2}}.
[[nodiscard]] json::Value to_json(const Forfeits& forfeits);

// [{"what", "count", "left_out", "values", "places"}].
[[nodiscard]] json::Value to_json(const Findings& findings);

}  // namespace ludex::arena::rating
