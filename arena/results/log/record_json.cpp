#include "arena/results/log/record_json.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arena/base/json/value.hpp"
#include "arena/base/text/shown.hpp"

namespace ludex::arena::log {
namespace {

using Json = json::Value;

// JSON has no infinity and no NaN; a clock error must not lose a game.
double finite(double x) {
  return std::isfinite(x) ? x : 0;
}

// Whether, in some move, elapsed and CPU time differ by more than clocks and scheduling explain.
bool wall_matters(const MoveSeries& series) {
  if (series.wall_us.size() != series.cpu_us.size()) return true;
  for (std::size_t i = 0; i < series.wall_us.size(); ++i) {
    const auto [low, high] = std::minmax(series.wall_us[i], series.cpu_us[i]);
    if (high - low > 100 + low / 20) return true;
  }
  return false;
}

void put(Json& json, const char* key, const std::vector<std::uint64_t>& list) {
  if (std::any_of(list.begin(), list.end(), [](std::uint64_t x) { return x != 0; })) json[key] = list;
}

Json to_json(const MoveSeries& series) {
  Json json = Json::object();
  put(json, "cpu_us", series.cpu_us);
  if (wall_matters(series)) put(json, "wall_us", series.wall_us);
  put(json, "engine_cpu_us", series.engine_cpu_us);
  put(json, "iterations", series.iterations);
  put(json, "nodes", series.nodes);
  put(json, "depth", series.depth);
  put(json, "clock_ms", series.clock_ms);
  const auto has = [](const std::optional<MoveValue>& value) { return value && std::isfinite(value->value); };
  const auto first = std::find_if(series.value.begin(), series.value.end(), has);
  if (first == series.value.end()) return json;
  // One text for all values, unless they differ.
  const bool one_unit = std::all_of(first, series.value.end(), [&](const std::optional<MoveValue>& value) {
    return !has(value) || value->unit == (*first)->unit;
  });
  const bool all_exact = std::all_of(first, series.value.end(), [&](const std::optional<MoveValue>& value) {
    return !has(value) || value->bound == ValueBound::kExact;
  });
  Json units = Json::array();
  Json bounds = Json::array();
  Json values = Json::array();
  for (const auto& value : series.value) {
    const bool known = has(value);
    units.push_back(to_text(known ? value->unit : ValueUnit::kNone));
    bounds.push_back(to_text(known ? value->bound : ValueBound::kNone));
    constexpr double kExact = 1e15;
    if (!known) {
      values.push_back(nullptr);
    } else if (std::abs(value->value) < kExact && std::trunc(value->value) == value->value) {
      values.push_back(static_cast<std::int64_t>(value->value));  // "35", not "35.0"
    } else {
      values.push_back(value->value);
    }
  }
  json["unit"] = one_unit ? Json(to_text((*first)->unit)) : std::move(units);
  json["value"] = std::move(values);
  if (!all_exact) json["bound"] = std::move(bounds);
  return json;
}

Json to_json(const SeatStats& stats) {
  Json json = {{"moves", stats.moves},
               {"iterations", stats.iterations},
               {"nodes", stats.nodes},
               {"cpu_seconds", finite(stats.cpu_seconds)},
               {"wall_seconds", finite(stats.wall_seconds)},
               {"depth_max", stats.depth_max}};
  if (stats.engine_cpu_seconds > 0) json["engine_cpu_seconds"] = finite(stats.engine_cpu_seconds);
  if (stats.overruns != 0) json["overruns"] = stats.overruns;
  if (stats.starved != 0) json["starved"] = stats.starved;
  if (stats.hidden_cpu_seconds > 0) json["hidden_cpu_seconds"] = finite(stats.hidden_cpu_seconds);
  stats.flaws.for_each([&](ReportFlaw flaw) { json["flaws"].push_back(to_text(flaw)); });
  if (Json series = to_json(stats.series); !series.empty()) json["by_move"] = std::move(series);
  return json;
}

// Reads fields of an object and remembers the first that is missing or of a wrong type.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) {}

