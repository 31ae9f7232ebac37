// What a bridge costs: our own CPU time a move with engines that answer at once. Both sides are `ludex uci
// chess random` (`ludex gtp hex random`), so the engines' own time, which is another process's, does not
// count; what is measured is this process: the bridges, the pipes, the referee and the log. The same games by
// the random agent inside stand beside it. Usage: bench_bridge [games]. Exit code 1 if a bridge costs more
// than 150 us a move.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/bench/bench_tournament.hpp"

using namespace ludex;
using namespace ludex::bench;

int main(int argc, char** argv) {
  const auto games = static_cast<std::uint32_t>(argc > 1 ? std::atoi(argv[1]) : 100);
  const auto build = build_folder();
  host::Registry registry({{build / "plugins"}, build / "ludex"});
  struct Protocol {
    const char* name;
    const char* agent;
    const char* game;
    host::Settings params;
  };
  bool good = true;
  fmt::print("own CPU time a move, {} games a round, median of 5 rounds\n", games);
  for (const Protocol& p : {Protocol{"uci", "uci-engine", "chess", {}},
                            Protocol{"gtp", "gtp-engine", "hex", {{"budget", "own"}}}}) {
    TournamentSpec spec;
    spec.name = "bench";
    spec.concurrency = 1;
    spec.record_moves = false;
    spec.format.games_per_pair = games;
    spec.games.push_back({p.game, p.game, {}, {}});
    TournamentSpec inside = spec;
    for (const char* name : {"a", "b"}) {
      inside.agents.push_back({name, "random", {}, {.iterations = 1}, {}});
      host::Settings params = p.params;
      params.emplace_back("command", (build / "ludex").string());
      params.emplace_back("args", fmt::format("{} {} random", p.name, p.game));
      spec.agents.push_back({name, p.agent, params, {.nodes = 1}, {}});
    }
    std::vector<double> bridge;
    std::vector<double> without;
    std::uint64_t faults = 0;
    for (int round = 0; round < 5; ++round) {
      const Cost with = play(registry, spec, SeatMode::kInline);
      const Cost base = play(registry, inside, SeatMode::kInline);
      faults += with.faults;
      bridge.push_back(with.own_cpu / static_cast<double>(with.moves) * 1e6);
      without.push_back(base.own_cpu / static_cast<double>(base.moves) * 1e6);
    }
    fmt::print("{}, {:5} {:7.2f} us (limit 150); the same agent inside {:6.2f} us; {} faults\n", p.name,
               p.game, median(bridge), median(without), faults);
    good = good && median(bridge) <= 150 && faults == 0;
  }
  return good ? 0 : 1;
}
