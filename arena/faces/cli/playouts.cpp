// ludex playouts: speed and statistics of random games.
#include <memory>

#include <fmt/format.h>

#include "arena/base/json/value.hpp"
#include "arena/faces/cli/commands.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::cli {
namespace {

struct PlayoutsOptions {
  std::string game;
  double seconds = 1;
  std::uint64_t games = 0;
  std::uint64_t seed = 1;
  StartOptions start;
  bool json = false;
};

// Nanoseconds per Game::copy of this position.
double copy_cost_ns(const Position& root) {
  constexpr int kCopies = 100'000;
  const Game& game = root.game();
  const StateBuffer buffer(game.traits(), 2);
  game.copy(buffer[0], root.state());
  const std::int64_t began = thread_cpu_ns();
  for (int i = 0; i < kCopies / 2; ++i) {
    game.copy(buffer[1], buffer[0]);
    game.copy(buffer[0], buffer[1]);
  }
  return static_cast<double>(thread_cpu_ns() - began) / kCopies;
}

}  // namespace

void add_playouts(CommandLine& app, Context& context) {
  CommandLine command = app.add_subcommand("playouts", "Play uniformly random games, count and time them");
  const auto options = std::make_shared<PlayoutsOptions>();
  command.add_option("GAME", options->game, kGameHelp).required();
  command.add_option("--seconds", options->seconds, "CPU seconds").range(0.001, 1e6).show_default();
  command.add_option("--games", options->games, "Play exactly this number of games instead");
  command.add_option("--seed", options->seed, "Seed of the random numbers").show_default();
  options->start.add_to(command);
  command.add_flag("--json", options->json, "One JSON document");
  command.callback([&context, options] {
    const auto& [text, seconds, games, seed, start, json] = *options;
    const host::GamePtr game = context.game(text);
    const Position root = start.start(*game);
    Position board = root;
    Rng rng = Rng::seeded(seed);
    std::uint64_t played = 0;
    std::uint64_t plies = 0;
    std::uint64_t draws = 0;
    std::vector<std::uint64_t> wins(game->traits().players);
    const std::int64_t began = thread_cpu_ns();
    std::int64_t spent = 0;
    std::uint64_t chunk = 16;
    do {
      if (games != 0) chunk = games - played;
      for (std::uint64_t i = 0; i < chunk; ++i) {
        game->copy(board.state(), root.state());
        const PlayoutResult result = game->playout(board.state(), &rng, nullptr);
        plies += result.plies;
        if (const Player winner = winner_of(result.status); winner != kNobody) {
          ++wins[winner];
        } else {
          ++draws;
        }
      }
      played += chunk;
      spent = thread_cpu_ns() - began;
      if (spent < 10'000'000) chunk *= 2;
    } while (games == 0 && spent < static_cast<std::int64_t>(seconds * 1e9));
    const double cpu = static_cast<double>(spent) * 1e-9;
    const double rate = static_cast<double>(played) / cpu;
    const double mean_plies = static_cast<double>(plies) / static_cast<double>(played);
    const double copy_ns = copy_cost_ns(root);
    if (json) {
      fmt::print("{}\n", json::Value{{"game", text},
                                     {"playouts", played},
                                     {"cpu_seconds", cpu},
                                     {"playouts_per_cpu_second", rate},
                                     {"mean_plies", mean_plies},
                                     {"wins", wins},
                                     {"draws", draws},
                                     {"copy_ns", copy_ns}}
                             .sorted_dump());
      return;
    }
    const auto percent = [&](std::uint64_t n) {
      return 100.0 * static_cast<double>(n) / static_cast<double>(played);
    };
    fmt::print("{}: {:.0f} playouts a CPU-second ({} in {:.2f} s), {:.2f} plies a game; ", text, rate, played,
               cpu, mean_plies);
    for (std::size_t p = 0; p < wins.size(); ++p)
      fmt::print("player {} wins {:.2f} %, ", p + 1, percent(wins[p]));
    fmt::print("draws {:.2f} %; copying the position {:.1f} ns\n", percent(draws), copy_ns);
  });
}

}  // namespace ludex::arena::cli
