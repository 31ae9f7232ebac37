// ludex suite: searches every position of a file (EPD) once, counts nodes, and checks the given best moves.
#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "arena/base/json/value.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/epd.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "arena/faces/cli/search_text.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::cli {
namespace {

struct SuiteOptions {
  std::string game;
  std::string agent;
  std::string file;
  std::uint64_t seed = 1;
  std::uint32_t first = 1;
  std::uint32_t last = 0;
  bool json = false;
  bool strict = false;
  BudgetOptions budget;
};

bool among(const std::vector<Move>& moves, Move move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

json::Value left_out_json(const EpdFile& file) {
  json::Value list = json::Value::array();
  for (const Diagnostic& one : file.left_out) list.push_back({{"line", one.line}, {"why", one.message}});
  return list;
}

struct Totals {
  std::uint64_t positions = 0;
  std::uint64_t solved = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  double log_nodes = 0;
};

void suite(Context& context, const SuiteOptions& options) {
  const host::GamePtr game = context.sound_game(options.game);
  const host::AgentPtr agent = context.agent(options.agent, *game);
  const Interrupt interrupt;
  std::vector<RootMove> root(game->traits().max_moves);
  json::Value rows = json::Value::array();
  Totals totals;
  // Reads and checks the whole file before the first search.
  const EpdFile file = read_epd(*game, options.file, options.strict);
  file.complain();
  for (const EpdEntry& entry : file.entries) {
    if (interrupt.requested()) break;
    if (entry.number < options.first || (options.last != 0 && entry.number > options.last)) continue;
    const Position& start = entry.position;
    if (start.to_move() == kChance)
      throw Failure::usage(fmt::format("{}: chance decides in this position", entry.id));
    StringSink error;
    if (const Status status = agent->new_game(game.get(), start.to_move(), options.seed, error);
        status != Status::kOk)
      throw Failure::declined(status, error.take());
    const Budget budget = options.budget.budget(1.0, interrupt.flag());
    SearchReport report = SearchReport::empty(root.data(), static_cast<std::uint32_t>(root.size()));
    Move move = kNoMove;
    const std::int64_t began = process_cpu_ns();
    const Status status = agent->choose(start.state(), &budget, &report, &move, error);
    if (status != Status::kOk)
      throw Failure::answered(status, fmt::format("agent '{}': {}", options.agent, error.take()));
    check_search(report, root, options.agent);
    const double seconds = static_cast<double>(process_cpu_ns() - began) * 1e-9;
    if (!start.is_legal(move))
      throw Failure::plugin(fmt::format("agent '{}' answered with an illegal move", options.agent));
    const bool solved = (entry.best.empty() || among(entry.best, move)) && !among(entry.avoid, move);
    ++totals.positions;
    totals.solved += solved ? 1 : 0;
    totals.nodes += report.nodes;
    totals.seconds += seconds;
    totals.log_nodes += std::log(static_cast<double>(std::max<std::uint64_t>(report.nodes, 1)));
    json::Value counters = json::Value::object();
    for (std::uint32_t k = 0; k < report.counter_size; ++k)
      counters[report.counters[k].name] = report.counters[k].value;
    if (options.json) {
      rows.push_back({{"id", entry.id},
                      {"move", start.move_text(move)},
                      {"solved", solved},
                      {"value", has_value(report) ? json::Value(report.value) : json::Value()},
                      {"unit", to_text(report.value_unit)},
                      {"bound", to_text(report.bound)},
                      {"depth", report.depth},
                      {"nodes", report.nodes},
                      {"cpu_seconds", seconds},
                      {"counters", counters}});
    } else {
      fmt::print("{:<12} {:<8} {:<5} value {:>10}  depth {:>3}  nodes {:>12}  {:.3f} s\n", entry.id,
                 start.move_text(move), solved ? "yes" : "no",
                 value_text(report.value, report.value_unit, report.bound), report.depth, report.nodes,
                 seconds);
    }
  }
  if (interrupt.requested()) context.exit_code = kInterrupted;
  const double mean =
      totals.positions == 0 ? 0 : std::exp(totals.log_nodes / static_cast<double>(totals.positions));
  if (options.json) {
    fmt::print("{}\n", json::Value{{"game", options.game},
                                   {"agent", options.agent},
                                   {"positions", rows},
                                   {"count", totals.positions},
                                   {"left_out", left_out_json(file)},
                                   {"solved", totals.solved},
                                   {"nodes", totals.nodes},
                                   {"geometric_mean_nodes", mean},
                                   {"cpu_seconds", totals.seconds}}
                           .sorted_dump());
  } else {
    fmt::print(
        "{} of {} solved, {} nodes (geometric mean {:.0f}), {:.2f} CPU seconds, {:.0f} nodes/s{}\n",
        totals.solved, totals.positions, totals.nodes, mean, totals.seconds,
        static_cast<double>(totals.nodes) / std::max(totals.seconds, 1e-9),
        file.left_out.empty() ? "" : fmt::format("; {} left out", plural(file.left_out.size(), "line")));
  }
}

}  // namespace

void add_suite(CommandLine& app, Context& context) {
  const auto options = std::make_shared<SuiteOptions>();
  CommandLine command = app.add_subcommand(
      "suite", "Search every position of an EPD or FEN file (default budget: 1 CPU second each)");
  command.add_option("GAME", options->game, kGameHelp).required();
  command.add_option("FILE", options->file, "Lines: POSITION [bm MOVES;] [am MOVES;] [id \"NAME\";]")
      .required();
  command.add_option("--agent", options->agent, kAgentHelp).required().type_name("AGENT");
  command.add_option("--seed", options->seed, "Seed of the random numbers").show_default();
  command.add_option("--first", options->first, "Number of the first position to search").show_default();
  command.add_option("--last", options->last, "Number of the last; 0: all");
  command.add_flag("--json", options->json, "One JSON document");
  command.add_flag("--strict", options->strict, "Refuse a file with a line that cannot be used");
  options->budget.add_to(command);
  command.callback([&context, options] { suite(context, *options); });
}

}  // namespace ludex::arena::cli
