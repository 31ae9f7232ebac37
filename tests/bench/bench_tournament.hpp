// Whole tournaments as a measure: what a run cost, of which the agents had how much.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arena/host/plugins/registry.hpp"
#include "arena/results/log/log_reader.hpp"
#include "arena/run/schedule/make_schedule.hpp"
#include "arena/run/worker/slots.hpp"
#include "core/util/clock.hpp"

namespace ludex::bench {

using namespace ludex::arena;

inline double seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}
// Of this process, or of its children that have ended.
inline double cpu_seconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Cost {
  double wall = 0;
  double own_cpu = 0;  // this process
  double cpu = 0;      // this process and those it started
  double agents_cpu = 0;
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  std::uint64_t faults = 0;  // games that did not end normally
};

// The build folder this executable lies in.
inline std::filesystem::path build_folder() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
}

inline Cost play(host::Registry& registry, TournamentSpec spec, SeatMode mode) {
  spec.mode = mode;
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("ludex_bench.{}", getpid());
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  Cost cost;
  const double own = cpu_seconds(RUSAGE_SELF);
  const double others = cpu_seconds(RUSAGE_CHILDREN);
  const std::int64_t wall = wall_clock_ns();
  {
    run::Ledger::Warnings warnings;
    auto ledger = run::Ledger::open(spec, run::make_schedule(spec), folder, false, warnings);
    const auto prepared = run::prepare(spec, registry);
    if (!prepared) std::abort();
    auto context = run::TournamentContext::make(*prepared, registry, nullptr);
    if (!ledger || !context || !(*ledger)->open_logs()) std::abort();
    (*ledger)->begin(nullptr, nullptr);
    if (const auto end = run::run_on_this_machine(**context, **ledger); !end) {
      fmt::print(stderr, "{}\n", end.error());
      std::exit(2);
    }
  }
  cost.wall = static_cast<double>(wall_clock_ns() - wall) * 1e-9;
  cost.own_cpu = cpu_seconds(RUSAGE_SELF) - own;
  cost.cpu = cost.own_cpu + cpu_seconds(RUSAGE_CHILDREN) - others;
  const auto torn = log::visit_log(folder / "games.jsonl", [&](GameRecord&& record) -> Result<void> {
    ++cost.games;
    if (record.termination != Termination::kNormal) ++cost.faults;
    for (const auto& stats : record.stats) {
      cost.agents_cpu += stats.cpu_seconds;
      cost.moves += stats.moves;
    }
    return {};
  });
  if (!torn) std::abort();
  std::filesystem::remove_all(folder);
  return cost;
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace ludex::bench
