// What isolation costs: whole tournaments of agents that answer at once (tic-tac-toe, random against random)
// in each seat mode and in a competition, and how much of the arena's CPU time is the agents' when a move
// takes 1 ms of it; also what whole games of two and more players cost, rules and random agents included.
// Usage: bench_arena [games] [whole]; `whole`: only these. Exit code 1 if shared mode costs more than 10 us a
// game above inline, dedicated mode more than 30 us a move, or the agents get less than 97 % of the CPU time
// inline or shared (dedicated workers are woken for every move, which the kernel charges to them).
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tests/bench/bench_tournament.hpp"

using namespace ludex;
using namespace ludex::bench;

namespace {

// A game of random agents, one for each player. Short games, so that the arena's share is large.
struct WholeGame {
  const char* name;
  std::uint32_t players;
  std::uint32_t orders;  // games of one opening
  GameSpec game;
};

// A whole game in each mode, all of it: what a manager of such games can do in a second.
void print_whole_game(host::Registry& registry, TournamentSpec spec, const WholeGame& whole,
                      std::uint32_t games) {
  spec.games = {whole.game};
  spec.games[0].players = whole.players;
  spec.agents.resize(1);
  for (std::uint32_t i = 1; i < whole.players; ++i) {
    spec.agents.push_back(spec.agents[0]);
    spec.agents.back().name = fmt::format("a{}", i);
  }
  std::array<std::vector<double>, 3> times;
  std::array<std::vector<double>, 3> cpu;
  std::array<double, 3> plies{};
  constexpr int kRounds = 5;
  for (int round = 0; round < kRounds; ++round) {
    for (const SeatMode mode : {SeatMode::kInline, SeatMode::kShared, SeatMode::kDedicated}) {
      const std::uint32_t wanted = mode == SeatMode::kDedicated ? games / 4 : games;
      spec.format.games_per_pair = 2 * std::max(wanted / whole.orders, 1U);
      const Cost cost = play(registry, spec, mode);
      const auto at = static_cast<std::size_t>(mode);
      const auto n = static_cast<double>(cost.games);
      times[at].push_back(cost.wall / n * 1e6);
      cpu[at].push_back(cost.cpu / n * 1e6);
      plies[at] = static_cast<double>(cost.moves) / n;
    }
  }
  const auto print = [&](const char* what, const std::array<std::vector<double>, 3>& us) {
    fmt::print("{}, random agents: inline {:.1f}, shared {:.1f}, dedicated {:.1f} us a game {}\n", whole.name,
               median(us[0]), median(us[1]), median(us[2]), what);
  };
  print("elapsed", times);
  print("of CPU time", cpu);
  fmt::print("{}: {:.1f} plies a game; {:.2f}, {:.2f}, {:.2f} us of CPU time a ply\n", whole.name, plies[0],
             median(cpu[0]) / plies[0], median(cpu[1]) / plies[1], median(cpu[2]) / plies[2]);
}

void print_whole_games(host::Registry& registry, const TournamentSpec& spec, std::uint32_t games) {
  const auto checkers = [](const char* players) {
    return GameSpec{"chinese-checkers",
                    "chinese-checkers",
                    {{"players", players}, {"size", "1"}, {"max_turns", "10"}},
                    {}};
  };
  const WholeGame list[] = {{"connect-k", 2, 2, {"connect-k", "connect-k", {}, {}}},
                            {"chinese-checkers with 2 players", 2, 2, checkers("2")},
                            {"chinese-checkers with 3 players", 3, 6, checkers("3")},
                            {"chinese-checkers with 6 players", 6, 6, checkers("6")}};
  for (const WholeGame& whole : list) print_whole_game(registry, spec, whole, games);
}

}  // namespace

