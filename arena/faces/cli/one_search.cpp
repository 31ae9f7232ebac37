#include "arena/faces/cli/one_search.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/progress_line.hpp"
#include "arena/faces/cli/search_text.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::cli {
namespace {

// A script that reads JSON wants no progress.
ProgressLine::Show shown(const SearchOptions& options) {
  if (options.progress) return ProgressLine::Show::kOften;
  return options.json ? ProgressLine::Show::kNever : ProgressLine::Show::kQuietly;
}

}  // namespace

CommandLine SearchOptions::add_to(CommandLine& app, const char* name, const char* what) {
  CommandLine command = app.add_subcommand(name, what);
  command.add_option("GAME", game, kGameHelp).required();
  command.add_option("--agent", agent, kAgentHelp).required().type_name("AGENT");
  command.add_option("--seed", seed, "Seed of the random numbers").show_default();
  command.add_flag("--json", json, "One JSON document");
  command.add_flag("--progress", progress,
                   "Print the progress of the search once a second, also with --json or without a terminal");
  start.add_to(command);
  budget.add_to(command);
  return command;
}

void run_search(Agent& agent, const Position& start, const SearchOptions& options, host::Search& search,
                const std::function<Status(TextSink& error)>& call) {
  if (start.to_move() == kChance)
    throw Failure::usage("chance decides in this position: play one of its outcomes first");
  StringSink error;
  if (const Status status = agent.new_game(&start.game(), start.to_move(), options.seed, error);
      status != Status::kOk)
    throw Failure::declined(status, error.take());
  const std::int64_t began = process_cpu_ns();
  const std::int64_t began_wall = wall_clock_ns();
  Status status;
  {
    const ProgressLine line(agent, start, shown(options));
    status = call(error);
  }
  if (status != Status::kOk)
    throw Failure::answered(status, fmt::format("agent '{}': {}", options.agent, error.take()));
  check_search(search.report, search.root, options.agent);
  search.cpu_seconds = static_cast<double>(process_cpu_ns() - began) * 1e-9;
  search.wall_seconds = static_cast<double>(wall_clock_ns() - began_wall) * 1e-9;
}

void print_report(const Position& start, const host::Search& search) {
  const SearchReport& report = search.report;
  if (has_value(report))
    fmt::print("value       {} ({}, for the mover)\n",
               value_text(report.value, report.value_unit, report.bound), unit_name(report.value_unit));
  fmt::print(
      "outcome     {}\niterations  {}\nnodes       {}\ndepth       {}\ntree        {} KiB\nCPU time    "
      "{:.3f} s\n",
      to_text(report.outcome), report.iterations, report.nodes, report.depth, report.tree_bytes / 1024,
      search.cpu_seconds);
  fmt::print("pv          {}\n", fmt::join(host::variation_text(start, report), " "));
  for (std::uint32_t i = 0; i < report.counter_size; ++i) {
    fmt::print("{:<11} {}\n", report.counters[i].name, report.counters[i].value);
  }
  std::vector<RootMove> moves = search.root_moves(start);
  if (moves.empty()) return;
  std::stable_sort(moves.begin(), moves.end(),
                   [](const RootMove& a, const RootMove& b) { return a.visits > b.visits; });
  constexpr std::size_t kShown = 12;
  fmt::print("\n{:<10} {:>12} {:>11} outcome\n", "move", "visits", "value");
  for (const RootMove& move : std::span(moves).first(std::min(moves.size(), kShown))) {
    fmt::print("{:<10} {:>12} {:>11} {}\n", start.move_text(move.move), move.visits,
               value_text(move.value, report.value_unit, move.bound), to_text(move.outcome));
  }
  if (moves.size() > kShown) {
    fmt::print("and {} (--json has all)\n", plural(moves.size() - kShown, "more move"));
  }
}

}  // namespace ludex::arena::cli
