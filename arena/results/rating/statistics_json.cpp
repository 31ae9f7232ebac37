#include "arena/results/rating/statistics_json.hpp"

#include "arena/base/text/quantity.hpp"

namespace ludex::arena::rating {
namespace {

using Json = json::Value;

Json to_json(const SeatTally& tally, const RankTable& table) {
  const bool none = tally.games == 0;
  return {{"games", tally.games},
          {"firsts", tally.firsts},
          {"score", none ? Json(nullptr) : Json(tally.score())},
          {"rank", none ? Json(nullptr) : Json(tally.rank(table.players))}};
}

Json to_json(const RankRow& row, const RankTable& table, double z) {
  Json seats = Json::array();
  for (const SeatTally& seat : row.seats) seats.push_back(to_json(seat, table));
  Json item{{"name", row.agent}};
  item.update(to_json(row.all, table));
  item["rank_error"] = z * row.all.rank_deviation(table.players);
  item["places"] = row.places;
  item["seats"] = std::move(seats);
  return item;
}

Json to_json(const RankPair& pair, const RankTable& table, double z) {
  const MatchStatistics m = match_statistics(pair.scores, z);
  return {{"agents", {table.agents[pair.agent].agent, table.agents[pair.opponent].agent}},
          {"games", pair.games},
          {"ahead", pair.ahead},
          {"level", pair.level},
          {"behind", pair.behind},
          {"score", m.score},
          {"elo", to_json(m.elo)},
          {"los", m.los}};
}

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

Json to_json(const std::vector<RankTable>& tables, double z) {
  Json list = Json::array();
  for (const RankTable& table : tables) {
    Json agents = Json::array();
    for (const RankRow& row : table.agents) agents.push_back(to_json(row, table, z));
    Json matches = Json::array();
    for (const RankPair& pair : table.pairs) matches.push_back(to_json(pair, table, z));
    Json seats = Json::array();
    for (const SeatTally& seat : table.seats) seats.push_back(to_json(seat, table));
    list.push_back({{"players", table.players},
                    {"games", table.games},
                    {"agents", std::move(agents)},
                    {"matches", std::move(matches)},
                    {"seats", std::move(seats)}});
  }
  return list;
}

}  // namespace ludex::arena::rating
