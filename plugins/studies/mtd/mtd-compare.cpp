// Nodes, tests and time of every driver by depth (`ludex study mtd-compare GAME --positions FILE`).
// Results: arena/papers/mtd-h.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/mtd/mtd.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/common/agent_parameters.hpp"
#include "plugins/studies/common/print.hpp"
#include "plugins/studies/mtd/deepen.hpp"

namespace ludex::agents::mtd {

class CompareStudy {
 public:
  static constexpr PluginInfo kInfo{"mtd-compare", "1.0.0", "nodes, tests and time of every driver by depth",
                                    "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsPositions;

  static std::span<const ParamSpec> parameters() {
    static const auto specs = with_agent(
        {params::integer("depth", "7", 1, 20, "the deepest search"),
         params::integer("repeat", "1", 1, 100, "searches of each position; the shortest time counts")},
        Mtd::parameters());
    return specs;
  }
  static Result<void> supports(const StudyTask& task) { return Mtd::supports(*task.game); }
  static Result<void> run(const StudyTask& task, TextSink& out);
};

struct Contestant {
  const char* name;
  Step step;
  bool scout;
  bool counting;
};

Result<void> CompareStudy::run(const StudyTask& task, TextSink& out) {
  const auto depth = static_cast<std::uint32_t>(task.values.integer("depth"));
  static constexpr std::array<Contestant, 8> kContestants{{{"alpha-beta", Step::kFull, false, false},
                                                           {"pvs", Step::kFull, true, false},
                                                           {"mtd-f", Step::kFixed, false, false},
                                                           {"mtd-bi", Step::kBisect, false, false},
                                                           {"mtd-f+counters", Step::kFixed, false, true},
                                                           {"mtd-bi+counters", Step::kBisect, false, true},
                                                           {"mtd-h", Step::kMedian, false, true},
                                                           {"mtd-h-mean", Step::kMean, false, true}}};
  struct Row {
    std::uint64_t nodes = 0;
    std::uint64_t tests = 0;
    double seconds = 0;
    double log_nodes = 0;
    std::uint32_t positions = 0;
  };
  std::vector<std::array<Row, kContestants.size()>> table(depth + 1);
  std::vector<std::vector<Score>> value(task.positions.size());
  std::uint32_t differing = 0;
  for (std::size_t c = 0; c < kContestants.size(); ++c) {
    Settings settings = Mtd::read_settings(task.values);
    settings.shuffle = false;
    settings.step = kContestants[c].step;
    settings.search.scout = kContestants[c].scout;
    const auto run = [&](auto& engine) {
      for (std::size_t i = 0; i < task.positions.size() && !task.stopped(); ++i) {
        std::vector<DepthResult> results;
        for (std::int64_t r = 0; r < task.values.integer("repeat"); ++r) {
          auto again = deepen(engine, task, task.positions[i], depth);
          for (std::size_t d = 0; d < std::min(results.size(), again.size()); ++d)
            again[d].cpu_ns = std::min(again[d].cpu_ns, results[d].cpu_ns);
          results = std::move(again);
        }
        for (std::size_t d = 0; d < results.size(); ++d) {
          Row& row = table[d + 1][c];
          row.nodes += results[d].nodes;
          row.tests += results[d].tests;
          row.seconds += static_cast<double>(results[d].cpu_ns) * 1e-9;
          row.log_nodes += std::log(static_cast<double>(std::max<std::uint64_t>(results[d].nodes, 1)));
          ++row.positions;
          if (c == 0) {
            value[i].push_back(results[d].value);
          } else if (d >= value[i].size() || value[i][d] != results[d].value) {
            ++differing;
          }
        }
      }
    };
    if (kContestants[c].counting) {
      Engine<minimax::BucketTally> engine(settings);
      run(engine);
    } else {
      Engine<minimax::NoTally> engine(settings);
      run(engine);
    }
  }
  print(out,
        "| depth | driver | nodes | of alpha-beta | geometric mean | tests | CPU s | nodes/s |\n"
        "|---|---|---|---|---|---|---|---|\n");
  for (std::uint32_t d = 1; d <= depth; ++d) {
    for (std::size_t c = 0; c < kContestants.size(); ++c) {
      const Row& row = table[d][c];
      if (row.positions == 0) continue;
      const Row& base = table[d][0];
      print(
          out, "| ", d, " | ", kContestants[c].name, " | ", row.nodes, " | ",
          fixed(static_cast<double>(row.nodes) / static_cast<double>(std::max<std::uint64_t>(base.nodes, 1)),
                3),
          " | ", fixed(std::exp(row.log_nodes / row.positions), 0), " | ", row.tests, " | ",
          fixed(row.seconds, 2), " | ",
          fixed(static_cast<double>(row.nodes) / std::max(row.seconds, 1e-9) / 1e6, 2), " M |\n");
    }
  }
  print(out, "\nValues that differ from those of alpha-beta: ", differing, "\n");
  return {};
}

}  // namespace ludex::agents::mtd

LUDEX_STUDY_PLUGIN(ludex::agents::mtd::CompareStudy);
