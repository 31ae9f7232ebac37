// Output formats of Population.
#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "arena/base/formats/csv.hpp"
#include "arena/base/formats/latex.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/results/rating/heterogeneity.hpp"
#include "arena/results/rating/population_table.hpp"
#include "arena/results/rating/table_cells.hpp"

namespace ludex::arena::rating {
namespace {

using Json = json::Value;

// Cycles that a table for people lists; JSON has all.
constexpr std::size_t kShownCycles = 10;

constexpr std::array<const char*, 8> kPopulationHeads = {"rank",    "name",   "Elo",       "games",
                                                         "score %", "Nash %", "Nash gain", "alpha-rank %"};

std::vector<std::string> cells(const Population& population, std::size_t row) {
  const Population::Agent& agent = population.agents[row];
  return {fmt::format("{}", row + 1),    agent.name,
          decimal(agent.elo, 1),         fmt::format("{}", agent.games),
          decimal(100 * agent.score, 1), decimal(100 * agent.nash, 1),
          decimal(agent.nash_gain, 3),   decimal(100 * agent.alpha_rank, 1)};
}

// The cycles that a table lists, one sentence each.
std::vector<std::string> shown_cycles(const Population& population) {
  std::vector<std::string> list;
  const std::size_t n = std::min(population.cycles.size(), kShownCycles);
  for (std::size_t i = 0; i < n; ++i) list.push_back(to_text(population, population.cycles[i]));
  if (n < population.cycles.size())
    list.push_back(fmt::format("{} more, less sure", population.cycles.size() - n));
  return list;
}

std::string footer(const Population& population) {
  std::string text;
  for (const std::string& line : summary_of(population)) text += (text.empty() ? "" : "; ") + line;
  return text;
}

}  // namespace

std::string to_text(const Population& population, const NamedCycle& cycle) {
  std::string text;
  for (std::size_t k = 0; k < 3; ++k) {
    text += fmt::format("{}{} beats {} ({:.1f} % of {})", k == 0 ? "" : ", ",
                        population.agents[cycle.agents[k]].name,
                        population.agents[cycle.agents[(k + 1) % 3]].name, 100 * cycle.games[k].score(),
                        cycle.games[k].games());
  }
  return text + "; p " + p_text(cycle.p) + (cycle.beyond_noise() ? "" : ", within noise");
}

std::vector<std::string> summary_of(const Population& population) {
  std::vector<std::string> list;
  list.push_back(fmt::format("transitive share {:.1f} % of the log-odds", 100 * population.transitive));
  list.push_back(
      fmt::format("Elo explains {:.1f} % of the deviance from equal scores", 100 * population.explained));
  if (population.degrees > 0) {
    list.back() +=
        fmt::format(" and leaves chi-square {:.1f} with {} of freedom, p {}: {}", population.chi_square,
                    plural(population.degrees, "degree"), p_text(population.p),
                    population.p < kIntransitive ? "more than noise" : "within noise");
  }
  list.push_back(population.cycles.empty() ? "no cycle"
                                           : fmt::format("{} in the results, {} beyond noise (p < {:g})",
                                                         plural(population.cycles.size(), "cycle"),
                                                         population.cycles_beyond_noise(), kIntransitive));
  list.push_back(
      fmt::format("alpha-rank at intensity {:g}, {} individuals", population.alpha, kAlphaRankPopulation));
  return list;
}

json::Value to_json(const Population& population) {
  Json agents = Json::array(), payoffs = Json::array(), cycles = Json::array();
  for (std::size_t i = 0; i < population.agents.size(); ++i) {
    const Population::Agent& agent = population.agents[i];
    agents.push_back({{"name", agent.name},
                      {"elo", agent.elo},
                      {"games", agent.games},
                      {"score", agent.score},
                      {"nash", agent.nash},
                      {"nash_gain", agent.nash_gain},
                      {"alpha_rank", agent.alpha_rank}});
    Json row = Json::array();
    for (std::size_t j = 0; j < population.agents.size(); ++j)
      row.push_back(i == j ? 0.0 : 2 * population.games(i, j).score() - 1);
    payoffs.push_back(std::move(row));
  }
  for (const NamedCycle& cycle : population.cycles) {
    Json names = Json::array(), scores = Json::array(), games = Json::array();
    for (std::size_t k = 0; k < 3; ++k) {
      names.push_back(population.agents[cycle.agents[k]].name);
      scores.push_back(cycle.games[k].score());
      games.push_back(cycle.games[k].games());
    }
    cycles.push_back({{"agents", std::move(names)},
                      {"scores", std::move(scores)},
                      {"games", std::move(games)},
                      {"p", cycle.p},
                      {"beyond_noise", cycle.beyond_noise()}});
  }
  return {{"agents", std::move(agents)},
          {"payoffs", std::move(payoffs)},
          {"alpha", population.alpha},
          {"individuals", kAlphaRankPopulation},
          {"transitive_share", population.transitive},
          {"elo_explains", population.explained},
          {"chi_square", population.chi_square},
          {"degrees", population.degrees},
          {"p", population.p},
          {"cycles", std::move(cycles)}};
}

std::string population_csv_heads(bool by_game) {
  return std::string(by_game ? "game," : "") + "rank,name,elo,games,score,nash,nash_gain,alpha_rank\n";
}

std::string to_csv(const Population& population, const std::string& game) {
  std::string text;
  for (std::size_t i = 0; i < population.agents.size(); ++i) {
    const Population::Agent& agent = population.agents[i];
    text += fmt::format("{}{}{},{},{},{},{:.6f},{},{},{}\n", csv_text(game), game.empty() ? "" : ",", i + 1,
                        csv_text(agent.name), decimal(agent.elo, 3), agent.games, agent.score,
                        decimal(agent.nash, 9), decimal(agent.nash_gain, 9), decimal(agent.alpha_rank, 9));
  }
  return text;
}

std::string to_markdown(const Population& population) {
  std::string text = "|", rule = "|";
  for (std::size_t c = 0; c < kPopulationHeads.size(); ++c) {
    text += fmt::format(" {} |", kPopulationHeads[c]);
    rule += c == 1 ? "---|" : "---:|";
  }
  text += "\n" + rule + "\n";
  for (std::size_t row = 0; row < population.agents.size(); ++row) {
    text += "|";
    for (const std::string& cell : cells(population, row)) text += fmt::format(" {} |", markdown_cell(cell));
    text += "\n";
  }
  text += "\n" + footer(population) + "\n";
  if (!population.cycles.empty()) text += "\n";
  for (const std::string& cycle : shown_cycles(population)) text += "* " + markdown_cell(cycle) + "\n";
  return text;
}

std::string to_latex(const Population& population) {
  LatexTable table("rlrrrrrr", {kPopulationHeads.begin(), kPopulationHeads.end()});
  for (std::size_t row = 0; row < population.agents.size(); ++row) {
    std::vector<std::string> cell = cells(population, row);
    for (std::string& text : cell) {
      if (text.size() > 1 && text[0] == '-' && &text != &cell[1]) text.replace(0, 1, "\u2212");
    }
    table.row(cell);
  }
  std::string what = footer(population);
  for (const std::string& cycle : shown_cycles(population)) what += "; " + cycle;
  return std::move(table).finish(what);
}

std::string to_table(const Population& population) {
  std::array<std::size_t, kPopulationHeads.size()> widths{};
  for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = width_of(kPopulationHeads[c]);
  for (std::size_t row = 0; row < population.agents.size(); ++row) {
    const auto cell = cells(population, row);
    for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], width_of(cell[c]));
  }
  std::string text;
  const auto line = [&](const auto& cell) {
    for (std::size_t c = 0; c < widths.size(); ++c) {
      if (c > 0) text += "  ";
      text += c == 1 ? padded(cell[c], widths[c]) : fmt::format("{:>{}}", cell[c], widths[c]);
    }
    text += "\n";
  };
  line(kPopulationHeads);
  for (std::size_t row = 0; row < population.agents.size(); ++row) line(cells(population, row));
  text += "\n";
  for (const std::string& cycle : shown_cycles(population)) text += "cycle: " + cycle + "\n";
  if (!population.cycles.empty()) text += "\n";
  for (const std::string& part : summary_of(population)) text += part + "\n";
  return text;
}

}  // namespace ludex::arena::rating
