#include "arena/results/rating/statistics_json.hpp"

#include "arena/base/text/quantity.hpp"

namespace ludex::arena::rating {
namespace {

using Json = json::Value;

}  // namespace

Json to_json(const Estimate& e) {
  using Kind = Estimate::Kind;
  const bool none = e.kind == Kind::kNone;
  Json json;
  json["value"] = none ? Json(nullptr) : Json(e.value);
  json["low"] = none || e.kind == Kind::kAtMost ? Json(nullptr) : Json(e.low);
  json["high"] = none || e.kind == Kind::kAtLeast ? Json(nullptr) : Json(e.high);
  json["error"] = e.kind == Kind::kTwoSided ? Json(e.error) : Json(nullptr);
  return json;
}

Json to_json(const MatchStatistics& m) {
  return {
      {"score", m.score},           {"elo", to_json(m.elo)},
      {"nelo", to_json(m.nelo)},    {"los", m.los},
      {"draw_ratio", m.draw_ratio}, {"pairs_ratio", m.pairs_ratio ? Json(*m.pairs_ratio) : Json(nullptr)}};
}

json::Value to_json(const Forfeits& forfeits) {
  json::Value root = json::Value::object();
  for (const auto& [loser, reasons] : forfeits.by_loser()) {
    auto& own = root[loser] = json::Value::object();
    for (const auto& [reason, games] : reasons) own[reason] = games;
  }
  return root;
}

json::Value to_json(const Findings& findings) {
  json::Value list = json::Value::array();
  for (const Finding& one : findings.list()) {
    list.push_back({{"what", plural(one.count, one.noun) + " " + one.what},
                    {"count", one.count},
                    {"left_out", one.left_out},
                    {"values", one.values},
                    {"places", one.places}});
  }
  return list;
}

}  // namespace ludex::arena::rating
