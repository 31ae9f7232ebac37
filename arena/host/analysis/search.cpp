#include "arena/host/analysis/search.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ludex::arena::host {
namespace {

using Json = json::Value;

Json number_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

std::string text_of(const Json& json) {
  return json.sorted_dump();
}

}  // namespace

std::vector<RootMove> Search::root_moves(const Position& start) const {
  std::vector<RootMove> moves;
  const std::vector<Move> legal = start.legal_moves();
  std::copy_if(
      root.begin(), root.begin() + report.root_size, std::back_inserter(moves),
      [&](const RootMove& move) { return std::find(legal.begin(), legal.end(), move.move) != legal.end(); });
  return moves;
}

std::vector<std::string> variation_text(const Position& start, std::span<const Move> moves) {
  std::vector<std::string> texts;
  Position position = start;
  for (const Move move : moves) {
    if (position.over() || !position.is_legal(move)) break;
    texts.push_back(position.move_text(move));
    position.apply(move);
  }
  return texts;
}

std::vector<std::string> variation_text(const Position& start, const SearchReport& report) {
  return variation_text(start, {report.pv, report.pv_size});
}

std::string to_json(const Position& start, const Search& search, const json::Value& more) {
  const SearchReport& report = search.report;
  Json json{{"outcome", to_text(report.outcome)},
            {"unit", to_text(report.value_unit)},
            {"bound", to_text(report.bound)},
            {"iterations", report.iterations},
            {"nodes", report.nodes},
            {"depth", report.depth},
            {"tree_bytes", report.tree_bytes},
            {"cpu_seconds", search.cpu_seconds},
            {"wall_seconds", search.wall_seconds},
            {"pv", variation_text(start, report)}};
  json["value"] = has_value(report) ? Json(report.value) : Json();
  auto& root = json["root"] = Json::array();
  for (const RootMove& move : search.root_moves(start)) {
    const bool known = move.bound != ValueBound::kNone;
    root.push_back({{"move", start.move_text(move.move)},
                    {"visits", move.visits},
                    {"value", known ? Json(move.value) : Json()},
                    {"bound", to_text(move.bound)},
                    {"outcome", to_text(move.outcome)}});
  }
  auto& counters = json["counters"] = Json::object();
  for (std::uint32_t i = 0; i < report.counter_size; ++i)
    counters[report.counters[i].name] = number_or_null(report.counters[i].value);
  for (const auto& [name, value] : more.items()) json[name] = value;
  return text_of(json);
}

std::string to_json(const Position& start, const SearchProgress& progress) {
  Json json{{"iterations", progress.iterations},
            {"nodes", progress.nodes},
            {"depth", progress.depth},
            {"pv", variation_text(start, {progress.pv, std::min(progress.pv_size, kMaxProgressPv)})}};
  if (in_range(progress.outcome)) json["outcome"] = to_text(progress.outcome);
  if (in_range(progress.value_unit) && in_range(progress.bound) && has_value(progress) &&
      std::isfinite(progress.value)) {
    json["value"] = progress.value;
    json["unit"] = to_text(progress.value_unit);
    json["bound"] = to_text(progress.bound);
  }
  if (progress.table_fill >= 0) json["table_fill"] = number_or_null(progress.table_fill);
  if (progress.proof >= 0) json["proof"] = number_or_null(progress.proof);
  if (progress.disproof >= 0) json["disproof"] = number_or_null(progress.disproof);
  return text_of(json);
}

}  // namespace ludex::arena::host
