// Markdown tables, for issues and notebooks.
#include <algorithm>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/faces/report/html_parts.hpp"
#include "arena/faces/report/render.hpp"
#include "arena/faces/report/text.hpp"

namespace ludex::arena::report {
namespace {

class Table {
 public:
  // "name" is left-aligned, "name:" right-aligned.
  explicit Table(const std::vector<std::string>& heads) {
    std::string rule = "|";
    text_ = "|";
    for (const std::string& head : heads) {
      const bool number = head.ends_with(':');
      text_ += " " + markdown(number ? head.substr(0, head.size() - 1) : head) + " |";
      rule += number ? "---:|" : "---|";
    }
    text_ += "\n" + rule + "\n";
  }
  void row(const std::vector<std::string>& cells) {
    text_ += "|";
    for (const std::string& cell : cells) text_ += " " + markdown(cell) + " |";
    text_ += "\n";
  }
  [[nodiscard]] std::string finish() && { return std::move(text_) + "\n"; }

 private:
  std::string text_;
};

std::string elo_markdown(const std::optional<Rating>& rating) {
  if (!rating) return std::string(kDash);
  return fmt::format("{} \u00B1 {}", fixed(rating->elo, 1), fixed(rating->error, 1));
}

std::string standings_markdown(const Report& report) {
  const bool two = two_ratings(report);
  std::vector<std::string> heads{"Agent", "Elo:"};
  if (two) heads.emplace_back("Elo without forfeits:");
  for (const char* head : {"Games:", "Score:", "Wins:", "Draws:", "Losses:"}) heads.emplace_back(head);
  if (two) heads.insert(heads.end(), {"Forfeits:", "Won by forfeit:"});
  Table table(heads);
  for (const AgentReport& agent : report.agents) {
    std::vector<std::string> cells{agent.name, elo_markdown(agent.rating)};
    if (two) cells.push_back(elo_markdown(agent.rating_played));
    cells.push_back(std::to_string(agent.all.games()));
    cells.push_back(percent(agent.all.score()));
    for (const std::uint64_t n : {agent.all.wins, agent.all.draws, agent.all.losses})
      cells.push_back(std::to_string(n));
    if (two) cells.insert(cells.end(), {std::to_string(agent.forfeits), std::to_string(agent.forfeits_won)});
    table.row(cells);
  }
  return std::move(table).finish();
}

std::string ratings_by_game_markdown(const Report& report) {
  std::vector<std::string> heads{"Agent"};
  for (const GameReport& game : report.games) heads.push_back(game.label + ":");
  heads.insert(heads.end(), {"All games:", "Chi-square:", "p:"});
  Table table(heads);
  for (const AgentReport& agent : report.agents) {
    std::vector<std::string> cells{agent.name};
    for (const auto& rating : agent.rating_by_game) cells.push_back(elo_markdown(rating));
    cells.push_back(elo_markdown(agent.rating));
    const auto& h = agent.heterogeneity;
    cells.push_back(h ? fixed(h->chi_square, 1) : std::string(kDash));
    cells.push_back(h ? rating::p_text(h->p) : std::string(kDash));
    table.row(cells);
  }
  return std::move(table).finish();
}

template <class Cell>
std::string matrix_markdown(const Report& report, const Cell& cell) {
  const std::size_t n = std::min(report.agents.size(), kMatrixLimit);
  std::vector<std::string> heads{""};
  for (std::size_t c = 0; c < n; ++c) heads.push_back(std::to_string(c + 1) + ":");
  Table table(heads);
  for (std::size_t r = 0; r < n; ++r) {
    std::vector<std::string> cells{fmt::format("{} {}", r + 1, report.agents[r].name)};
    for (std::size_t c = 0; c < n; ++c) cells.push_back(r == c ? "" : cell(r, c));
    table.row(cells);
  }
  return std::move(table).finish();
}

std::string places_markdown(const rating::RankTable& ranked) {
  std::vector<std::string> heads{"Agent", "Games:"};
  for (std::uint32_t place = 1; place <= ranked.players; ++place) heads.push_back(fmt::format("#{}:", place));
  heads.insert(heads.end(), {"Score:", "Mean rank:"});
  Table table(heads);
  for (const rating::RankRow& row : ranked.agents) {
    std::vector<std::string> cells{row.agent, std::to_string(row.all.games)};
    for (const std::uint64_t games : row.places) cells.push_back(std::to_string(games));
    cells.push_back(percent(row.all.score()));
    cells.push_back(fmt::format("{} \u00B1 {}", fixed(row.all.rank(ranked.players), 2),
                                fixed(rating::kZ95 * row.all.rank_deviation(ranked.players), 2)));
    table.row(cells);
  }
  return fmt::format("{} of {} players.\n\n", plural(ranked.games, "game"), ranked.players) +
         std::move(table).finish();
}

std::string ranked_seats_markdown(const rating::RankTable& ranked) {
  std::vector<std::string> heads{"Agent"};
  for (std::uint32_t seat = 1; seat <= ranked.players; ++seat) heads.push_back(fmt::format("Seat {}:", seat));
  Table table(heads);
  const auto row = [&](const std::string& name, const std::vector<rating::SeatTally>& seats) {
    std::vector<std::string> cells{name};
    for (const rating::SeatTally& seat : seats)
      cells.push_back(seat.games == 0 ? std::string(kDash) : percent(seat.score()));
    table.row(cells);
  };
  for (const rating::RankRow& agent : ranked.agents) row(agent.agent, agent.seats);
  row("all agents", ranked.seats);
  return fmt::format("Games of {} players: the part of the others that an agent is ahead of.\n\n",
                     ranked.players) +
         std::move(table).finish();
}

std::string seats_markdown(const Report& report) {
  std::string text;
  if (report.has_pairs()) {
    Table seats({"Agent", "Moving first:", "Score:", "Moving second:", "Score:"});
    for (const AgentReport& agent : report.agents) {
      seats.row({agent.name, wdl(agent.by_seat[0]), percent(agent.by_seat[0].score()), wdl(agent.by_seat[1]),
                 percent(agent.by_seat[1].score())});
    }
    text += std::move(seats).finish();
  }
  for (const rating::RankTable& ranked : report.ranked) text += ranked_seats_markdown(ranked);
  return text;
}

std::string effort(const Report& report) {
  Table table({"Agent", "Moves:", "CPU time of a move, median:", "CPU time of a move, 95 %:",
               "Nodes of a move, median:", "Overruns:"});
  for (const AgentReport& agent : report.agents) {
    const bool timed = agent.cpu_us.max() != 0;
    const bool nodes = agent.node_counts.max() != 0;
    const std::string none(kDash);
    table.row({agent.name, std::to_string(agent.moves), timed ? duration(agent.cpu_us.quantile(0.5)) : none,
               timed ? duration(agent.cpu_us.quantile(0.95)) : none,
               nodes ? compact(agent.node_counts.quantile(0.5)) : none, std::to_string(agent.overruns)});
  }
  return std::move(table).finish();
}

std::string games(const Report& report) {
  Table table(
      {"Game", "Games:", "First wins:", "Draws:", "Second wins:", "Plies, median:", "Different games:"});
  for (const GameReport& game : report.games) {
    table.row({game.label, std::to_string(game.first.games()), std::to_string(game.first.wins),
               std::to_string(game.first.draws),
               game.players == 2 ? std::to_string(game.first.losses) : std::string(kDash),
               game.plies.count() == 0 ? std::string(kDash) : fixed(game.plies.quantile(0.5), 0),
               std::to_string(game.distinct)});
  }
  return std::move(table).finish();
}

std::string machines_markdown(const Report& report) {
  Table table({"Machine", "CPU", "Cores:", "Reference work, s:", "Games:", "Time of a game, s:", "Forfeits:",
               "chi-square:", "p:"});
  for (const MachineReport& machine : report.machines) {
    table.row(
        {machine.machine.node, machine.machine.cpu, std::to_string(machine.machine.cores),
         machine.reference_seconds > 0 ? fixed(machine.reference_seconds, 2) : std::string(kDash),
         std::to_string(machine.games), fixed(machine.game_seconds, 3), std::to_string(machine.forfeits),
         machine.test ? fmt::format("{} ({})", fixed(machine.test->chi_square, 1), machine.test->degrees)
                      : std::string(kDash),
         machine.test ? rating::p_text(machine.test->p) : std::string(kDash)});
  }
  return std::move(table).finish();
}

std::string endings(const Report& report) {
  std::string text;
  Table table({"Agent", "Ending", "Games:"});
  for (const AgentReport& agent : report.agents) {
    for (int i = 0; i < kTerminations; ++i) {
      const std::uint64_t n = agent.endings[static_cast<std::size_t>(i)];
      if (n != 0)
        table.row({agent.name, std::string(to_text(static_cast<Termination>(i))), std::to_string(n)});
    }
  }
  return std::move(table).finish();
}

}  // namespace

std::string to_markdown(const Report& report) {
  std::string text =
      "# " + markdown(report.name) + "\n\n" + progress(report) + ", log " + markdown(report.trust) + ".\n\n";
  for (const auto& warning : report.warnings) text += "* " + markdown(warning) + "\n";
  if (!report.warnings.empty()) text += "\n";
  if (report.rated_by_game()) text += "## Ratings by game\n\n" + ratings_by_game_markdown(report);
  text += fmt::format("## {}\n\n{}{}\n\n", standings_title(report), standings_markdown(report),
                      markdown(method(report)));
  if (!report.ranked.empty()) text += "## Places\n\n";
  for (const rating::RankTable& ranked : report.ranked) text += places_markdown(ranked);
  text += "## Crosstable\n\nScore of the row against the column in %, and wins-draws-losses.\n\n";
  text += matrix_markdown(report, [&](std::size_t r, std::size_t c) {
    const Wdl& cell = report.against(r, c);
    const auto score = cell.score();
    return score ? fmt::format("{} ({})", fixed(100 * *score, 1), wdl(cell)) : std::string(kDash);
  });
  if (report.match && report.match->total() > 0) {
    text += fmt::format("## Match\n\n{} against {}. {}\n\n", markdown(report.agents[0].name),
                        markdown(report.agents[1].name), match_text(*report.match));
  }
  if (!report.los.empty()) {
    text += "## Likelihood of superiority\n\nProbability in % that the row is stronger than the column.\n\n";
    text += matrix_markdown(report,
                            [&](std::size_t r, std::size_t c) { return chance(report.superiority(r, c)); });
  }
  for (const CyclicPopulation& cyclic : report.cyclic) {
    text += fmt::format("## Cycles{}\n\n{}\n\n", cyclic.game.empty() ? "" : ": " + markdown(cyclic.game),
                        rating::kCyclesText) +
            rating::to_markdown(cyclic.population) + "\n";
  }
  text += "## Score by seat\n\n" + seats_markdown(report);
  text += "## How games ended\n\n" + endings(report);
  text += "## Time and nodes of a move\n\n" + effort(report);
  text += "## Games\n\n" + games(report);
  if (!report.machines.empty()) text += "## Machines\n\n" + machines_markdown(report);
  text += "## Reproduction\n\n";
  if (!report.spec_hash.empty()) text += "* specification `" + report.spec_hash + "`\n";
  if (report.run) {
    text += fmt::format("* seed {}\n", report.run->seed);
    for (const log::RunSegment& run : report.run->segments) {
      text += fmt::format("* Ludex {}, commit {}{}, {}\n", markdown(run.version), markdown(run.commit.id),
                          run.commit.modified ? " with changes" : "", markdown(run.build));
      text += fmt::format("* {}, {}, {}\n", markdown(run.machine.cpu), plural(run.machine.cores, "core"),
                          markdown(run.machine.kernel));
      for (const log::PluginInfoLine& plugin : run.plugins) {
        text += fmt::format("* {} {} {}: {}, SHA-256 {}\n", markdown(plugin.kind), markdown(plugin.id),
                            markdown(plugin.version), markdown(plugin.build), markdown(plugin.sha256));
      }
      for (const auto& [name, sha256] : run.files)
        text += fmt::format("* file {}, SHA-256 {}\n", markdown(name), sha256);
    }
  }
  return text;
}

}  // namespace ludex::arena::report
