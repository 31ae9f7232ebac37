// What more threads are worth to df-pn (`ludex experiment df-pn-threads GAME --positions FILE`): each problem
// solved by one thread and by several, in turns, and where the factor between them goes:
//   more nodes   nodes of several threads / nodes of one: search overhead
//   node rate    nodes per CPU second and thread, several / one: caches and what threads do for each other
//   busy         CPU time of several / (threads * elapsed time): the rest is waiting, if the machine is free
// faster = CPU time of one * threads / CPU time of several is the speed-up on free cores if nobody waits, and
// can be measured on a machine that is not free; `by the clock` is what counts on one that is.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "agents/common/proof-number/engine.hpp"
#include "agents/common/proof-number/proof_agent.hpp"
#include "agents/common/proof-number/settings.hpp"
#include "agents/experiments/common/agent_parameters.hpp"
#include "agents/experiments/common/print.hpp"
#include "core/abi/host.hpp"
#include "core/abi/params.hpp"
#include "core/experiment/experiment_shell.hpp"
#include "core/game/position.hpp"
#include "core/util/clock.hpp"

namespace ludex::agents::proof_number {

// Of the agent `Agent`, one of the df-pn family.
template <class Agent>
class ThreadsExperiment {
 public:
  static constexpr std::uint32_t kNeeds = Experiment::kNeedsGame;

  static std::span<const ParamSpec> parameters() {
    static const auto specs = with_agent(
        {
            params::integer("threads", "2", 2, 64, "how many against one"),
            params::real("least", "2", 0, 1e6, "CPU seconds that one thread takes for a problem that counts"),
            params::real("most", "60", 0, 1e6, "the same"),
            params::integer("count", "1000", 1, 1'000'000, "of problems that count"),
        },
        Agent::parameters());
    return specs;
  }
  static Result<void> supports(const ExperimentTask& task) {
    if (abi::g_host == nullptr || host().threads < task.values.integer("threads"))
      return Error{"the host has fewer threads than that"};
    return supported(*task.game);
  }
  static Result<void> run(const ExperimentTask& task, TextSink& out) {
    return ThreadsExperiment(task).measure(out);
  }

 private:
  explicit ThreadsExperiment(const ExperimentTask& task)
      : settings_(read_settings(task.values, Agent::parameters())), task_(task) {
    const ParamValues& values = task.values;
    threads_ = static_cast<std::uint32_t>(values.integer("threads"));
    least_ = values.real("least");
    most_ = values.real("most");
    count_ = static_cast<std::size_t>(values.integer("count"));
  }

  Result<void> measure(TextSink& out) {
    engine_.new_game(*task_.game, settings_);
    const Position initial(*task_.game);
    std::vector<const State*> positions(task_.positions.begin(), task_.positions.end());
    if (positions.empty()) positions.push_back(initial.state());
    print(out, "problem  answer  seconds: one, ", threads_, " threads  nodes: one, ", threads_,
          "  more nodes  node rate  busy  faster  by the clock\n");
    static_cast<void>(solve(positions[0], threads_, 1'000'000));  // pages and threads warm
    for (std::size_t i = 0; i < positions.size() && solved_ < count_ && !task_.stopped(); ++i) {
      const Run one = solve(positions[i], 1);
      if (!one.solved || one.cpu < least_ || one.cpu > most_) continue;
      const Run many = solve(positions[i], threads_);
      if (task_.stopped()) break;
      if (!many.solved || many.yes != one.yes)
        return Error{"one thread and several disagree about problem " + std::to_string(i + 1)};
      const std::array<double, kFactors> factors{
          many.nodes / one.nodes, many.nodes / many.cpu / (one.nodes / one.cpu),
          many.cpu / (threads_ * many.wall), one.cpu * threads_ / many.cpu, one.wall / many.wall};
      print(out, i + 1, one.yes ? " yes " : " no ", fixed(one.wall, 2), " ", fixed(many.wall, 2), " ",
            fixed(one.nodes, 0), " ", fixed(many.nodes, 0));
      for (std::size_t k = 0; k < kFactors; ++k) print(out, " ", fixed(factors[k], kDigits[k]));
      print(out, "\n");
      for (std::size_t k = 0; k < kFactors; ++k) logs_[k] += std::log(factors[k]);
      ++solved_;
    }
    if (solved_ == 0) return {};
    const auto mean = [&](std::size_t k) {
      return fixed(std::exp(logs_[k] / static_cast<double>(solved_)), kDigits[k]);
    };
    print(out, solved_, " problems, geometric means: more nodes ", mean(0), ", node rate ", mean(1),
          ", busy ", mean(2), ", faster ", mean(3), ", by the clock ", mean(4), "\n");
    return {};
  }

  struct Run {
    bool solved, yes;
    double nodes, cpu, wall;
  };
  static constexpr std::size_t kFactors = 5;
  static constexpr std::array<int, kFactors> kDigits{3, 3, 2, 2, 2};

  [[nodiscard]] Run solve(const State* position, std::uint32_t threads, std::uint64_t nodes = 0) {
    Budget budget{};
    budget.threads = threads;
    budget.nodes = nodes;
    budget.stop = task_.stop;
    // Several are given time enough to be as slow as they are.
    if (threads == 1) budget.cpu_ns = static_cast<std::int64_t>(most_ * 1e9) + 1'000'000'000;
    const Game& game = *task_.game;
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
  const ExperimentTask& task_;
  std::uint32_t threads_ = 2;
  double least_ = 0;
  double most_ = 0;
  std::size_t count_ = 0;
  DfPnEngine engine_;
  std::array<double, kFactors> logs_{};
  std::size_t solved_ = 0;
};

}  // namespace ludex::agents::proof_number
