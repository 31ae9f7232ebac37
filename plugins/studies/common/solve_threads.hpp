// Speed-up of a solver by threads (`ludex study df-pn-threads GAME --positions FILE`): solves each
// problem (can the side to move win?) with one thread and with several, in turns, and splits the factor
// between them:
//   more nodes   nodes of several threads / nodes of one: search overhead
//   node rate    nodes per CPU second and thread, several / one: effects of caches and of shared work
//   busy         CPU time of several / (threads * elapsed time): the rest is waiting, if the machine is free
// faster = CPU time of one * threads / CPU time of several is the speed-up on free cores if nobody waits, and
// can be measured on a busy machine; on a free one `by the clock` counts.
// Without a file the problems are the ends of random games of a given number of plies.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/abi/host.hpp"
#include "core/abi/params.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/report.hpp"
#include "core/game/position.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/clock.hpp"
#include "core/util/rng.hpp"
#include "plugins/studies/common/print.hpp"
#include "plugins/studies/common/threads.hpp"

namespace ludex::agents {

// The study for an agent `Agent` that solves with several threads.
template <class Agent>
class SolveThreads {
 public:
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame;

  static std::span<const ParamSpec> parameters() {
    static const auto specs = with_agent(
        {
            threads_parameter(),
            params::real("least", "2", 0, 1e6, "minimum CPU seconds of one thread for a problem to count"),
            params::real("most", "60", 0, 1e6, "the same"),
            params::integer("count", "1000", 1, 1'000'000, "number of problems that count"),
            params::integer("tried", "1000", 1, 1'000'000, "maximum number of problems, without a file"),
            params::integer("plies", "10", 0, 1000, "plies of random play before a problem, without a file"),
            params::integer("seed", "1", 0, 1'000'000'000, "of random play"),
        },
        Agent::parameters());
    return specs;
  }
  static Result<void> supports(const StudyTask& task) { return threads_supported<Agent>(task); }
  static Result<void> run(const StudyTask& task, TextSink& out) { return SolveThreads(task).measure(out); }

 private:
  explicit SolveThreads(const StudyTask& task) : agent_(task.values), task_(task), initial_(*task.game) {
    const ParamValues& values = task.values;
    threads_ = static_cast<std::uint32_t>(values.integer("threads"));
    least_ = values.real("least");
    most_ = values.real("most");
    count_ = static_cast<std::size_t>(values.integer("count"));
  }

  // Makes positions that are not over.
  void play_at_random() {
    const Game& game = *task_.game;
    std::vector<Move> moves(game.traits().max_moves);
    for (std::int64_t i = 0; i < task_.values.integer("tried"); ++i) {
      Rng rng = Rng::seeded(static_cast<std::uint64_t>(task_.values.integer("seed") * 1'000'000 + i));
      Position position = initial_;
      for (std::int64_t ply = 0; ply < task_.values.integer("plies"); ++ply) {
        if (is_over(position.status())) break;
        const std::uint32_t count = game.legal_moves(position.state(), moves.data());
        position.apply(moves[rng.below(count)]);
      }
      if (!is_over(position.status())) drawn_.push_back(std::move(position));
    }
  }

  Result<void> measure(TextSink& out) {
    agent_.new_game(*task_.game, 0, 0);
    std::vector<const State*> positions(task_.positions.begin(), task_.positions.end());
    if (positions.empty()) {
      play_at_random();
      for (const Position& position : drawn_) positions.push_back(position.state());
    }
    if (positions.empty()) return Error{"random play of that many plies ends every game"};
    print(out, "problem  answer  seconds: one, ", threads_, " threads  nodes: one, ", threads_,
          "  more nodes  node rate  busy  faster  by the clock\n");
    static_cast<void>(solve(positions[0], threads_, 1'000'000));  // warms up pages and threads
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
    // Several threads get enough time to be slower.
    if (threads == 1) budget.cpu_ns = static_cast<std::int64_t>(most_ * 1e9) + 1'000'000'000;
    SearchReport report = SearchReport::empty(nullptr, 0);
    const std::int64_t wall = wall_clock_ns();
    const std::int64_t cpu = process_cpu_ns();
    agent_.solve(position, Goal::kWin, budget, report);
    Run run{false, false, static_cast<double>(report.nodes),
            static_cast<double>(process_cpu_ns() - cpu) * 1e-9,
            static_cast<double>(wall_clock_ns() - wall) * 1e-9};
    for (const ReportCounter& counter : std::span(report.counters).first(report.counter_size)) {
      if (std::string_view(counter.name) != "answer") continue;
      run.solved = true;
      run.yes = counter.value != 0;
    }
    return run;
  }

  Agent agent_;
  const StudyTask& task_;
  std::uint32_t threads_ = 2;
  double least_ = 0;
  double most_ = 0;
  std::size_t count_ = 0;
  Position initial_;
  std::vector<Position> drawn_;
  std::array<double, kFactors> logs_{};
  std::size_t solved_ = 0;
};

}  // namespace ludex::agents
