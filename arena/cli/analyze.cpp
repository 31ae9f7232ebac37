// ludex analyze and ludex solve: one search of one position, and what the agent has to say about it.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "arena/analysis/search.hpp"
#include "arena/analysis/tree.hpp"
#include "arena/cli/commands.hpp"
#include "arena/cli/interrupt.hpp"
#include "arena/cli/output.hpp"
#include "arena/cli/progress_line.hpp"
#include "arena/cli/search_text.hpp"
#include "arena/text/quantity.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::cli {
namespace {

struct Options {
  std::string game;
  std::string agent;
  std::string goal = "win";
  std::string proof;  // file
  std::string tree;   // file
  TreeExtent extent;
  std::uint64_t seed = 1;
  bool json = false;
  bool progress = false;
  StartOptions start;
  BudgetOptions budget;
};

void print_report(const Position& start, const Search& search) {
  const SearchReport& report = search.report;
  if (has_value(report))
    fmt::print("value       {} ({}, for the mover)\n",
               value_text(report.value, report.value_unit, report.bound), unit_name(report.value_unit));
  fmt::print(
      "outcome     {}\niterations  {}\nnodes       {}\ndepth       {}\ntree        {} KiB\nCPU time    "
      "{:.3f} s\n",
      to_text(report.outcome), report.iterations, report.nodes, report.depth, report.tree_bytes / 1024,
      search.cpu_seconds);
  fmt::print("pv          {}\n", fmt::join(variation_text(start, report), " "));
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

// What a search has settled of the question "can the side to move win (at least draw)?": "yes", "no", or
// "unknown". A solver that does not tell a draw from a loss leaves the outcome unknown and says so with the
// counter `answer`.
const char* answer_to(Goal goal, const SearchReport& report) {
  for (std::uint32_t i = 0; i < report.counter_size; ++i) {
    if (std::string_view(report.counters[i].name) == "answer")
      return report.counters[i].value > 0 ? "yes" : "no";
  }
  if (report.outcome == Outcome::kUnknown) return "unknown";
  const bool reached =
      report.outcome == Outcome::kWin || (goal == Goal::kDraw && report.outcome == Outcome::kDraw);
  return reached ? "yes" : "no";
}

// The same in words: that a goal cannot be reached is not that the budget was too small to find out.
std::string answer_text(Goal goal, std::string_view answer, bool interrupted) {
  const char* const what = goal == Goal::kWin ? "win" : "at least draw";
  if (answer == "yes") return fmt::format("yes: the side to move can {}", what);
  if (answer == "no") return fmt::format("no: proven, the side to move cannot {}", what);
  return interrupted ? "unknown: interrupted" : "unknown: the budget is spent";
}

void new_game(Agent& agent, const Game& game, const Position& start, std::uint64_t seed) {
  StringSink error;
  const Status status = agent.new_game(&game, start.to_move(), seed, error);
  if (status != Status::kOk) throw Failure::declined(status, error.take());
}

// A script that reads the result wants nothing else.
ProgressLine::Show shown(const Options& options) {
  if (options.progress) return ProgressLine::Show::kOften;
  return options.json ? ProgressLine::Show::kNever : ProgressLine::Show::kQuietly;
}

// JSON, or DOT for Graphviz if the name of the file ends so.
void write_tree(Agent& agent, const Position& start, const Options& options) {
  const auto look = TreeLook::of(agent, start);
  if (!look) throw Failure::usage(fmt::format("agent '{}' does not show its tree", options.agent));
  const bool dot = options.tree.ends_with(".dot") || options.tree.ends_with(".gv");
  const auto text = dot ? tree_dot(*look, options.extent) : tree_json(*look, options.extent);
  if (!text) throw Failure::plugin(fmt::format("agent '{}': {}", options.agent, text.error()));
  write_file(options.tree, *text + (dot ? "" : "\n"));
}

void analyze(Context& context, const Options& options) {
  const GamePtr game = context.sound_game(options.game);
  const AgentPtr agent = context.agent(options.agent, *game);
  const Position start = options.start.start(*game);
  if (start.over()) throw Failure::usage("the game is over in this position: there is nothing to analyse");
  new_game(*agent, *game, start, options.seed);
  const Interrupt interrupt;
  const Budget budget = options.budget.budget(1.0, interrupt.flag());
  Search search(*game);
  Move move = kNoMove;
  StringSink error;
  const std::int64_t began = process_cpu_ns();
  const std::int64_t began_wall = wall_clock_ns();
  Status status;
  {
    const ProgressLine line(*agent, start, shown(options));
    status = agent->choose(start.state(), &budget, &search.report, &move, error);
  }
  if (status != Status::kOk)
    throw Failure::answered(status, fmt::format("agent '{}': {}", options.agent, error.take()));
  check_search(search.report, search.root, options.agent);
  search.cpu_seconds = static_cast<double>(process_cpu_ns() - began) * 1e-9;
  search.wall_seconds = static_cast<double>(wall_clock_ns() - began_wall) * 1e-9;
  if (!start.is_legal(move))
    throw Failure::plugin(fmt::format("agent '{}' answered with an illegal move", options.agent));
  if (!options.tree.empty()) write_tree(*agent, start, options);
  if (options.json) {
    fmt::print("{}\n",
               to_json(start, search,
                       {{"game", options.game}, {"agent", options.agent}, {"move", start.move_text(move)}}));
    return;
  }
  fmt::print("{}\nmove        {}\n", start.drawing(), start.move_text(move));
  print_report(start, search);
}

void write_proof(Agent& agent, const Options& options, const Budget& budget) {
  auto* const proof = static_cast<ProofText*>(const_cast<void*>(agent.extension(ProofText::kId)));
  if (proof == nullptr) throw Failure::usage(fmt::format("agent '{}' writes no proofs", options.agent));
  Output file(options.proof);
  StringSink error;
  const Status status = proof->write_proof(&budget, file, error);
  if (status != Status::kOk) throw Failure::answered(status, error.take());
  file.close();
}

void solve(Context& context, const Options& options) {
  const GamePtr game = context.sound_game(options.game);
  const AgentPtr agent = context.agent(options.agent, *game);
  const Position start = options.start.start(*game);
  if (start.over()) throw Failure::usage("the game is over in this position: there is nothing to solve");
  new_game(*agent, *game, start, options.seed);
  const Interrupt interrupt;
  const Budget budget = options.budget.budget(0, interrupt.flag());
  Search search(*game);
  StringSink error;
  const std::int64_t began = process_cpu_ns();
  const std::int64_t began_wall = wall_clock_ns();
  Status status;
  const Goal goal = enum_from_text<Goal>(options.goal).value_or(Goal::kWin);
  {
    const ProgressLine line(*agent, start, shown(options));
    status = agent->solve(start.state(), goal, &budget, &search.report, error);
  }
  if (status != Status::kOk) throw Failure::answered(status, error.take());
  check_search(search.report, search.root, options.agent);
  search.cpu_seconds = static_cast<double>(process_cpu_ns() - began) * 1e-9;
  search.wall_seconds = static_cast<double>(wall_clock_ns() - began_wall) * 1e-9;
  if (interrupt.requested()) context.exit_code = kInterrupted;
  const std::string answer = goal == Goal::kValue ? "" : answer_to(goal, search.report);
  if (options.json) {
    std::vector<std::pair<std::string, std::string>> more{
        {"game", options.game}, {"agent", options.agent}, {"goal", options.goal}};
    if (!answer.empty()) more.emplace_back("answer", answer);
    fmt::print("{}\n", to_json(start, search, more));
  } else {
    fmt::print("{}\n", start.drawing());
    if (!answer.empty())
      fmt::print("{:<11} {}\n", "goal " + options.goal, answer_text(goal, answer, interrupt.requested()));
    print_report(start, search);
  }
  // What was found stands, even if its proof cannot be written.
  if (!options.proof.empty() && !interrupt.requested()) write_proof(*agent, options, budget);
}

CommandLine add_search_command(CommandLine& app, const char* name, const char* what, Options& options) {
  CommandLine command = app.add_subcommand(name, what);
  command.add_option("GAME", options.game, "id or id:param=value,...").required();
  command.add_option("--agent", options.agent, "id or id:param=value,...").required().type_name("AGENT");
  command.add_option("--seed", options.seed, "Seed").show_default();
  command.add_flag("--json", options.json, "One JSON document");
  command.add_flag("--progress", options.progress,
                   "Show how far the search is, once a second, also with --json or without a terminal");
  options.start.add_to(command);
  options.budget.add_to(command);
  return command;
}

}  // namespace

void add_analyze(CommandLine& app, Context& context) {
  const auto options = std::make_shared<Options>();
  CommandLine command = add_search_command(
      app, "analyze", "Search one position (1 CPU second unless told otherwise)", *options);
  command
      .add_option("--tree", options->tree,
                  "Write the search tree to this file: JSON, or DOT for Graphviz if its name ends in .dot")
      .type_name("FILE");
  command.add_option("--tree-depth", options->extent.depth, "Plies of the tree that are written")
      .show_default();
  command
      .add_option("--tree-width", options->extent.width, "Moves of a node that are written, the best first")
      .show_default();
  command.callback([&context, options] { analyze(context, *options); });
}

void add_solve(CommandLine& app, Context& context) {
  const auto options = std::make_shared<Options>();
  CommandLine command = add_search_command(app, "solve", "Try to prove the value of a position", *options);
  command.add_option("--goal", options->goal, "What to decide for the side to move")
      .one_of({"win", "draw", "value"})
      .show_default();
  command.add_option("--proof", options->proof, "Write the proof to this file, move by move")
      .type_name("FILE");
  command.callback([&context, options] { solve(context, *options); });
}

}  // namespace ludex::arena::cli
