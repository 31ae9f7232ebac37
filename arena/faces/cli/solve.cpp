// ludex solve: proves the value of a position, or of every move.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "arena/base/json/value.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "arena/faces/cli/one_search.hpp"
#include "arena/faces/cli/output.hpp"
#include "arena/faces/cli/search_text.hpp"
#include "arena/host/analysis/sampled_lines.hpp"
#include "arena/host/analysis/twins.hpp"
#include "core/agent/proof_text.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::cli {
namespace {

struct SolveOptions : SearchOptions {
  std::string goal = "win";
  std::string proof;  // file
  bool each_move = false;
  std::uint64_t lines = 0;
};

// The search's answer to "can the side to move win (at least draw)?": "yes", "no", or "unknown".
const char* answer_to(Goal goal, const SearchReport& report) {
  const std::optional<bool> answer = host::answer_to(goal, report);
  return !answer ? "unknown" : *answer ? "yes" : "no";
}

// The answer in words, which distinguish an unreachable goal from a budget that was too small.
std::string answer_text(Goal goal, std::string_view answer, bool interrupted) {
  const char* const what = goal == Goal::kWin ? "win" : "at least draw";
  if (answer == "yes") return fmt::format("yes: the side to move can {}", what);
  if (answer == "no") return fmt::format("no: proven, the side to move cannot {}", what);
  return interrupted ? "unknown: interrupted" : "unknown: the budget is spent";
}

void write_proof(Agent& agent, const SolveOptions& options, const Budget& budget) {
  auto* const proof = find<ProofText>(agent);
  if (proof == nullptr) throw Failure::usage(fmt::format("agent '{}' writes no proofs", options.agent));
  Output file(options.proof);
  StringSink error;
  const Status status = proof->write_proof(&budget, file, error);
  if (status != Status::kOk) throw Failure::answered(status, error.take());
  file.close();
}

// Agent::solve, where the agent can.
Status proved(Agent& agent, const Position& start, Goal goal, const Budget& budget, SearchReport& report,
              TextSink& error) {
  StringSink why;
  const Status status = agent.solve(start.state(), goal, &budget, &report, why);
  if (status == Status::kUnsupported)
    throw Failure::usage(why.text() + "; expected one that proves, such as alpha-beta, df-pn or pns");
  error.write(why.text());
  return status;
}

// The answer tried on whole games. Every position has the whole budget; the agent keeps its tables.
host::SampledLines sampled(Agent& agent, const Position& start, const std::vector<host::Claim>& claims,
                           const SolveOptions& options, const Interrupt& interrupt) {
  const Budget budget = options.budget.budget(0, interrupt.flag());
  const host::Prover prove = [&](const Position& position, Goal goal, Move& move) -> std::optional<bool> {
    host::Search search(position.game());
    StringSink error;
    if (const Status status = proved(agent, position, goal, budget, search.report, error);
        status != Status::kOk)
      throw Failure::answered(status, fmt::format("agent '{}': {}", options.agent, error.take()));
    check_search(search.report, search.root, options.agent);
    if (search.report.pv_size != 0) move = search.report.pv[0];
    return host::answer_to(goal, search.report);
  };
  // At most every ten seconds, as a search without a terminal.
  constexpr std::int64_t kInterval = 10'000'000'000;
  std::int64_t shown = wall_clock_ns();
  const auto more = [&](const host::SampledLines& so_far) {
    if (const std::int64_t now = wall_clock_ns(); now - shown >= kInterval) {
      shown = now;
      fmt::print(stderr, "lines: {} of {}\n", so_far.kept + so_far.open, options.lines);
    }
    return !interrupt.requested();
  };
  return host::sample_lines(start, claims, options.lines, options.seed, prove, more);
}

json::Value to_json(const host::SampledLines& lines) {
  return {{"kept", lines.kept},
          {"open", lines.open},
          {"plies", lines.plies},
          {"proved", lines.proved},
          {"contradiction", lines.contradiction}};
}

void print_lines(const host::SampledLines& lines) {
  fmt::print("lines       {} as proven, {} left open, {}; {} proven on the way\n", lines.kept, lines.open,
             plural(lines.plies, "ply"), plural(lines.proved, "position"));
}

void solve_position(Context& context, Agent& agent, const Position& start, Goal goal,
                    const SolveOptions& options) {
  const Interrupt interrupt;
  const Budget budget = options.budget.budget(0, interrupt.flag());
  host::Search search(start.game());
  run_search(agent, start, options, search,
             [&](TextSink& error) { return proved(agent, start, goal, budget, search.report, error); });
  const std::string answer = goal == Goal::kValue ? "" : answer_to(goal, search.report);
  std::optional<host::SampledLines> lines;
  if (options.lines != 0 && !interrupt.requested()) {
    const std::vector<host::Claim> claims = host::claims_of(start, goal, search.report);
    if (!claims.empty()) lines = sampled(agent, start, claims, options, interrupt);
  }
  if (interrupt.requested()) context.exit_code = kInterrupted;
  if (options.json) {
    json::Value more{{"game", options.game}, {"agent", options.agent}, {"goal", options.goal}};
    if (!answer.empty()) more["answer"] = answer;
    if (lines) more["lines"] = to_json(*lines);
    fmt::print("{}\n", to_json(start, search, more));
  } else {
    fmt::print("{}\n", start.drawing());
    if (!answer.empty())
      fmt::print("{:<11} {}\n", "goal " + options.goal, answer_text(goal, answer, interrupt.requested()));
    print_report(start, search);
    if (lines) print_lines(*lines);
  }
  if (lines && !lines->contradiction.empty())
    throw Failure::plugin(fmt::format("agent '{}' contradicts itself or the rules after these moves: {}",
                                      options.agent, lines->contradiction));
  // The result is valid even if its proof cannot be written.
  if (!options.proof.empty() && !interrupt.requested()) write_proof(agent, options, budget);
}

// The result for a move, from the view of the player who makes it.
struct SolvedMove {
  std::string move;
  std::string twin;  // the move searched instead; empty: this one
  Outcome outcome = Outcome::kUnknown;
  std::string answer;  // to the goal; empty for `value`
  std::uint64_t nodes = 0;
  double cpu_seconds = 0;