  [[nodiscard]] const std::string& error() const { return error_; }
  void fail(const char* key, const char* expected) {
    if (error_.empty()) error_ = std::string("'") + key + "' is missing or not " + expected;
  }

  void get(const char* key, std::string& out, bool optional = false) {
    const Json* value = find(key);
    if (value == nullptr && optional) return;
    if (value == nullptr || !value->is_string()) return fail(key, "a text");
    out = value->get<std::string>();
  }
  template <class Number>
  void get(const char* key, Number& out) {
    const Json* value = find(key);
    if constexpr (std::is_floating_point_v<Number>) {
      if (value == nullptr || !value->is_number()) return fail(key, "a number");
    } else {
      if (value == nullptr || !value->is_number_unsigned() ||
          value->get<std::uint64_t>() > std::numeric_limits<Number>::max())
        return fail(key, "a whole number in range");
    }
    out = value->get<Number>();
  }
  void get(const char* key, std::vector<std::string>& out) {
    const Json* value = find(key);
    if (value == nullptr || !value->is_array()) return fail(key, "a list of texts");
    for (const auto& item : *value) {
      if (!item.is_string()) return fail(key, "a list of texts");
      out.push_back(item.get<std::string>());
    }
  }
  void get(SeatStats& stats) {
    get("moves", stats.moves);
    get("iterations", stats.iterations);
    get("nodes", stats.nodes);
    get("cpu_seconds", stats.cpu_seconds);
    get("wall_seconds", stats.wall_seconds);
    get("depth_max", stats.depth_max);
    if (find("engine_cpu_seconds") != nullptr) get("engine_cpu_seconds", stats.engine_cpu_seconds);
    if (find("overruns") != nullptr) get("overruns", stats.overruns);
    if (find("starved") != nullptr) get("starved", stats.starved);
    if (find("hidden_cpu_seconds") != nullptr) get("hidden_cpu_seconds", stats.hidden_cpu_seconds);
    if (find("flaws") != nullptr) {
      for (const ReportFlaw flaw : get_texts<ReportFlaw>("flaws")) stats.flaws.add(flaw);
    }
    const Json* by_move = find("by_move");
    if (by_move == nullptr) return;
    if (!by_move->is_object()) return fail("by_move", "an object");
    Fields fields(*by_move);
    fields.get(stats.series);
    if (error_.empty() && !fields.error_.empty()) error_ = "in 'by_move': " + fields.error_;
  }
  [[nodiscard]] const Json* find(std::string_view key) const { return object_.find(key); }

 private:
  void get(MoveSeries& series) {
    get_list("cpu_us", series.cpu_us);
    get_list("wall_us", series.wall_us);
    get_list("engine_cpu_us", series.engine_cpu_us);
    get_list("iterations", series.iterations);
    get_list("nodes", series.nodes);
    get_list("depth", series.depth);
    get_list("clock_ms", series.clock_ms);
    const Json* values = find("value");
    if (values == nullptr) return;
    if (!values->is_array()) return fail("value", "a list of numbers");
    for (const auto& value : *values) {
      if (!value.is_number() && !value.is_null()) return fail("value", "a list of numbers");
      series.value.push_back(value.is_null() ? std::nullopt : std::optional(MoveValue{value.get<double>()}));
    }
    const auto units = get_texts<ValueUnit>("unit");
    const auto bounds = find("bound") != nullptr ? get_texts<ValueBound>("bound") : std::vector<ValueBound>{};
    const bool one_unit = units.size() == 1 && find("unit")->is_string();
    if (!one_unit && units.size() != series.value.size()) return fail("unit", "as long as 'value'");
    if (!bounds.empty() && bounds.size() != series.value.size()) return fail("bound", "as long as 'value'");
    for (std::size_t i = 0; i < series.value.size(); ++i) {
      if (!series.value[i]) continue;
      series.value[i]->unit = units[one_unit ? 0 : i];
      if (!bounds.empty()) series.value[i]->bound = bounds[i];
    }
  }
  // An enumeration's text, or a list of them.
  template <class E>
  std::vector<E> get_texts(const char* key) {
    std::vector<E> list;
    const Json* texts = find(key);
    const auto add = [&](const Json& item) {
      const auto known = item.is_string() ? enum_from_text<E>(item.text()) : std::nullopt;
      if (known) return list.push_back(*known);
      std::string all;
      for (const std::string_view text : enum_texts(E{})) all.append(all.empty() ? "" : " | ").append(text);
      fail(key, all.c_str());
    };
    if (texts == nullptr || !texts->is_array()) {
      add(texts == nullptr ? Json() : *texts);
    } else {
      for (const Json& item : *texts) add(item);
    }
    return list;
  }
  void get_list(const char* key, std::vector<std::uint64_t>& out) {
    const Json* list = find(key);
    if (list == nullptr) return;
    if (!list->is_array()) return fail(key, "a list of whole numbers");
    out.reserve(list->size());
    for (const auto& item : *list) {
      if (!item.is_number_unsigned()) return fail(key, "a list of whole numbers");
      out.push_back(item.get<std::uint64_t>());
    }
  }

