// ludex analyze: one search of one position, with the agent's report.
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "arena/base/formats/value_text.hpp"
#include "arena/base/json/value.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "arena/faces/cli/one_search.hpp"
#include "arena/faces/cli/output.hpp"
#include "arena/host/analysis/tree.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::cli {
namespace {

struct AnalyzeOptions : SearchOptions {
  std::string tree;  // file
  host::TreeExtent extent;
};

// Writes JSON, or DOT for Graphviz if the file's name ends in .dot or .gv.
void write_tree(Agent& agent, const Position& start, const AnalyzeOptions& options) {
  const auto look = host::TreeLook::of(agent, start);
  if (!look) throw Failure::usage(fmt::format("agent '{}' does not show its tree", options.agent));
  const bool dot = options.tree.ends_with(".dot") || options.tree.ends_with(".gv");
  const auto text = dot ? host::tree_dot(*look, options.extent) : host::tree_json(*look, options.extent);
  if (!text) throw Failure::plugin(fmt::format("agent '{}': {}", options.agent, text.error()));
  write_file(options.tree, *text + (dot ? "" : "\n"));
}

// A position where chance decides: one search of each outcome's position, with the whole budget. Values are
// the first player's; a search without a value counts as 0 in no mean.
void analyze_outcomes(const Game& game, Agent& agent, const AnalyzeOptions& options, const Position& start,
                      const Budget& budget, const Interrupt& interrupt) {
  const std::vector<Move> outcomes = start.legal_moves();
  std::vector<double> shares(outcomes.size());
  find<Chance>(game)->probabilities(start.state(), shares.data());
  json::Value rows = json::Value::array();
  if (!options.json)
    fmt::print("{}\n{:<10} {:>11} {:>10}  move (values are the first player's)\n", start.drawing(), "outcome",
               "probability", "value");
  double mean = 0;
  bool complete = true;
  ValueUnit unit = ValueUnit::kNone;
  for (std::size_t i = 0; i < outcomes.size() && !interrupt.requested(); ++i) {
    Position next = start;
    next.apply(outcomes[i]);
    const std::string outcome = start.move_text(outcomes[i]);
    if (next.over() || next.to_move() == kChance) {
      complete = false;
      rows.push_back({{"outcome", outcome}, {"probability", shares[i]}});
      if (!options.json) fmt::print("{:<10} {:>11.4f} {:>10}  -\n", outcome, shares[i], "-");
      continue;
    }
    host::Search search(game);
    Move move = kNoMove;
    run_search(agent, next, options, search, [&](TextSink& error) {
      return agent.choose(next.state(), &budget, &search.report, &move, error);
    });
    const SearchReport& report = search.report;
    const double value = next.to_move() == 0 ? report.value : -report.value;
    complete = complete && has_value(report);
    unit = report.value_unit;
    mean += shares[i] * value;
    const std::string text = next.move_text(move);
    json::Value row{{"outcome", outcome}, {"probability", shares[i]}, {"move", text}};
    if (has_value(report)) row["value"] = value;
    rows.push_back(std::move(row));
    if (!options.json)
      fmt::print("{:<10} {:>11.4f} {:>10}  {}\n", outcome, shares[i],
                 has_value(report) ? value_text(value, unit, ValueBound::kExact) : "-", text);
  }
  complete = complete && !interrupt.requested() && unit != ValueUnit::kNone;
  if (options.json) {
    json::Value json{{"game", options.game}, {"agent", options.agent}, {"outcomes", std::move(rows)}};
    if (complete) json["value"] = mean;
    fmt::print("{}\n", json.dump());
  } else if (complete) {
    fmt::print("mean       {:>22}\n", value_text(mean, unit, ValueBound::kExact));
  }
}

void analyze(Context& context, const AnalyzeOptions& options) {
  const host::GamePtr game = context.sound_game(options.game);
  const host::AgentPtr agent = context.agent(options.agent, *game);
  const Position start = options.start.start(*game);
  if (start.over()) throw Failure::usage("the game is over in this position: there is nothing to analyse");
  const Interrupt interrupt;
  const Budget budget = options.budget.budget(1.0, interrupt.flag());
  if (start.to_move() == kChance) {
    if (!options.tree.empty()) throw Failure::usage("--tree: chance decides in this position");
    return analyze_outcomes(*game, *agent, options, start, budget, interrupt);
  }
  host::Search search(*game);
  Move move = kNoMove;
  run_search(*agent, start, options, search, [&](TextSink& error) {
    return agent->choose(start.state(), &budget, &search.report, &move, error);
  });
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

}  // namespace

void add_analyze(CommandLine& app, Context& context) {
  const auto options = std::make_shared<AnalyzeOptions>();
  CommandLine command = options->add_to(app, "analyze", "Search one position (default budget: 1 CPU second)");
  command
      .add_option("--tree", options->tree,
                  "Write the search tree to this file: JSON, or DOT for Graphviz if its name ends in .dot")
      .type_name("FILE");
  command.add_option("--tree-depth", options->extent.depth, "Number of plies of the tree to write")
      .show_default();
  command
      .add_option("--tree-width", options->extent.width, "Number of moves of a node to write, the best first")
      .show_default();
  command.callback([&context, options] { analyze(context, *options); });
}

}  // namespace ludex::arena::cli
