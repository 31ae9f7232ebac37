// What more threads are worth (`ludex experiment alpha-beta threads GAME`): nodes per second, and time to a
// depth, of the same positions with one thread and with several, in short bursts that take turns, so that
// what else runs on the machine disturbs both alike. README.md has figures.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "agents/alpha-beta/engine.hpp"
#include "core/abi/params.hpp"
#include "core/agent/study.hpp"
#include "core/util/clock.hpp"

namespace ludex::agents::alpha_beta {

inline void study_threads(const Settings& settings, const StudyTask& task, TextSink& out) {
  static const std::array specs{
      params::integer("threads", "2", 2, 64, "how many against one"),
      params::integer("first", "10", 1, 10000, "positions, the first ones"),
      params::integer("repeat", "9", 1, 1000, "bursts of each position"),
      params::integer("nodes", "200000", 1000, 1'000'000'000, "of a burst"),
      params::integer("depth", "0", 0, 60, "0: nodes per second; else the time to this depth"),
  };
  const ParamValues values = task.settings(specs);
  const auto threads = static_cast<std::uint32_t>(values.integer("threads"));
  const auto depth = static_cast<std::uint32_t>(values.integer("depth"));
  const auto repeat = static_cast<std::uint32_t>(values.integer("repeat"));
  if (abi::g_host == nullptr || host().threads < threads)
    throw std::runtime_error("the host has fewer threads than that");

  struct Burst {
    double nodes, wall, cpu;
  };
  Engine<NoTally> engine(settings);
  Position initial(task.game);
  const auto wanted = static_cast<std::size_t>(values.integer("first"));
  std::vector<const State*> positions(std::max<std::size_t>(1, std::min<std::size_t>(task.count, wanted)),
                                      initial.state());
  if (task.count != 0) std::copy_n(task.positions, positions.size(), positions.begin());
  const auto search = [&](const State* position, std::uint32_t with, std::uint64_t seed) {
    engine.new_game(task.game, 0, seed);
    Budget budget{};
    budget.threads = with;
    budget.stop = task.stop;
    if (depth != 0) {
      budget.depth = depth;
    } else {
      budget.nodes = static_cast<std::uint64_t>(values.integer("nodes"));
    }
    SearchReport report = SearchReport::empty(nullptr, 0);
    const std::int64_t wall = wall_clock_ns();
    const std::int64_t cpu = process_cpu_ns();
    engine.choose(position, budget, report);
    return Burst{static_cast<double>(report.nodes), static_cast<double>(wall_clock_ns() - wall) * 1e-9,
                 static_cast<double>(process_cpu_ns() - cpu) * 1e-9};
  };

  // [one, several]: what is compared is each position's best burst, then all of them.
  std::vector<double> ratios;
  std::array<double, 2> speed{}, nodes{}, wall{}, cpu{};
  for (std::size_t i = 0; i < positions.size() && !task.stopped(); ++i) {
    std::array<Burst, 2> best{};
    std::array<bool, 2> any{};
    search(positions[i], threads, 1);  // pages and threads warm
    for (std::uint32_t r = 0; r < repeat; ++r) {
      for (const std::size_t k : {r % 2, 1 - r % 2}) {
        const Burst burst = search(positions[i], k == 0 ? 1 : threads, 1);
        nodes[k] += burst.nodes;
        cpu[k] += burst.cpu;
        if (!any[k] || burst.nodes / burst.wall > best[k].nodes / best[k].wall ||
            (depth != 0 && burst.wall < best[k].wall))
          best[k] = burst;
        any[k] = true;
      }
    }
    for (const std::size_t k : {0U, 1U}) {
      speed[k] += best[k].nodes / best[k].wall;
      wall[k] += best[k].wall;
    }
    ratios.push_back(depth != 0 ? best[0].wall / best[1].wall
                                : best[1].nodes / best[1].wall / (best[0].nodes / best[0].wall));
  }
  if (ratios.empty()) return;
  std::sort(ratios.begin(), ratios.end());
  const double n = static_cast<double>(ratios.size());
  print(out, "%zu positions, %u bursts each, the fastest counts\n", ratios.size(), repeat);
  print(out, "nodes per second: 1 thread %.2f M, %u threads %.2f M\n", speed[0] / n / 1e6, threads,
        speed[1] / n / 1e6);
  print(out, "nodes per CPU second: 1 thread %.2f M, %u threads %.2f M, times %u: %.2f\n",
        nodes[0] / cpu[0] / 1e6, threads, nodes[1] / cpu[1] / 1e6, threads,
        threads * (nodes[1] / cpu[1]) / (nodes[0] / cpu[0]));
  if (depth != 0)
    print(out, "elapsed time to depth %u: 1 thread %.3f s, %u threads %.3f s\n", depth, wall[0], threads,
          wall[1]);
  print(out, "%s by position: least %.2f, median %.2f, greatest %.2f; of the sums %.2f\n",
        depth != 0 ? "times as fast" : "times the nodes per second", ratios.front(),
        ratios[ratios.size() / 2], ratios.back(), depth != 0 ? wall[0] / wall[1] : speed[1] / speed[0]);
}

}  // namespace ludex::agents::alpha_beta