  const Json& object_;
  std::string error_;
};

// The result of a game of more than two players; `outcome` is the text of that key.
void read_ranks(Fields& fields, const std::string& outcome, GameRecord& record) {
  if (outcome == to_text(GameResult::kNone)) return;
  const Json* const returns = fields.find("returns");
  const Json* const ranks = fields.find("ranks");
  const auto is_list = [&](const Json* list) {
    return list != nullptr && list->is_array() && list->size() == players(record);
  };
  if (!is_list(returns)) return fields.fail("returns", "a list of one number per agent");
  if (!is_list(ranks)) return fields.fail("ranks", "a list of one number per agent");
  for (std::size_t seat = 0; seat < players(record); ++seat) {
    const Json& value = (*returns)[seat];
    if (!value.is_number() || !(std::abs(value.get<double>()) <= 1))
      return fields.fail("returns", "a list of numbers in [-1, 1]");
    const Json& rank = (*ranks)[seat];
    if (!rank.is_number_unsigned() || rank.get<std::uint64_t>() > players(record))
      return fields.fail("ranks", "a list of ranks");
    record.returns.push_back(value.get<double>());
    record.ranks.push_back(rank.get<std::uint32_t>());
  }
  record.outcome = GameResult::kRanked;
  if (!are_ranks(record.ranks)) return fields.fail("ranks", "ranks with ties as in [1, 2, 2, 4]");
  if (outcome != outcome_text(record)) fields.fail("outcome", "the one that follows from 'ranks'");
}

// `faults`, a list that only games of more than two players have.
Result<void> read_faults(const Fields& fields, GameRecord& record) {
  const Json* const faults = fields.find("faults");
  if (faults == nullptr) return {};
  if (!faults->is_array()) return Error{"'faults' is not a list of objects"};
  for (const Json& item : *faults) {
    if (!item.is_object()) return Error{"'faults' is not a list of objects"};
    Fields own(item);
    SeatFault fault;
    std::string reason;
    own.get("seat", fault.seat);
    own.get("reason", reason);
    own.get("ply", fault.ply);
    own.get("note", fault.note);
    const auto known = enum_from_text<Termination>(reason);
    if (!known) own.fail("reason", "a known reason");
    if (fault.seat >= players(record)) own.fail("seat", "a seat of the game");
    if (!own.error().empty()) return Error{"in 'faults': " + own.error()};
    fault.reason = *known;
    record.faults.push_back(std::move(fault));
  }
  return {};
}

}  // namespace