int main(int argc, char** argv) {
  const auto games = static_cast<std::uint32_t>(argc > 1 ? std::atoi(argv[1]) : 40'000);
  const auto build = build_folder();
  host::Registry registry({{build / "plugins"}, build / "ludex"});
  TournamentSpec spec;
  spec.name = "bench";
  spec.concurrency = 1;
  spec.record_moves = false;
  spec.games.push_back({"mnk", "mnk", {}, {}});
  for (const char* name : {"a", "b"}) spec.agents.push_back({name, "random", {}, {.iterations = 1}, {}});
  if (argc > 2 && std::string_view(argv[2]) == "whole") {
    print_whole_games(registry, spec, games);
    return 0;
  }
  bool good = true;

  // Rounds in turn, so that a disturbance hits all modes; each against the inline run of its round.
  std::vector<double> shared_wall, shared_cpu, dedicated_wall, dedicated_cpu, inline_wall, strict_wall,
      boxed_wall;
  constexpr int kRounds = 7;
  for (int round = 0; round < kRounds; ++round) {
    spec.format.games_per_pair = games;
    const Cost base = play(registry, spec, SeatMode::kInline);
    const Cost shared = play(registry, spec, SeatMode::kShared);
    const auto n = static_cast<double>(base.games);
    inline_wall.push_back(base.wall / n * 1e6);
    shared_wall.push_back((shared.wall - base.wall) / n * 1e6);
    shared_cpu.push_back((shared.cpu - base.cpu) / n * 1e6);
    spec.format.games_per_pair = std::max(games / 10 / 2 * 2, 2U);
    const Cost few = play(registry, spec, SeatMode::kInline);
    const Cost dedicated = play(registry, spec, SeatMode::kDedicated);
    const auto moves = static_cast<double>(few.moves);
    dedicated_wall.push_back((dedicated.wall - few.wall) / moves * 1e6);
    dedicated_cpu.push_back((dedicated.cpu - few.cpu) / moves * 1e6);
    // A limit of elapsed time, which a competition asks the kernel about at every move.
    TournamentSpec strict = spec;
    strict.competition = true;
    for (auto& agent : strict.agents) {
      agent.limits.sandbox = true;
      agent.budget = {.wall_ns = 1'000'000'000};
    }
    const Cost competition = play(registry, strict, SeatMode::kDedicated);
    strict_wall.push_back((competition.wall - few.wall) / moves * 1e6);
    strict.games[0].sandboxed = true;
    const Cost sandboxed = play(registry, strict, SeatMode::kDedicated);
    boxed_wall.push_back((sandboxed.wall - competition.wall) / moves * 1e6);
  }
  fmt::print("one slot, {} games a round, median of {} rounds\n", games, kRounds);
  fmt::print("inline                  {:6.2f} us a game elapsed\n", median(inline_wall));
  fmt::print("shared above inline     {:6.2f} us a game elapsed, {:6.2f} us of CPU time (limit 10 elapsed)\n",
             median(shared_wall), median(shared_cpu));
  fmt::print("dedicated above inline  {:6.2f} us a move elapsed, {:6.2f} us of CPU time (limit 30 elapsed)\n",
             median(dedicated_wall), median(dedicated_cpu));
  fmt::print("competition above inline {:5.2f} us a move elapsed, under a wall budget (no limit)\n",
             median(strict_wall));
  fmt::print("and the game in the sandbox, too {:5.2f} us a move more\n", median(boxed_wall));
  print_whole_games(registry, spec, games);
  good = median(shared_wall) <= 10 && median(dedicated_wall) <= 30;

  spec.concurrency = 2;
  spec.format.games_per_pair = 1500;  // so that starting the workers does not count
  for (auto& agent : spec.agents) {
    agent.id = "uct";
    agent.params = {{"memory_mib", "64"}};
    agent.budget = {.cpu_ns = 1'000'000};
  }
  for (const SeatMode mode : {SeatMode::kInline, SeatMode::kShared, SeatMode::kDedicated}) {
    const Cost cost = play(registry, spec, mode);
    const double share = cost.agents_cpu / cost.cpu;
    const bool counts = mode != SeatMode::kDedicated;
    fmt::print("1 ms a move, two slots, {:9}: agents' share of the arena's CPU time {:.2f} %{}\n",
               to_text(mode), 100 * share, counts ? " (limit 97)" : "");
    good = good && (share >= 0.97 || !counts);
  }
  return good ? 0 : 1;
}
