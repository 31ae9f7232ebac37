// Speed-up by threads (`ludex study alpha-beta-threads GAME`): nodes per second, and time to a depth, of
// the same positions with one thread and with several, in short alternating bursts, so that other load on the
// machine disturbs both alike. Results: arena/papers/alpha-beta.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/alpha-beta/alpha_beta.hpp"
#include "agents/alpha-beta/engine.hpp"
#include "core/abi/host.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/game/position.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/clock.hpp"
#include "plugins/studies/common/print.hpp"
#include "plugins/studies/common/threads.hpp"

namespace ludex::agents::alpha_beta {

class ThreadsStudy {
 public:
  static constexpr PluginInfo kInfo{"alpha-beta-threads", "1.0.0",
                                    "speed of alpha-beta with several threads against one", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame;

  static std::span<const ParamSpec> parameters() {
    static const auto specs = with_agent(
        {
            threads_parameter(),
            params::integer("first", "10", 1, 10000, "positions, the first ones"),
            params::integer("repeat", "9", 1, 1000, "bursts of each position"),
            params::integer("nodes", "200000", 1000, 1'000'000'000, "of a burst"),
            params::integer("depth", "0", 0, 60, "0: nodes per second; else the time to this depth"),
        },
        AlphaBeta::parameters());
    return specs;
  }
  static Result<void> supports(const StudyTask& task) { return threads_supported<AlphaBeta>(task); }
  static Result<void> run(const StudyTask& task, TextSink& out);
};

Result<void> ThreadsStudy::run(const StudyTask& task, TextSink& out) {
  const ParamValues& values = task.values;
  const auto threads = static_cast<std::uint32_t>(values.integer("threads"));
  const auto depth = static_cast<std::uint32_t>(values.integer("depth"));
  const auto repeat = static_cast<std::uint32_t>(values.integer("repeat"));

  struct Burst {
    double nodes, wall, cpu;
  };
  Engine<NoTally> engine(AlphaBeta::read_settings(values));
  Position initial(*task.game);
  const auto wanted = static_cast<std::size_t>(values.integer("first"));
  std::vector<const State*> positions(std::max<std::size_t>(1, std::min(task.positions.size(), wanted)),
                                      initial.state());
  if (!task.positions.empty()) std::copy_n(task.positions.begin(), positions.size(), positions.begin());
  const auto search = [&](const State* position, std::uint32_t with, std::uint64_t seed) {
    engine.new_game(*task.game, 0, seed);
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

  // [one, several]: compares each position's best burst, then the sums.
  std::vector<double> ratios;
  std::array<double, 2> speed{}, nodes{}, wall{}, cpu{};
  for (std::size_t i = 0; i < positions.size() && !task.stopped(); ++i) {
    std::array<Burst, 2> best{};
    std::array<bool, 2> any{};
    search(positions[i], threads, 1);  // warms up pages and threads
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
  if (ratios.empty()) return {};
  std::sort(ratios.begin(), ratios.end());
  const double n = static_cast<double>(ratios.size());
  const auto speeds = [&](const char* what, double one, double several) {
    print(out, what, ": 1 thread ", fixed(one / 1e6, 2), " M, ", threads, " threads ",
          fixed(several / 1e6, 2), " M");
  };
  print(out, ratios.size(), " positions, ", repeat, " bursts each, the fastest counts\n");
  speeds("nodes per second", speed[0] / n, speed[1] / n);
  speeds("\nnodes per CPU second", nodes[0] / cpu[0], nodes[1] / cpu[1]);
  print(out, ", times ", threads, ": ", fixed(threads * (nodes[1] / cpu[1]) / (nodes[0] / cpu[0]), 2), "\n");
  if (depth != 0)
    print(out, "elapsed time to depth ", depth, ": 1 thread ", fixed(wall[0], 3), " s, ", threads,
          " threads ", fixed(wall[1], 3), " s\n");
  print(out, depth != 0 ? "times as fast" : "times the nodes per second", " by position: least ",
        fixed(ratios.front(), 2), ", median ", fixed(ratios[ratios.size() / 2], 2), ", greatest ",
        fixed(ratios.back(), 2), "; of the sums ",
        fixed(depth != 0 ? wall[0] / wall[1] : speed[1] / speed[0], 2), "\n");
  return {};
}

}  // namespace ludex::agents::alpha_beta

LUDEX_STUDY_PLUGIN(ludex::agents::alpha_beta::ThreadsStudy);
