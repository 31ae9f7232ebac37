#include "arena/worker/worker_setup.hpp"

#include <nlohmann/json.hpp>

namespace ludex::arena {
namespace {

using Json = nlohmann::json;

Json to_json(const WorkerSetup::Plugin& plugin) {
  return {{"file", plugin.file}, {"settings", plugin.settings}};
}
WorkerSetup::Plugin plugin_from(const Json& json) {
  return {json.at("file"), json.at("settings").get<Settings>()};
}

}  // namespace

std::string to_text(const WorkerSetup& setup) {
  Json json{{"grace_ns", setup.grace_ns},
            {"plies", setup.adjudication.plies},
            {"limit_result", static_cast<int>(setup.adjudication.limit_result)},
            {"agreed_proof", setup.adjudication.agreed_proof},
            {"games", Json::array()},
            {"agents", Json::array()}};
  for (const auto& game : setup.games) json["games"].push_back(to_json(game));
  for (const auto& agent : setup.agents) {
    const BudgetSpec& budget = agent.budget;
    json["agents"].push_back({{"plugin", to_json(agent.plugin)},
                              {"iterations", budget.iterations},
                              {"nodes", budget.nodes},
                              {"depth", budget.depth},
                              {"cpu_ns", budget.cpu_ns},
                              {"wall_ns", budget.wall_ns},
                              {"budget_memory_mib", budget.memory_mib},
                              {"threads", budget.threads},
                              {"memory_mib", agent.memory_mib},
                              {"processes", agent.processes},
                              {"sandbox", agent.sandbox}});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<WorkerSetup> worker_setup_from_text(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    WorkerSetup setup;
    setup.grace_ns = json.at("grace_ns");
    setup.adjudication.plies = json.at("plies");
    setup.adjudication.limit_result = static_cast<GameResult>(json.at("limit_result").get<int>());
    setup.adjudication.agreed_proof = json.at("agreed_proof");
    for (const Json& game : json.at("games")) setup.games.push_back(plugin_from(game));
    for (const Json& item : json.at("agents")) {
      WorkerSetup::Agent agent;
      agent.plugin = plugin_from(item.at("plugin"));
      agent.budget = {.iterations = item.at("iterations"),
                      .nodes = item.at("nodes"),
                      .depth = item.at("depth"),
                      .cpu_ns = item.at("cpu_ns"),
                      .wall_ns = item.at("wall_ns"),
                      .memory_mib = item.at("budget_memory_mib"),
                      .threads = item.at("threads")};
      agent.memory_mib = item.at("memory_mib");
      agent.processes = item.at("processes");
      agent.sandbox = item.at("sandbox");
      setup.agents.push_back(std::move(agent));
    }
    return setup;
  } catch (const Json::exception& e) {
    return Error{std::string("set-up text: ") + e.what()};
  }
}

}  // namespace ludex::arena
