// What isolation costs: whole tournaments of agents that answer at once (tic-tac-toe, random against random)
// in each seat mode, and how much of the arena's CPU time is the agents' when a move takes 1 ms of it.
// Usage: bench_arena [games]. Exit code 1 if shared mode costs more than 10 us a game above inline, dedicated
// mode more than 30 us a move, or the agents get less than 97 % of the CPU time inline or shared (dedicated
// workers are woken for every move, which the kernel charges to them).
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arena/host/registry.hpp"
#include "arena/log/log_reader.hpp"
#include "arena/match/tournament.hpp"
#include "arena/schedule/make_schedule.hpp"
#include "core/util/clock.hpp"

namespace {

using namespace ludex;
using namespace ludex::arena;

double seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}
double cpu_seconds() {
  double sum = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    sum += seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }
  return sum;
}

struct Cost {
  double wall = 0;
  double cpu = 0;
  double agents_cpu = 0;
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
};

Cost play(Registry& registry, TournamentSpec spec, SeatMode mode) {
  spec.mode = mode;
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("bench_arena.{}", getpid());
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  Cost cost;
  const double cpu = cpu_seconds();
  const std::int64_t wall = wall_clock_ns();
  {
    Ledger::Warnings warnings;
    auto ledger = Ledger::open(spec, make_schedule(spec), folder, false, warnings);
    auto venue = Venue::make(spec, registry, nullptr);
    if (!ledger || !venue) std::abort();
    (*ledger)->begin(nullptr, nullptr);
    if (const auto end = run_tournament(**venue, **ledger); !end) {
      fmt::print(stderr, "{}\n", end.error());
      std::exit(2);
    }
  }
  cost.wall = static_cast<double>(wall_clock_ns() - wall) * 1e-9;
  cost.cpu = cpu_seconds() - cpu;
  const auto torn = visit_log(folder / "games.jsonl", [&](GameRecord&& record) {
    ++cost.games;
    for (const auto& stats : record.stats) {
      cost.agents_cpu += stats.cpu_seconds;
      cost.moves += stats.moves;
    }
  });
  if (!torn) std::abort();
  std::filesystem::remove_all(folder);
  return cost;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const auto games = static_cast<std::uint32_t>(argc > 1 ? std::atoi(argv[1]) : 40'000);
  const std::filesystem::path build =
      std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
  Registry registry({{build / "plugins"}, build / "ludex"});
  TournamentSpec spec;
  spec.name = "bench";
  spec.concurrency = 1;
  spec.record_moves = false;
  spec.games.push_back({"mnk", "mnk", {}, {}});
  for (const char* name : {"a", "b"}) spec.agents.push_back({name, "random", {}, {.iterations = 1}, {}});
  bool good = true;

  // Rounds in turn, so that a disturbance hits all modes; each against the inline run of its round.
  std::vector<double> shared_wall, shared_cpu, dedicated_wall, dedicated_cpu, inline_wall;
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
  }
  fmt::print("one slot, {} games a round, median of {} rounds\n", games, kRounds);
  fmt::print("inline                  {:6.2f} us a game elapsed\n", median(inline_wall));
  fmt::print("shared above inline     {:6.2f} us a game elapsed, {:6.2f} us of CPU time (limit 10 elapsed)\n",
             median(shared_wall), median(shared_cpu));
  fmt::print("dedicated above inline  {:6.2f} us a move elapsed, {:6.2f} us of CPU time (limit 30 elapsed)\n",
             median(dedicated_wall), median(dedicated_cpu));
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