  void print() const {
    const std::string known = answer.empty() ? std::string(to_text(outcome)) : answer;
    if (twin.empty())
      fmt::print("{:<10} {:<8} {:>14} {:>10.3f} s\n", move, known, nodes, cpu_seconds);
    else
      fmt::print("{:<10} {:<8} as {}\n", move, known, twin);
    std::fflush(stdout);
  }
  [[nodiscard]] json::Value json() const {
    json::Value json{
        {"move", move}, {"outcome", to_text(outcome)}, {"nodes", nodes}, {"cpu_seconds", cpu_seconds}};
    if (!answer.empty()) json["answer"] = answer;
    if (!twin.empty()) json["twin"] = twin;
    return json;
  }
};

SolvedMove solve_move(Agent& agent, const Position& start, Move move, Goal goal, const SolveOptions& options,
                      const Interrupt& interrupt) {
  SolvedMove solved;
  solved.move = start.move_text(move);
  Position next = start;
  next.apply(move);
  if (next.over()) {
    const Player winner = winner_of(next.status());
    solved.outcome = winner == start.to_move() ? Outcome::kWin
                     : winner == kNobody       ? Outcome::kDraw
                                               : Outcome::kLoss;
    SearchReport end{};
    end.outcome = solved.outcome;
    if (goal != Goal::kValue) solved.answer = answer_to(goal, end);
    return solved;
  }
  // The mover wins if and only if the opponent cannot at least draw.
  const bool turned = next.to_move() != start.to_move();
  const Goal asked = goal == Goal::kValue || !turned ? goal : goal == Goal::kWin ? Goal::kDraw : Goal::kWin;
  const Budget budget = options.budget.budget(0, interrupt.flag());
  host::Search search(start.game());
  run_search(agent, next, options, search,
             [&](TextSink& error) { return proved(agent, next, asked, budget, search.report, error); });
  solved.nodes = search.report.nodes;
  solved.cpu_seconds = search.cpu_seconds;
  solved.outcome = turned ? opposite(search.report.outcome) : search.report.outcome;
  if (goal != Goal::kValue) {
    const std::string_view answer = answer_to(asked, search.report);
    solved.answer = !turned || answer == "unknown" ? answer : answer == "yes" ? "no" : "yes";
  }
  return solved;
}

// Searches each move separately, but only one of several that a symmetry maps to each other.
void solve_each_move(Context& context, Agent& agent, const Position& start, Goal goal,
                     const SolveOptions& options) {
  const std::vector<Move> moves = start.legal_moves();
  const std::vector<std::size_t> twins = host::first_twins(start, moves);
  const Interrupt interrupt;
  std::vector<SolvedMove> all;
  SolvedMove sum;
  std::size_t searched = 0;
  if (!options.json)
    fmt::print("{}\n{:<10} {:<8} {:>14} {:>12}\n", start.drawing(), "move",
               goal == Goal::kValue ? "outcome" : options.goal, "nodes", "CPU time");
  for (std::size_t i = 0; i < moves.size() && !interrupt.requested(); ++i) {
    if (twins[i] == i) {
      all.push_back(solve_move(agent, start, moves[i], goal, options, interrupt));
      sum.nodes += all.back().nodes;
      sum.cpu_seconds += all.back().cpu_seconds;
      ++searched;
    } else {
      const SolvedMove& twin = all[twins[i]];
      all.push_back({start.move_text(moves[i]), twin.move, twin.outcome, twin.answer, 0, 0});
    }
    if (!options.json) all.back().print();
  }
  if (interrupt.requested()) context.exit_code = kInterrupted;
  if (!options.json) {
    fmt::print("{} of {}, {} searched: {} nodes, {:.3f} s of CPU time\n", all.size(),
               plural(moves.size(), "move"), searched, sum.nodes, sum.cpu_seconds);
    return;
  }
  json::Value rows = json::Value::array();
  for (const SolvedMove& solved : all) rows.push_back(solved.json());
  fmt::print("{}\n", json::Value{{"game", options.game},
                                 {"agent", options.agent},
                                 {"goal", options.goal},
                                 {"moves", rows},
                                 {"count", moves.size()},
                                 {"searched", searched},
                                 {"nodes", sum.nodes},
                                 {"cpu_seconds", sum.cpu_seconds}}
                         .sorted_dump());
}

void solve(Context& context, const SolveOptions& options) {
  if (options.each_move && !options.proof.empty())
    throw Failure::usage("--proof writes the proof of one position; leave out --each-move");
  if (options.each_move && options.lines != 0)
    throw Failure::usage("--lines checks the answer for one position; leave out --each-move");
  const host::GamePtr game = context.sound_game(options.game);
  if (options.lines != 0 && (game->traits().players != 2 || (game->traits().flags & kDeterministic) == 0))
    throw Failure::usage("--lines needs a game of two players without chance");
  const host::AgentPtr agent = context.agent(options.agent, *game);
  const Position start = options.start.start(*game);
  if (start.over()) throw Failure::usage("the game is over in this position: there is nothing to solve");
  const Goal goal = enum_from_text<Goal>(options.goal).value_or(Goal::kWin);
  if (options.each_move) {
    solve_each_move(context, *agent, start, goal, options);
  } else {
    solve_position(context, *agent, start, goal, options);
  }
}

}  // namespace

void add_solve(CommandLine& app, Context& context) {
  const auto options = std::make_shared<SolveOptions>();
  CommandLine command = options->add_to(app, "solve", "Try to prove the value of a position");
  command
      .add_option("--goal", options->goal,
                  "What to decide for the side to move: can it win, can it at least draw, or the exact value")
      .one_of({"win", "draw", "value"})
      .show_default();
  command.add_option("--proof", options->proof, "Write the proof to this file, move by move")
      .type_name("FILE");
  command.add_option(
      "--lines", options->lines,
      "Check a proven answer by this number of whole games: the side that the answer favours makes moves "
      "that the agent proves, the opponent random ones (seed: --seed)");
  command.add_flag(
      "--each-move", options->each_move,
      "Decide the goal for each move instead, with the budget for each; of symmetrical moves, search only one");
  command.callback([&context, options] { solve(context, *options); });
}

}  // namespace ludex::arena::cli
