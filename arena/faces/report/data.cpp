// CSV and JSON, for programs.
#include <fmt/format.h>

#include "arena/base/formats/csv.hpp"
#include "arena/base/json/value.hpp"
#include "arena/faces/report/render.hpp"
#include "arena/faces/report/text.hpp"
#include "arena/results/rating/statistics_json.hpp"

namespace ludex::arena::report {
namespace {

using Json = json::Value;

Json number(std::optional<double> x) {
  return x && std::isfinite(*x) ? Json(*x) : Json(nullptr);
}

Json to_json(const Wdl& wdl) {
  return {{"wins", wdl.wins}, {"draws", wdl.draws}, {"losses", wdl.losses}, {"score", number(wdl.score())}};
}

Json to_json(const std::optional<Rating>& rating) {
  if (!rating) return nullptr;
  return {{"elo", number(rating->elo)},
          {"error", number(rating->error)},
          {"games", rating->games},
          {"group", rating->group}};
}

Json to_json(const Distribution& distribution) {
  if (distribution.max() == 0) return nullptr;
  Json json{{"count", distribution.count()}, {"mean", number(distribution.mean())}};
  for (const auto& [name, q] :
       {std::pair{"q05", 0.05}, {"q25", 0.25}, {"median", 0.5}, {"q75", 0.75}, {"q95", 0.95}, {"q99", 0.99}})
    json[name] = number(distribution.quantile(q));
  json["max"] = distribution.max();
  return json;
}

Json to_json(const AgentReport& agent, const Report& report) {
  Json json{{"name", agent.name},
            {"agent", agent.plugin},
            {"params", agent.settings},
            {"budget", agent.budget},
            {"rating", to_json(agent.rating)},
            {"rating_without_forfeits", to_json(agent.rating_played)},
            {"games", agent.all.games()}};
  json.update(to_json(agent.all));
  json["forfeits"] = agent.forfeits;
  json["won_by_forfeit"] = agent.forfeits_won;
  json["withdrawn"] = agent.withdrawn;
  json["first"] = to_json(agent.by_seat[0]);
  json["second"] = to_json(agent.by_seat[1]);
  json["by_game"] = Json::array();
  for (std::size_t g = 0; g < report.games.size(); ++g) {
    Json item{{"game", report.games[g].label}};
    item.update(to_json(agent.by_game[g]));
    if (report.rated_by_game()) item["rating"] = to_json(agent.rating_by_game[g]);
    json["by_game"].push_back(std::move(item));
  }
  if (const auto& h = agent.heterogeneity)
    json["heterogeneity"] = {{"chi_square", h->chi_square}, {"degrees", h->degrees}, {"p", h->p}};
  json["endings"] = Json::object();
  for (int i = 0; i < kTerminations; ++i) {
    const std::uint64_t n = agent.endings[static_cast<std::size_t>(i)];
    if (n != 0) json["endings"][std::string(to_text(static_cast<Termination>(i)))] = n;
  }
  json["faults"] = Json::array();
  for (const Fault& fault : agent.faults) {
    json["faults"].push_back({{"reason", to_text(fault.reason)},
                              {"note", fault.note},
                              {"game", fault.game},
                              {"times", fault.times}});
  }
  json["moves"] = agent.moves;
  json["overruns"] = agent.overruns;
  json["cpu_seconds"] = number(agent.cpu_seconds);
  json["wall_seconds"] = number(agent.wall_seconds);
  json["nodes"] = agent.nodes;
  json["iterations"] = agent.iterations;
  json["depth_max"] = agent.depth_max;
  json["cpu_us"] = to_json(agent.cpu_us);
  json["wall_us"] = to_json(agent.wall_us);
  json["nodes_of_a_move"] = to_json(agent.node_counts);
  json["iterations_of_a_move"] = to_json(agent.iteration_counts);
  return json;
}

Json to_json(const GameReport& game) {
  Json json{{"game", game.label}, {"games", game.first.games()}};
  if (game.players != 2) json["players"] = game.players;
  json["first"] = to_json(game.first);
  json["plies"] = to_json(game.plies);
  json["different_games"] = game.distinct;
  json["repeated_games"] = game.repeated;
  if (!game.rating_parameters.empty()) json["rating_parameters"] = game.rating_parameters;
  return json;
}

}  // namespace

std::string to_json(const Report& report) {
  Json json{{"name", report.name},
            {"games_played", report.games_played},
            {"games_scheduled", report.total() == 0 ? Json(nullptr) : Json(report.total())},
            {"finished", report.run ? Json(report.run->finished) : Json(nullptr)},
            {"without_result", report.without_result},
            {"forfeits", report.forfeits},
            {"verified", report.verified},
            {"trust", report.trust},
            {"warnings", report.warnings},
            {"spec_hash", report.spec_hash},
            {"per_move", report.per_move},
            {"rating_parameters", report.rating_parameters},
            {"agents", Json::array()}};
  for (const AgentReport& agent : report.agents) json["agents"].push_back(to_json(agent, report));
  json["games"] = Json::array();
  for (const GameReport& game : report.games) json["games"].push_back(to_json(game));
  const std::size_t n = report.agents.size();
  json["cross"] = Json::array();
  json["los"] = Json::array();
  for (std::size_t r = 0; r < n; ++r) {
    Json cells = Json::array();
    Json chances = Json::array();
    for (std::size_t c = 0; c < n; ++c) {
      const Wdl& cell = report.against(r, c);
      cells.push_back({cell.wins, cell.draws, cell.losses});
      if (!report.los.empty()) chances.push_back(report.superiority(r, c));
    }
    json["cross"].push_back(std::move(cells));
    if (!report.los.empty()) json["los"].push_back(std::move(chances));
  }
  if (report.match) {
    json["match"] = {{"pairs", report.match->pairs.pairs}, {"unpaired", report.match->unpaired}};
    if (report.match->total() > 0) json["match"].update(rating::to_json(report.match->statistics()));
  }
  if (!report.ranked.empty()) json["rankings"] = rating::to_json(report.ranked, rating::kZ95);
  for (const CyclicPopulation& cyclic : report.cyclic) {
    Json item{{"game", cyclic.game.empty() ? Json(nullptr) : Json(cyclic.game)}};
    item.update(rating::to_json(cyclic.population));
    json["populations"].push_back(std::move(item));
  }
  json["machines"] = Json::array();
  for (const MachineReport& machine : report.machines) {
    Json item{{"node", machine.machine.node},
              {"cpu", machine.machine.cpu},
              {"cores", machine.machine.cores},
              {"reference_seconds",
               machine.reference_seconds > 0 ? Json(machine.reference_seconds) : Json(nullptr)},
              {"games", machine.games},
              {"game_seconds", number(machine.game_seconds)},
              {"forfeits", machine.forfeits}};
    if (const auto& test = machine.test)
      item["test"] = {{"chi_square", test->chi_square}, {"degrees", test->degrees}, {"p", test->p}};
    json["machines"].push_back(std::move(item));
  }
  if (report.tuning != nullptr) json["tuning"] = Json::parse(tuning_json(*report.tuning));
  json["run"] = report.run ? Json::parse(log::to_json(*report.run)) : Json(nullptr);
  return json.dump(2) + "\n";
}

std::string to_csv(const Report& report) {
  std::string text =
      "name,elo,elo_error,elo_without_forfeits,elo_without_forfeits_error,games,score,wins,draws,losses,"
      "forfeits,"
      "won_by_forfeit,first_wins,first_draws,first_losses,second_wins,second_draws,second_losses,moves,"
      "overruns,"
      "cpu_seconds,cpu_us_median,cpu_us_q95,nodes_median,iterations_median\n";
  const auto plain = [](std::optional<double> x, int digits) {
    return x && std::isfinite(*x) ? fixed(*x, digits) : std::string();
  };
  const auto median = [&](const Distribution& distribution, double q) {
    return distribution.max() == 0 ? std::string() : fixed(distribution.quantile(q), 1);
  };
  for (const AgentReport& agent : report.agents) {
    text += csv_text(agent.name);
    for (const auto* rating : {&agent.rating, &agent.rating_played}) {
      text += fmt::format(",{},{}", *rating ? plain((*rating)->elo, 2) : "",
                          *rating ? plain((*rating)->error, 2) : "");
    }
    text +=
        fmt::format(",{},{},{},{},{},{},{}", agent.all.games(), plain(agent.all.score(), 5), agent.all.wins,
                    agent.all.draws, agent.all.losses, agent.forfeits, agent.forfeits_won);
    for (const Wdl& seat : agent.by_seat)
      text += fmt::format(",{},{},{}", seat.wins, seat.draws, seat.losses);
    text += fmt::format(",{},{},{},{},{},{},{}\n", agent.moves, agent.overruns, plain(agent.cpu_seconds, 6),
                        median(agent.cpu_us, 0.5), median(agent.cpu_us, 0.95), median(agent.node_counts, 0.5),
                        median(agent.iteration_counts, 0.5));
  }
  return text;
}

}  // namespace ludex::arena::report
