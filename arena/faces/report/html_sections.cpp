// The sections after the results: endings, costs, lengths and reproduction of the games.
#include <algorithm>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/faces/report/html_parts.hpp"
#include "arena/faces/report/plots.hpp"
#include "arena/faces/report/text.hpp"

namespace ludex::arena::report {
namespace {

// Endings that occurred, in the order of the enumeration.
std::vector<Termination> endings_of(const Report& report) {
  std::vector<Termination> list;
  for (int i = 0; i < kTerminations; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (std::any_of(report.agents.begin(), report.agents.end(),
                    [&](const AgentReport& agent) { return agent.endings[at] != 0; }))
      list.push_back(static_cast<Termination>(i));
  }
  return list;
}

std::string spread(const Distribution& distribution, std::string (*show)(double)) {
  if (distribution.max() == 0) return std::string(kDash);
  const std::string median = show(distribution.quantile(0.5));
  const std::string low = show(distribution.quantile(0.05));
  const std::string high = show(distribution.quantile(0.95));
  return low == high ? median : fmt::format("{} ({} \u2013 {})", median, low, high);
}

std::string lengths(const Distribution& plies) {
  if (plies.count() == 0) return std::string(kDash);
  return fmt::format("{:.0f} ({:.0f} \u2013 {})", plies.quantile(0.5), plies.quantile(0), plies.max());
}

std::string scores_by_game(const Report& report) {
  const std::size_t n = std::min(report.games.size(), kGamesLimit);
  if (n < 2) return "";
  HtmlTable table("matrix");
  table.head("", Align::kText);
  for (std::size_t g = 0; g < n; ++g) table.head(report.games[g].label, Align::kText);
  for (const AgentReport& agent : report.agents) {
    table.row().name(agent.name);
    for (std::size_t g = 0; g < n; ++g) {
      const auto score = agent.by_game[g].score();
      table.shaded(score ? fixed(100 * *score, 1) : std::string(kDash), score ? wdl(agent.by_game[g]) : "",
                   score ? shade(*score) : "");
    }
  }
  return "<h3>Score of each agent by game</h3>\n" + std::move(table).finish() +
         cut_short(n, report.games.size(), "games");
}

std::string participants(const Report& report) {
  HtmlTable table("long");
  table.head("Agent", Align::kText).head("Plug-in", Align::kText).head("Parameters", Align::kText);
  table.head("Budget of a move", Align::kText);
  for (const AgentReport& agent : report.agents) {
    table.row().name(agent.name).text(agent.plugin.empty() ? kDash : std::string_view(agent.plugin));
    table.text(agent.settings.empty() ? kDash : std::string_view(agent.settings));
    table.text(agent.budget.empty() ? kDash : std::string_view(agent.budget));
  }
  return std::move(table).finish();
}

std::string segment(const log::RunSegment& run) {
  HtmlTable facts("long");
  const auto fact = [&](std::string_view what, const std::string& value) {
    facts.row().name(what).text(value);
  };
  std::string started = run.started.empty() ? std::string(kDash) : run.started.front();
  if (run.started.size() > 1)
    started +=
        fmt::format(", resumed {}, last {}", plural(run.started.size() - 1, "time"), run.started.back());
  fact("Started", started);
  if (run.total != 0) {
    fact("Games", fmt::format("{} played, {} before, {} scheduled; specification {}", run.games_played,
                              run.games_before, run.total, run.spec_hash));
  }
  fact("Ludex", fmt::format("{}, commit {}{}; {}", run.version, run.commit.id,
                            run.commit.modified ? " with changes" : "", run.build));
  fact("Machine", fmt::format("{}; {}, {:.1f} GiB; {}", run.machine.cpu, plural(run.machine.cores, "core"),
                              static_cast<double>(run.machine.memory_mib) / 1024, run.machine.kernel));
  fact("Mode", fmt::format("{}, {} at once", run.mode, plural(run.concurrency, "game")));
  if (!run.isolation.empty()) fact("Isolation", fmt::format("{}", fmt::join(run.isolation, "; ")));
  const bool one_build = std::all_of(
      run.plugins.begin(), run.plugins.end(),
      [&](const log::PluginInfoLine& plugin) { return plugin.build == run.plugins.front().build; });
  if (one_build && !run.plugins.empty()) fact("Plug-ins", run.plugins.front().build);
  HtmlTable plugins("long");
  plugins.head("Plug-in", Align::kText).head("Version", Align::kText);
  if (!one_build) plugins.head("Build", Align::kText);
  plugins.head("SHA-256 of the file", Align::kText);
  for (const log::PluginInfoLine& plugin : run.plugins) {
    plugins.row().name(fmt::format("{} {}", plugin.kind, plugin.id)).text(plugin.version);
    if (!one_build) plugins.text(plugin.build);
    plugins.text(plugin.sha256);
  }
  for (const auto& [name, sha256] : run.files) {
    plugins.row().name("file " + name).text("");
    if (!one_build) plugins.text("");
    plugins.text(sha256);
  }
  return std::move(facts).finish() + std::move(plugins).finish();
}

}  // namespace

std::string terminations_section(const Report& report) {
  const auto endings = endings_of(report);
  HtmlTable table;
  table.head("Agent", Align::kText);
  for (const Termination ending : endings) table.head(to_text(ending));
  if (report.forfeits != 0) table.head("by the opponent's fault");
  for (const AgentReport& agent : report.agents) {
    table.row().name(agent.name);
    for (const Termination ending : endings) table.number(agent.endings[static_cast<std::size_t>(ending)]);
    if (report.forfeits != 0) table.number(agent.forfeits_won);
  }
  std::string text =
      "<section id=\"endings\">\n<h2>How games ended</h2>\n<p>Games of each agent; faults are counted with "
      "the agent whose fault it was.</p>\n";
  text += std::move(table).finish();
  HtmlTable faults("long");
  faults.head("Agent", Align::kText).head("Fault", Align::kText).head("In words", Align::kText);
  faults.head("Game", Align::kText).head("Times");
  bool any = false;
  for (const AgentReport& agent : report.agents) {
    for (const Fault& fault : agent.faults) {
      any = true;
      constexpr std::size_t kLongest = 400;
      faults.row()
          .name(agent.name)
          .text(to_text(fault.reason))
          .text(fault.note.size() > kLongest ? fault.note.substr(0, kLongest) + " ..." : fault.note);
      faults.text(fault.game).number(fault.times);
    }
  }
  if (any)
    text += "<h3>Faults, the first few different ones of each agent</h3>\n" + std::move(faults).finish();
  return text + "</section>\n";
}

std::string spent_section(const Report& report) {
  const auto any = [&](const auto& wanted) {
    return std::any_of(report.agents.begin(), report.agents.end(), wanted);
  };
  const bool overruns = any([](const AgentReport& a) { return a.overruns != 0; });
  const bool depth = any([](const AgentReport& a) { return a.depth_max != 0; });
  const std::string none(kDash);
  HtmlTable times;
  times.head("Agent", Align::kText).head("Moves").head("CPU time of a move").head("mean").head("longest");
  if (report.wall_differs) times.head("Elapsed time of a move");
  times.head("CPU time in all");
  if (overruns)
    times.head("Overruns", Align::kNumber, "moves answered after their time but within the grace");
  HtmlTable nodes;
  nodes.head("Agent", Align::kText).head("Nodes of a move").head("Nodes a second of CPU time");
  nodes.head("Iterations of a move");
  if (depth) nodes.head("Greatest depth");
  for (const AgentReport& agent : report.agents) {
    const bool timed = agent.cpu_us.max() != 0;
    times.row().name(agent.name).number(agent.moves).number(spread(agent.cpu_us, duration));
    times.number(timed ? duration(agent.cpu_us.mean()) : none);
    times.number(timed ? duration(static_cast<double>(agent.cpu_us.max())) : none);
    if (report.wall_differs) times.number(spread(agent.wall_us, duration));
    times.number(duration(agent.cpu_seconds * 1e6));
    if (overruns) times.number(agent.overruns);
    nodes.row().name(agent.name).number(spread(agent.node_counts, compact));
    const bool rate = agent.nodes != 0 && agent.cpu_seconds > 0;
    nodes.number(rate ? compact(static_cast<double>(agent.nodes) / agent.cpu_seconds) : none);
    nodes.number(spread(agent.iteration_counts, compact));
    if (depth) nodes.number(agent.depth_max == 0 ? none : std::to_string(agent.depth_max));
  }
  std::string text =
      "<section id=\"effort\">\n<h2>Time and nodes of a move</h2>\n<p>Median, and 5 % to 95 % of ";
  text += report.per_move ? "all moves" : "the games' means (the log has no values of single moves)";
  text += "; right to 1 %.</p>\n" + std::move(times).finish();
  const std::string box =
      "Box: 25 % to 75 %; line: median; whiskers: 5 % to 95 %; dot: largest; shaded: frequency.";
  text += figure(spent_plot(report, Spent::kTime), "CPU time of a move. " + box);
  text += std::move(nodes).finish();
  text += figure(spent_plot(report, Spent::kNodes),
                 "Nodes of a move; iterations for agents that report no nodes. " + box);
  return text + "</section>\n";
}

std::string games_section(const Report& report) {
  HtmlTable table;
  const bool ranked = !report.ranked.empty();
  table.head("Game", Align::kText);
  if (ranked) table.head("Players");
  table.head("Games").head("First wins").head("Draws").head("Second wins");
  table.head("Score moving first")
      .head("Plies")
      .head("Different games", Align::kNumber, "by opening and moves");
  for (const GameReport& game : report.games) {
    table.row().name(game.label);
    if (ranked) table.number(std::uint64_t{game.players});
    table.number(game.first.games()).number(game.first.wins).number(game.first.draws);
    table.number(game.players == 2 ? std::to_string(game.first.losses) : std::string(kDash))
        .number(percent(game.first.score()))
        .number(lengths(game.plies));
    table.number(game.distinct);
  }
  std::string text =
      "<section id=\"games\">\n<h2>Games</h2>\n<p>Plies: median, and shortest to longest, of games that were "
      "not broken off by a fault.</p>\n";
  text += std::move(table).finish() + scores_by_game(report);
  constexpr std::size_t kMostPlots = 24;
  text += "<h3>Lengths of games</h3>\n<div class=\"pair\">\n";
  for (std::size_t g = 0; g < std::min(report.games.size(), kMostPlots); ++g) {
    const std::string plot = length_plot(report.games[g]);
    if (!plot.empty()) text += "<figure>\n" + plot + "</figure>\n";
  }
  return text + "</div>\n</section>\n";
}

namespace {

std::string machines(const Report& report) {
  if (report.machines.empty()) return "";
  HtmlTable table("long");
  table.head("Machine", Align::kText).head("CPU", Align::kText).head("Cores");
  table.head("Reference work, s", Align::kNumber,
             "the same work on every machine, under the load of the run");
  table.head("Games").head("Time of a game, s").head("Forfeits");
  table.head("chi-square", Align::kNumber, "of the results here against those elsewhere").head("p");
  for (const MachineReport& machine : report.machines) {
    table.row()
        .name(machine.machine.node)
        .text(machine.machine.cpu)
        .number(std::uint64_t{machine.machine.cores});
    table.number(machine.reference_seconds > 0 ? fixed(machine.reference_seconds, 2) : std::string(kDash));
    table.number(machine.games).number(fixed(machine.game_seconds, 3)).number(machine.forfeits);
    table.number(machine.test
                     ? fmt::format("{} ({})", fixed(machine.test->chi_square, 1), machine.test->degrees)
                     : std::string(kDash));
    table.number(machine.test ? rating::p_text(machine.test->p) : std::string(kDash));
  }
  return "<h3>Machines</h3>\n<p>Chi-square (degrees of freedom): whether the agents scored against each "
         "other on this "
         "machine as on the others; p takes into account how many machines are compared.</p>\n" +
         std::move(table).finish();
}

}  // namespace

std::string reproduction_section(const Report& report) {
  std::string text = "<section id=\"reproduction\">\n<h2>Reproduction</h2>\n" + participants(report);
  if (!report.spec_hash.empty()) {
    text += "<p>Specification <code>" + html(report.spec_hash) + "</code>";
    if (report.run) text += fmt::format(", seed {}", report.run->seed);
    text +=
        ". With iteration, node or depth budgets and one thread an agent, the same specification and "
        "plug-ins "
        "give the same games, on any machine and at any concurrency.</p>\n";
  }
  text += machines(report);
  if (report.run) {
    for (const log::RunSegment& run : report.run->segments) text += segment(run);
  } else {
    text += "<p>There is no run.json, so machine and builds are not known.</p>\n";
  }
  if (!report.specification.empty()) {
    text += "<h3>Specification, as hashed</h3>\n";
    if (report.growths != 0) {
      text += fmt::format("<p>The tournament was extended {}; this is the last specification.</p>\n",
                          plural(report.growths, "time"));
    }
    text += "<pre>";
    std::string_view rest = report.specification;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      text += html(rest.substr(0, end)) + "\n";
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    text += "</pre>\n";
  }
  return text + "</section>\n<footer><p>Written by Ludex " LUDEX_VERSION ".</p></footer>\n";
}

}  // namespace ludex::arena::report
