// ludex play: one game on the terminal, move by move. `human` reads moves from standard input.
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "arena/cli/commands.hpp"
#include "arena/cli/interrupt.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::cli {
namespace {

struct Options {
  std::string game;
  std::vector<std::string> agents;
  std::uint64_t seed = 1;
  bool quiet = false;
  StartOptions start;
  BudgetOptions budget;
};

// Asks until a legal move is entered; kNoMove at the end of input.
Move ask(const Position& position) {
  for (std::string line;;) {
    fmt::print("your move (`moves` lists them): ");
    std::fflush(stdout);
    if (!std::getline(std::cin, line)) return kNoMove;
    if (line == "moves") {
      for (const Move move : position.legal_moves()) fmt::print("{} ", position.move_text(move));
      fmt::print("\n");
      continue;
    }
    const auto move = position.parse_move(line);
    if (move) return *move;
    fmt::print("{}\n", move.error());
  }
}

Move choose(Agent& agent, const std::string& name, const Position& position, const Budget& budget) {
  SearchReport report = SearchReport::empty(nullptr, 0);
  Move move = kNoMove;
  StringSink error;
  const Status status = agent.choose(position.state(), &budget, &report, &move, error);
  if (status != Status::kOk)
    throw Failure::answered(status, fmt::format("agent '{}': {}", name, error.take()));
  if (!position.is_legal(move)) {
    throw Failure::plugin(
        fmt::format("agent '{}' played an illegal move ({:#x})", name, static_cast<std::uint32_t>(move)));
  }
  return move;
}

std::string result_text(GameStatus status, const std::vector<std::string>& names) {
  const Player winner = winner_of(status);
  if (winner == kNobody) return "draw";
  return fmt::format("player {} ({}) wins", winner + 1, names[winner]);
}

void play(Context& context, const Options& options) {
  const GamePtr game = context.sound_game(options.game);
  if (options.agents.size() != game->traits().players) {
    throw Failure::usage(fmt::format("{} has {} players, but {} agents are named", options.game,
                                     game->traits().players, options.agents.size()));
  }
  Position position = options.start.start(*game);
  std::vector<AgentPtr> agents;
  for (Player seat = 0; seat < options.agents.size(); ++seat) {
    agents.push_back(options.agents[seat] == "human" ? AgentPtr()
                                                     : context.agent(options.agents[seat], *game));
    if (agents.back() == nullptr) continue;
    StringSink error;
    const Status status = agents.back()->new_game(game.get(), seat, hash_combine(options.seed, seat), error);
    if (status != Status::kOk) throw Failure::declined(status, error.take());
  }
  const Interrupt interrupt;
  const Budget budget = options.budget.budget(1.0, interrupt.flag());
  if (!options.quiet) fmt::print("{}\n", position.drawing());
  std::string moves;
  while (!position.over()) {
    const Player mover = position.to_move();
    const Move move = agents[mover] == nullptr
                          ? ask(position)
                          : choose(*agents[mover], options.agents[mover], position, budget);
    if (move == kNoMove || interrupt.requested()) {
      fmt::print("\ninterrupted after: {}\n", moves);
      context.exit_code = kInterrupted;
      return;
    }
    const std::string text = position.move_text(move);
    moves += (moves.empty() ? "" : " ") + text;
    StringSink error;
    for (Player seat = 0; seat < agents.size(); ++seat) {
      if (agents[seat] == nullptr) continue;
      const Status status = agents[seat]->observe(position.state(), move, error);
      if (status != Status::kOk)
        throw Failure::answered(status, fmt::format("agent '{}': {}", options.agents[seat], error.take()));
    }
    position.apply(move);
    if (!options.quiet)
      fmt::print("player {} ({}): {}\n{}\n", mover + 1, options.agents[mover], text, position.drawing());
  }
  fmt::print("moves: {}\nresult: {}\n", moves, result_text(position.status(), options.agents));
}

}  // namespace

void add_play(CommandLine& app, Context& context) {
  const auto options = std::make_shared<Options>();
  CommandLine command =
      app.add_subcommand("play", "Play one game on the terminal (`human` is an agent; 1 CPU second a move)");
  command.add_option("GAME", options->game, "id or id:param=value,...").required();
  command.add_option("AGENTS", options->agents, "One agent a seat, first player first")
      .required()
      .expected(2, 8);
  command.add_option("--seed", options->seed, "Seed").show_default();
  command.add_flag("--quiet", options->quiet, "Only moves and result");
  options->start.add_to(command);
  options->budget.add_to(command);
  command.callback([&context, options] { play(context, *options); });
}

}  // namespace ludex::arena::cli
