// The experiments of mtd (`ludex experiment mtd NAME ...`): training of the distribution, comparison of the
// drivers.
#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "agents/mtd/engine.hpp"
#include "agents/mtd/training.hpp"
#include "core/abi/params.hpp"
#include "core/agent/study.hpp"
#include "core/util/clock.hpp"

namespace ludex::agents::mtd {

inline constexpr const char* kStudyList =
    "train fits the parameters of MTD-H on the first positions, tests them on the rest (train=250, depth=7)\n"
    "compare nodes, tests and time of every driver per depth, as a table (depth=7, repeat=1)\n";

[[nodiscard]] inline ParamValues study_values(const StudyTask& task, std::span<const ParamSpec> specs) {
  if (task.count == 0) throw std::runtime_error("needs --positions");
  return task.settings(specs);
}

// All depths of one position with one set of settings.
template <class Tally>
std::vector<DepthResult> deepen(Engine<Tally>& engine, const StudyTask& task, const State* position,
                                std::uint32_t depth) {
  engine.new_game(task.game, 1);
  Budget budget{};
  budget.depth = depth;
  budget.threads = 1;
  budget.stop = task.stop;
  BudgetMeter meter(budget);
  Move move = kNoMove;
  engine.deepen(position, budget, meter, move);
  return engine.results();
}

inline void train(const Settings& given, const StudyTask& task, TextSink& out) {
  static const std::array specs{
      params::integer("train", "250", 1, 1'000'000,
                      "positions to fit on, the first ones; the rest is for the test"),
      params::integer("depth", "7", 3, 12, "the deepest search")};
  const ParamValues values = study_values(task, specs);
  const auto training = static_cast<std::uint32_t>(values.integer("train"));
  const auto depth = static_cast<std::uint32_t>(values.integer("depth"));
  Settings settings = given;
  settings.shuffle = false;
  settings.step = Step::kMedian;
  Engine<minimax::BucketTally> engine(settings);
  minimax::BucketTally buckets;
  buckets.configure(settings.buckets, settings.width);

  // [from][distance 1 or 2][training or test]
  std::vector<std::array<std::array<Samples, 2>, 3>> data(depth + 1);
  for (std::uint32_t i = 0; i < task.count && !task.stopped(); ++i) {
    const std::vector<DepthResult> results = deepen(engine, task, task.positions[i], depth);
    const Score sign = task.game.to_move(task.positions[i]) == 0 ? 1 : -1;
    for (std::uint32_t from = 1; from < results.size(); ++from) {
      // Such positions have a certain prediction: the same win.
      if (is_win(results[from - 1].value) || is_loss(results[from - 1].value)) continue;
      for (std::uint32_t distance = 1; distance <= 2 && from + distance <= results.size(); ++distance) {
        add_samples(data[from][distance][i < training ? 0 : 1], results[from - 1].counters,
                    buckets.bucket_of(sign * results[from + distance - 1].value));
      }
    }
  }
  print(out, "from,to,p,down,up,c,loss,test_loss,thesis_loss,thesis_test_loss\n");
  for (std::uint32_t to = 3; to <= depth; ++to) {
    for (const std::uint32_t distance : {2U, 1U}) {
      const auto& sets = data[to - distance][distance];
      Parameters row = fit(sets[0]);
      const Parameters* const thesis = parameters_for(kThesisParameters, to - distance, to);
      print(out, "%u,%u,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f", to - distance, to, row.p, row.down, row.up, row.c,
            loss(sets[0], row), loss(sets[1], row));
      if (thesis != nullptr) print(out, ",%.6f,%.6f", loss(sets[0], *thesis), loss(sets[1], *thesis));
      print(out, "\n");
    }
  }
}

struct Contestant {
  const char* name;
  Step step;
  bool scout;
  bool counting;
};

inline void compare(const Settings& given, const StudyTask& task, TextSink& out) {
  static const std::array specs{
      params::integer("depth", "7", 1, 20, "the deepest search"),
      params::integer("repeat", "1", 1, 100, "searches of each position; the least time counts")};
  const ParamValues values = study_values(task, specs);
  const auto depth = static_cast<std::uint32_t>(values.integer("depth"));
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
  std::vector<std::vector<Score>> value(task.count);
  std::uint32_t differing = 0;
  for (std::size_t c = 0; c < kContestants.size(); ++c) {
    Settings settings = given;
    settings.shuffle = false;
    settings.step = kContestants[c].step;
    settings.search.scout = kContestants[c].scout;
    const auto run = [&](auto& engine) {
      for (std::uint32_t i = 0; i < task.count && !task.stopped(); ++i) {
        std::vector<DepthResult> results;
        for (std::int64_t r = 0; r < values.integer("repeat"); ++r) {
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
      print(
          out, "| %u | %s | %llu | %.3f | %.0f | %llu | %.2f | %.2f M |\n", d, kContestants[c].name,
          static_cast<unsigned long long>(row.nodes),
          static_cast<double>(row.nodes) / static_cast<double>(std::max<std::uint64_t>(table[d][0].nodes, 1)),
          std::exp(row.log_nodes / row.positions), static_cast<unsigned long long>(row.tests), row.seconds,
          static_cast<double>(row.nodes) / std::max(row.seconds, 1e-9) / 1e6);
    }
  }
  print(out, "\nValues that differ from those of alpha-beta: %u\n", differing);
}

}  // namespace ludex::agents::mtd
