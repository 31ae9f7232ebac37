// Match statistics as JSON: `ludex match --json` and `ludex report --json`.
#pragma once

#include <nlohmann/json.hpp>

#include "arena/rating/match_statistics.hpp"

namespace ludex::arena::rating {

// {"value", "low", "high", "error"}, null where there is none.
inline nlohmann::ordered_json to_json(const Estimate& e) {
  using Kind = Estimate::Kind;
  const bool none = e.kind == Kind::kNone;
  using Json = nlohmann::ordered_json;
  Json json;
  json["value"] = none ? Json(nullptr) : Json(e.value);
  json["low"] = none || e.kind == Kind::kAtMost ? Json(nullptr) : Json(e.low);
  json["high"] = none || e.kind == Kind::kAtLeast ? Json(nullptr) : Json(e.high);
  json["error"] = e.kind == Kind::kTwoSided ? Json(e.error) : Json(nullptr);
  return json;
}

// {"score", "elo", "nelo", "los", "draw_ratio", "pairs_ratio"}.
inline nlohmann::ordered_json to_json(const MatchStatistics& m) {
  return {{"score", m.score},
          {"elo", to_json(m.elo)},
          {"nelo", to_json(m.nelo)},
          {"los", m.los},
          {"draw_ratio", m.draw_ratio},
          {"pairs_ratio",
           m.pairs_ratio ? nlohmann::ordered_json(*m.pairs_ratio) : nlohmann::ordered_json(nullptr)}};
}

}  // namespace ludex::arena::rating
