// Tables for a paper: standings and crosstable.
#include "arena/base/formats/latex.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/faces/report/html_parts.hpp"
#include "arena/faces/report/render.hpp"
#include "arena/faces/report/text.hpp"

namespace ludex::arena::report {
namespace {

std::string elo_latex(const std::optional<Rating>& rating) {
  return rating ? signed_fixed(rating->elo, 0) : std::string(kDash);
}
std::string error(const std::optional<Rating>& rating) {
  return rating ? "\u00B1" + fixed(rating->error, 0) : std::string();
}

std::string standings_latex(const Report& report) {
  const bool two = two_ratings(report);
  std::vector<std::string> heads{"", "Agent", "Elo", ""};
  if (two) heads.insert(heads.end(), {"without forfeits", ""});
  heads.insert(heads.end(), {"Games", "Score", "Wins", "Draws", "Losses"});
  LatexTable table(two ? "rlrlrlrrrrr" : "rlrlrrrrr", heads);
  std::size_t rank = 0;
  std::uint32_t group = 0;
  for (const AgentReport& agent : report.agents) {
    if (agent.rating && agent.rating->group != group) {
      rank = 0, group = agent.rating->group;
      table.gap();
    }
    std::vector<std::string> cells{agent.rating ? std::to_string(++rank) : std::string(kDash), agent.name,
                                   elo_latex(agent.rating), error(agent.rating)};
    if (two) cells.insert(cells.end(), {elo_latex(agent.rating_played), error(agent.rating_played)});
    cells.push_back(std::to_string(agent.all.games()));
    cells.push_back(percent(agent.all.score()));
    for (const std::uint64_t n : {agent.all.wins, agent.all.draws, agent.all.losses})
      cells.push_back(std::to_string(n));
    table.row(cells);
  }
  return std::move(table).finish(report.name + ": standings. " + method(report));
}

std::string ratings_by_game_latex(const Report& report) {
  std::vector<std::string> heads{"Agent"};
  std::string columns = "l";
  const auto add = [&](const std::string& head) {
    heads.insert(heads.end(), {head, ""});
    columns += "rl";
  };
  for (const GameReport& game : report.games) add(game.label);
  add("all games");
  LatexTable table(columns, heads);
  for (const AgentReport& agent : report.agents) {
    std::vector<std::string> cells{agent.name};
    for (const auto& rating : agent.rating_by_game)
      cells.insert(cells.end(), {elo_latex(rating), error(rating)});
    cells.insert(cells.end(), {elo_latex(agent.rating), error(agent.rating)});
    table.row(cells);
  }
  return std::move(table).finish(report.name + ": ratings by game, each game rated by itself");
}

std::string crosstable_latex(const Report& report) {
  const std::size_t n = std::min(report.agents.size(), kMatrixLimit);
  std::vector<std::string> heads{"", "Agent"};
  for (std::size_t c = 0; c < n; ++c) heads.push_back(std::to_string(c + 1));
  LatexTable table("rl" + std::string(n, 'r'), heads);
  for (std::size_t r = 0; r < n; ++r) {
    std::vector<std::string> cells{std::to_string(r + 1), report.agents[r].name};
    for (std::size_t c = 0; c < n; ++c) {
      const auto score = report.against(r, c).score();
      cells.push_back(r == c ? "" : score ? fixed(100 * *score, 1) : std::string(kDash));
    }
    table.row(cells);
  }
  return std::move(table).finish(report.name + ": score of the row against the column, in %");
}

// Mean rank and score in each seat.
std::string ranked_latex(const Report& report, const rating::RankTable& ranked) {
  std::vector<std::string> heads{"Agent", "Games", "Rank", ""};
  for (std::uint32_t seat = 1; seat <= ranked.players; ++seat) heads.push_back(fmt::format("Seat {}", seat));
  LatexTable table("lrrl" + std::string(ranked.players, 'r'), heads);
  const auto seat_cells = [&](const std::vector<rating::SeatTally>& seats, std::vector<std::string>& cells) {
    for (const rating::SeatTally& seat : seats)
      cells.push_back(seat.games == 0 ? std::string(kDash) : fixed(100 * seat.score(), 1));
  };
  for (const rating::RankRow& row : ranked.agents) {
    std::vector<std::string> cells{
        row.agent, std::to_string(row.all.games), fixed(row.all.rank(ranked.players), 2),
        "\u00B1" + fixed(rating::kZ95 * row.all.rank_deviation(ranked.players), 2)};
    seat_cells(row.seats, cells);
    table.row(cells);
  }
  std::vector<std::string> all{"all agents", std::to_string(ranked.games), "", ""};
  seat_cells(ranked.seats, all);
  table.row(all);
  return std::move(table).finish(
      fmt::format("{}: games of {} players, mean rank and score by seat, in %", report.name, ranked.players));
}

}  // namespace

std::string to_latex(const Report& report) {
  std::string text = (report.rated_by_game() ? ratings_by_game_latex(report) + "\n" : "") +
                     standings_latex(report) + "\n" + crosstable_latex(report);
  for (const rating::RankTable& ranked : report.ranked) text += "\n" + ranked_latex(report, ranked);
  for (const CyclicPopulation& cyclic : report.cyclic) text += "\n" + rating::to_latex(cyclic.population);
  return text;
}

}  // namespace ludex::arena::report
