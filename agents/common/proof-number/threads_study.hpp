// What more threads are worth to df-pn (`ludex experiment df-pn|df-pn-plus threads GAME --positions FILE`):
// each problem solved by one thread and by several, in turns, and where the factor between them goes:
//   more nodes   nodes of several threads / nodes of one: search overhead
//   node rate    nodes per CPU second and thread, several / one: caches and what threads do for each other
//   busy         CPU time of several / (threads * elapsed time): the rest is waiting, if the machine is free
// faster = CPU time of one * threads / CPU time of several is the speed-up on free cores if nobody waits, and
// can be measured on a machine that is not free; `by the clock` is what counts on one that is.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "agents/common/proof-number/engine.hpp"
#include "core/abi/params.hpp"
#include "core/agent/study.hpp"
#include "core/game/position.hpp"
#include "core/util/clock.hpp"

namespace ludex::agents::proof_number {

inline constexpr const char* kThreadsStudy =
    "threads one thread against several on --positions (threads=2, least=2, most=60, count=1000)\n";

class ThreadsStudy {
 public:
  ThreadsStudy(const Settings& settings, const StudyTask& task) : settings_(settings), task_(task) {
    static const std::array specs{
        params::integer("threads", "2", 2, 64, "how many against one"),
        params::real("least", "2", 0, 1e6, "CPU seconds that one thread takes for a problem that counts"),
        params::real("most", "60", 0, 1e6, "the same"),
        params::integer("count", "1000", 1, 1'000'000, "of problems that count"),
    };
    const ParamValues values = task.settings(specs);
    threads_ = static_cast<std::uint32_t>(values.integer("threads"));
    least_ = values.real("least");
    most_ = values.real("most");
    count_ = static_cast<std::size_t>(values.integer("count"));
    if (abi::g_host == nullptr || host().threads < threads_)
      throw std::runtime_error("the host has fewer threads than that");
  }

  void run(TextSink& out) {
    engine_.new_game(task_.game, settings_);
    const Position initial(task_.game);
    std::vector<const State*> positions(task_.positions, task_.positions + task_.count);
    if (positions.empty()) positions.push_back(initial.state());
    print(out,
          "problem  answer  seconds: one, %u threads  nodes: one, %u  more nodes  node rate  busy  faster  "
          "by the clock\n",
          threads_, threads_);
    static_cast<void>(solve(positions[0], threads_, 1'000'000));  // pages and threads warm
    for (std::size_t i = 0; i < positions.size() && solved_ < count_ && !task_.stopped(); ++i) {
      const Run one = solve(positions[i], 1);
      if (!one.solved || one.cpu < least_ || one.cpu > most_) continue;
      const Run many = solve(positions[i], threads_);
      if (task_.stopped()) break;
      if (!many.solved || many.yes != one.yes)
        throw std::runtime_error("one thread and several disagree about problem " + std::to_string(i + 1));
      const std::array<double, kFactors> factors{
          many.nodes / one.nodes, many.nodes / many.cpu / (one.nodes / one.cpu),
          many.cpu / (threads_ * many.wall), one.cpu * threads_ / many.cpu, one.wall / many.wall};
      print(out, "%zu %s %.2f %.2f %.0f %.0f %.3f %.3f %.2f %.2f %.2f\n", i + 1, one.yes ? "yes" : "no",
            one.wall, many.wall, one.nodes, many.nodes, factors[0], factors[1], factors[2], factors[3],
            factors[4]);
      for (std::size_t k = 0; k < kFactors; ++k) logs_[k] += std::log(factors[k]);
      ++solved_;
    }
    if (solved_ == 0) return;
    const auto mean = [&](std::size_t k) { return std::exp(logs_[k] / static_cast<double>(solved_)); };
    print(out,
          "%zu problems, geometric means: more nodes %.3f, node rate %.3f, busy %.2f, faster %.2f, by the "
          "clock "
          "%.2f\n",
          solved_, mean(0), mean(1), mean(2), mean(3), mean(4));
  }

 private:
  struct Run {
    bool solved, yes;
    double nodes, cpu, wall;
  };
  static constexpr std::size_t kFactors = 5;

  [[nodiscard]] Run solve(const State* position, std::uint32_t threads, std::uint64_t nodes = 0) {
    Budget budget{};
    budget.threads = threads;
    budget.nodes = nodes;
    budget.stop = task_.stop;
    // Several are given time enough to be as slow as they are.
    if (threads == 1) budget.cpu_ns = static_cast<std::int64_t>(most_ * 1e9) + 1'000'000'000;
    const Game& game = task_.game;
    engine_.start(position, identity_of(game.traits()), game.hash(position), 0);
    BudgetMeter meter(budget);
    const std::int64_t wall = wall_clock_ns();
    const std::int64_t cpu = process_cpu_ns();
    const Verdict verdict = engine_.ask({game.to_move(position), 1, false}, meter);
    return {verdict.yes() || verdict.no(), verdict.yes(), static_cast<double>(meter.nodes()),
            static_cast<double>(process_cpu_ns() - cpu) * 1e-9,
            static_cast<double>(wall_clock_ns() - wall) * 1e-9};
  }

  Settings settings_;
  const StudyTask& task_;
  std::uint32_t threads_ = 2;
  double least_ = 0;
  double most_ = 0;
  std::size_t count_ = 0;
  DfPnEngine engine_;
  std::array<double, kFactors> logs_{};
  std::size_t solved_ = 0;
};

}  // namespace ludex::agents::proof_number
