#include "arena/run/match/seat.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include <fmt/format.h>
#include <oneapi/tbb/task_arena.h>
#include <unistd.h>

#include "arena/host/plugins/services.hpp"
#include "arena/run/match/game_clocks.hpp"
#include "core/abi/text.hpp"
#include "core/agent/ending.hpp"
#include "core/system/engine_cpu.hpp"
#include "core/system/own_time.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::run {
namespace {

// A difference between elapsed and CPU time that justifies asking whether the machine was busy.
constexpr std::int64_t kNoticeable = 2'000'000;

Termination termination_of(AgentEnd end) noexcept {
  switch (end) {
    case AgentEnd::kResigned:
      return Termination::kResigned;
    case AgentEnd::kIllegalMove:
      return Termination::kIllegalMove;
    case AgentEnd::kCrash:
      return Termination::kCrash;
    case AgentEnd::kExit:
      return Termination::kExit;
    case AgentEnd::kNoAnswer:
      return Termination::kHang;
    case AgentEnd::kProtocol:
      return Termination::kProtocol;
    default:
      return Termination::kException;
  }
}

// In units of 0.1 ms.
std::uint32_t engine_cpu_of(const SearchReport& search) {
  for (std::uint32_t i = 0; i < search.counter_size; ++i) {
    if (std::strcmp(search.counters[i].name, kEngineCpuCounter) != 0) continue;
    return static_cast<std::uint32_t>(std::clamp(search.counters[i].value * 1e4, 0.0, 4e9));
  }
  return 0;
}

}  // namespace

Position start_position(const Game& game, const Opening& opening) {
  Position position(game);
  if (!opening.position.empty()) {
    // Checked when the tournament was set up.
    if (auto start = Position::from_text(game, opening.position)) position = std::move(*start);
  }
  for (const Move move : opening.moves) position.apply(move);
  return position;
}

std::optional<Fault> InlineSeat::judge(Status status, StringSink& error, std::uint64_t foreign_before) {
  const bool foreign = host::foreign_calls() != foreign_before;
  if (status == Status::kOk && !foreign) return std::nullopt;
  const AgentEnd end = end_of(*agent_, status);
  if (end == AgentEnd::kResigned && !foreign) return Fault{Termination::kResigned, ""};
  agent_.reset();
  if (foreign) return Fault{Termination::kException, "called parallel_for from one of its own threads"};
  return Fault{status == Status::kOutOfMemory ? Termination::kOverMemory : termination_of(end), error.take()};
}

std::optional<Fault> InlineSeat::start(const Start& start) {
  if (agent_ == nullptr) {
    auto made = library_->make_agent(params_);
    if (!made) return Fault{Termination::kException, "the agent could not be made: " + made.error()};
    agent_ = std::move(*made);
  }
  cpu_.start();
  StringSink error;
  const std::uint64_t foreign = host::foreign_calls();
  const Status status = agent_->new_game(start.game, start.seat, start.seed, error);
  if (auto fault = judge(status, error, foreign)) return fault;
  if (start.opening->moves.empty()) return std::nullopt;
  Position position = start_position(*start.game, {start.opening->position, {}});
  for (const Move move : start.opening->moves) {
    if (auto fault = observe(position, move)) return fault;
    position.apply(move);
  }
  return std::nullopt;
}

bool InlineSeat::takes_clock(const MoveTime& time) const noexcept {
  auto* const clock = find<GameClock>(*agent_);
  return clock != nullptr && clock->take_clock(time.clock, time.opponent);
}

std::optional<Fault> InlineSeat::observe(const Position& before, Move move) {
  StringSink error;
  const std::uint64_t foreign = host::foreign_calls();
  const Status status = agent_->observe(before.state(), move, error);
  return judge(status, error, foreign);
}

std::optional<Fault> InlineSeat::choose(const Position& position, const MoveTime& time, MoveReport& report) {
  Budget budget = time.budget;
  if (time.clock != nullptr) {
    constexpr std::int64_t kOverhead = 500'000;  // the interval of BudgetMeter's clock checks
    budget.wall_ns = takes_clock(time) ? rest_of_clock(*time.clock) : share_of_clock(*time.clock, kOverhead);
  }
  StringSink error;
  SearchReport search = SearchReport::empty(nullptr, 0);
  const std::uint64_t foreign = host::foreign_calls();
  // Only budgets of elapsed time need the run-queue times; reading them takes two system calls.
  std::optional<ProcessTree> tree;
  OwnTime own;
  if (budget.wall_ns > 0) own = OwnTime(0, tree.emplace(getpid(), budget.threads > 1 ? 0 : gettid()).look());
  cpu_.begin(budget);
  const std::int64_t wall = wall_clock_ns();
  Status status = Status::kOk;
  // Isolated, so that this thread, while it waits in the agent's parallel_for, does not start another game.
  tbb::this_task_arena::isolate(
      [&] { status = agent_->choose(position.state(), &budget, &search, &report.move, error); });
  report.wall_ns = wall_clock_ns() - wall;
  report.cpu_ns = cpu_.end(budget, report.wall_ns);
  if (time.clock != nullptr && report.wall_ns > report.cpu_ns + kNoticeable)
    report.wall_ns = std::min(report.wall_ns, own.own_ns(report.wall_ns, tree->look()));
  report.flaws = check_report(search, nullptr, 0);
  report.iterations = search.iterations;
  report.nodes = search.nodes;
  report.depth = search.depth;
  report.value = search.value;
  report.value_unit = search.value_unit;
  report.bound = search.bound;
  report.outcome = search.outcome;
  report.engine_cpu = engine_cpu_of(search);
  if (auto fault = judge(status, error, foreign)) return fault;
  const auto late = [&](std::int64_t spent, std::int64_t limit) {
    return limit > 0 && spent > limit + grace_ns_;
  };
  const auto seconds = [](std::int64_t ns) { return static_cast<double>(ns) * 1e-9; };
  // Elapsed time counts only where the machine ran the thread; the referee judges a game's clock.
  if (late(report.cpu_ns, budget.cpu_ns) ||
      (time.clock == nullptr && late(report.wall_ns, budget.wall_ns) &&
       late(own.own_ns(report.wall_ns, tree->look()), budget.wall_ns))) {
    return Fault{
        Termination::kOverTime,
        fmt::format("answered after {:.3f} s of CPU time, {:.3f} s elapsed; allowed were {} + {:.3f} s grace",
                    seconds(report.cpu_ns), seconds(report.wall_ns),
                    budget.cpu_ns > 0 ? fmt::format("{:.3f} s of CPU time", seconds(budget.cpu_ns))
                                      : fmt::format("{:.3f} s", seconds(budget.wall_ns)),
                    seconds(grace_ns_))};
  }
  return std::nullopt;
}

}  // namespace ludex::arena::run
