#include "arena/run/worker/worker_setup.hpp"

#include "arena/base/json/value.hpp"

namespace ludex::arena::run {
namespace {

using Json = json::Value;

Json to_json(const WorkerSetup::Plugin& plugin) {
  return {{"file", plugin.file}, {"settings", plugin.settings}, {"boxed", plugin.sandboxed}};
}
WorkerSetup::Plugin plugin_from(const Json& json) {
  return {json.at("file"), json.at("settings").get<host::Settings>(), json.at("boxed")};
}

// One row per period.
Json to_json(const ClockSpec& clock) {
  Json periods = Json::array();
  for (std::size_t i = 0; clock.runs() && i < clock.periods(); ++i) {
    const ClockPeriod period = clock.period(i);
    periods.push_back({period.base_ns, period.increment_ns, period.moves});
  }
  return periods;
}
ClockSpec clock_from(const Json& periods) {
  ClockSpec clock;
  std::size_t i = 0;
  for (const Json& row : periods) {
    const ClockPeriod period{row.at(0), row.at(1), row.at(2)};
    if (i == 0) {
      clock.base_ns = period.base_ns;
      clock.increment_ns = period.increment_ns;
      clock.moves = period.moves;
    } else if (i < ClockSpec::kMostPeriods) {
      clock.later[i - 1] = period;
    }
    ++i;
  }
  return clock;
}

Json to_json(const WorkerSetup::Agent& agent) {
  const BudgetSpec& budget = agent.budget;
  return {{"plugin", to_json(agent.plugin)},
          {"iterations", budget.iterations},
          {"nodes", budget.nodes},
          {"depth", budget.depth},
          {"cpu_ns", budget.cpu_ns},
          {"wall_ns", budget.wall_ns},
          {"clock", to_json(budget.clock)},
          {"budget_memory_mib", budget.memory_mib},
          {"threads", budget.threads},
          {"memory_mib", agent.memory_mib},
          {"processes", agent.processes},
          {"sandbox", agent.sandbox},
          {"count_threads", agent.count_threads},
          {"readable", agent.readable}};
}
WorkerSetup::Agent agent_from(const Json& json) {
  WorkerSetup::Agent agent;
  agent.plugin = plugin_from(json.at("plugin"));
  agent.budget = {.iterations = json.at("iterations"),
                  .nodes = json.at("nodes"),
                  .depth = json.at("depth"),
                  .cpu_ns = json.at("cpu_ns"),
                  .wall_ns = json.at("wall_ns"),
                  .clock = clock_from(json.at("clock")),
                  .memory_mib = json.at("budget_memory_mib"),
                  .threads = json.at("threads")};
  agent.memory_mib = json.at("memory_mib");
  agent.processes = json.at("processes");
  agent.sandbox = json.at("sandbox");
  agent.count_threads = json.at("count_threads");
  agent.readable = json.at("readable").get<std::vector<std::string>>();
  return agent;
}

}  // namespace

std::string to_text(const WorkerSetup& setup) {
  Json json{{"start_ns", setup.start_ns},
            {"grace_ns", setup.grace_ns},
            {"transcripts", setup.folders.transcripts},
            {"scratch", setup.folders.scratch},
            {"games", Json::array()},
            {"agents", Json::array()},
            {"ply_limit", setup.adjudication.plies},
            {"limit_result", static_cast<int>(setup.adjudication.limit_result)},
            {"agreed_proof", setup.adjudication.agreed_proof},
            {"resign",
             {setup.adjudication.resign.movecount, setup.adjudication.resign.score,
              setup.adjudication.resign.twosided}},
            {"draw",
             {setup.adjudication.draw.movenumber, setup.adjudication.draw.movecount,
              setup.adjudication.draw.score}},
            {"oracle_every", setup.adjudication.oracle_every},
            {"fault", static_cast<int>(setup.adjudication.fault)}};
  for (const auto& game : setup.games) json["games"].push_back(to_json(game));
  for (const auto& agent : setup.agents) json["agents"].push_back(to_json(agent));
  if (setup.oracle) json["oracle"] = to_json(*setup.oracle);
  return json.dump();
}

Result<WorkerSetup> worker_setup_from_text(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    WorkerSetup setup;
    setup.start_ns = json.at("start_ns");
    setup.grace_ns = json.at("grace_ns");
    setup.folders = {json.at("transcripts"), json.at("scratch")};
    setup.adjudication.plies = json.at("ply_limit");
    setup.adjudication.limit_result = static_cast<GameResult>(json.at("limit_result").get<int>());
    setup.adjudication.agreed_proof = json.at("agreed_proof");
    const Json& resign = json.at("resign");
    setup.adjudication.resign = {resign.at(0), resign.at(1), resign.at(2)};
    const Json& draw = json.at("draw");
    setup.adjudication.draw = {draw.at(0), draw.at(1), draw.at(2)};
    setup.adjudication.oracle_every = json.at("oracle_every");
    setup.adjudication.fault = static_cast<FaultRule>(json.at("fault").get<int>());
    for (const Json& game : json.at("games")) setup.games.push_back(plugin_from(game));
    for (const Json& agent : json.at("agents")) setup.agents.push_back(agent_from(agent));
    if (json.contains("oracle")) setup.oracle = agent_from(json.at("oracle"));
    return setup;
  } catch (const json::Exception& e) {
    return Error{std::string("set-up text: ") + e.what()};
  }
}

}  // namespace ludex::arena::run