std::string to_json_line(const GameRecord& record) {
  Json json;
  json["id"] = record.id;
  json["game"] = record.game;
  json["agents"] = record.agents;
  json["round"] = record.round;
  if (!record.position.empty()) json["position"] = record.position;
  json["opening"] = record.opening;
  json["moves"] = record.moves;
  json["outcome"] = outcome_text(record);
  if (record.outcome == GameResult::kRanked) {
    json["returns"] = record.returns;
    json["ranks"] = record.ranks;
  }
  json["termination"] = to_text(record.termination);
  if (!record.note.empty()) json["note"] = record.note;
  if (!record.printed.empty()) json["printed"] = record.printed;
  for (const SeatFault& fault : record.faults) {
    json["faults"].push_back(Json{
        {"seat", fault.seat}, {"reason", to_text(fault.reason)}, {"ply", fault.ply}, {"note", fault.note}});
  }
  json["seed"] = record.seed;
  json["plies"] = record.plies;
  for (const SeatStats& stats : record.stats) json["stats"].push_back(to_json(stats));
  if (std::any_of(record.params.begin(), record.params.end(),
                  [](const ParamTexts& params) { return !params.empty(); })) {
    for (const ParamTexts& params : record.params) {
      Json own = Json::object();
      for (const auto& [name, value] : params) own[name] = value;
      json["params"].push_back(std::move(own));
    }
  }
  if (!record.spec_hash.empty()) json["spec_hash"] = record.spec_hash;
  return json.dump();
}

Result<GameRecord> game_record_from_json(std::string_view line) {
  Json json;
  try {
    json = Json::parse(line);
  } catch (const json::Exception& e) {
    return Error{std::string("not JSON: ") + e.what()};
  }
  if (!json.is_object()) return Error{"not a JSON object"};
  GameRecord record;
  Fields fields(json);
  fields.get("id", record.id);
  fields.get("game", record.game);
  fields.get("round", record.round);
  fields.get("position", record.position, true);
  fields.get("opening", record.opening);
  fields.get("moves", record.moves);
  fields.get("note", record.note, true);
  fields.get("printed", record.printed, true);
  fields.get("seed", record.seed);
  fields.get("plies", record.plies);
  fields.get("spec_hash", record.spec_hash, true);

  std::vector<std::string> agents;
  fields.get("agents", agents);
  if (agents.size() < 2 || agents.size() > kMaxPlayers) {
    fields.fail("agents", "a list of two to eight names");
    agents.resize(2);
  }
  set_players(record, agents.size());
  for (std::size_t seat = 0; seat < agents.size(); ++seat) {
    if (agents[seat].size() > kLongestForeignName) fields.fail("agents", "names of at most 1024 bytes");
    record.agents[seat] = shown(agents[seat]);
  }
  std::string text;
  fields.get("outcome", text);
  if (players(record) == 2) {
    const auto outcome = enum_from_text<GameResult>(text);
    if (!outcome || *outcome == GameResult::kRanked) fields.fail("outcome", "1-0, 0-1, 1/2-1/2 or *");
    record.outcome = outcome.value_or(GameResult::kNone);
  } else {
    read_ranks(fields, text, record);
  }
  fields.get("termination", text);
  const auto termination = enum_from_text<Termination>(text);
  if (!termination) fields.fail("termination", "a known reason");
  record.termination = termination.value_or(Termination::kNormal);

  const std::string count = players(record) == 2 ? "a pair of" : "one per agent:";
  if (const Json* params = fields.find("params")) {
    const std::string wrong = "'params' is not " + count + " objects";
    if (!params->is_array() || params->size() != players(record)) return Error{wrong};
    for (std::size_t seat = 0; seat < players(record); ++seat) {
      if (!(*params)[seat].is_object()) return Error{wrong};
      for (const auto& [name, value] : (*params)[seat].items()) {
        if (!value.is_string()) return Error{"a value in 'params' is not a text"};
        record.params[seat].emplace_back(name, value.get<std::string>());
      }
    }
  }

  const Json* stats = fields.find("stats");
  if (stats == nullptr || !stats->is_array() || stats->size() != players(record)) {
    fields.fail("stats", (count + " objects").c_str());
  } else {
    for (std::size_t seat = 0; seat < players(record); ++seat) {
      if (!(*stats)[seat].is_object()) return Error{"'stats' is not " + count + " objects"};
      Fields seat_fields((*stats)[seat]);
      seat_fields.get(record.stats[seat]);
      if (!seat_fields.error().empty()) return Error{"in 'stats': " + seat_fields.error()};
    }
  }
  if (const auto read = read_faults(fields, record); !read) return Error{read.error()};
  if (!fields.error().empty()) return Error{fields.error()};
  return record;
}

}  // namespace ludex::arena::log
