#include "arena/run/worker/cpu_ledger.hpp"

#include <algorithm>
#include <utility>

namespace ludex::arena::run {

void CpuLedger::clear() {
  cycle_.reset();
  hidden_ns_ = 0;
  lateness_ = {};
}

void CpuLedger::begin(std::int64_t cpu_ns, std::int64_t unseen_ns, const Budget& budget) {
  cycle_ = Cycle{.cpu_ns = cpu_ns, .unseen_ns = unseen_ns, .budget = budget};
}

bool CpuLedger::cycle_has_room() const noexcept {
  constexpr std::uint32_t kMovesACycle = 16;
  return cycle_ && cycle_->moves < kMovesACycle;
}

std::optional<std::string> CpuLedger::close_cycle(std::int64_t cpu_ns) {
  if (!cycle_) return std::nullopt;
  const Cycle cycle = *std::exchange(cycle_, std::nullopt);
  const std::int64_t cpu = cpu_ns - cycle.cpu_ns - cycle.unseen_ns;
  constexpr std::int64_t kToSleep = 2'000'000;
  if (const std::int64_t hidden = cpu - cycle.move_cpu_ns;
      hidden > kToSleep * std::int64_t{std::max(1U, cycle.budget.threads)})
    hidden_ns_ += hidden;
  if (!rules_.strict || rules_.may_ponder) return std::nullopt;
  return lateness_.pondered(cpu, cycle.move_cpu_ns, cycle.elapsed_ns, cycle.budget);
}

std::optional<std::string> CpuLedger::add_move(const SeatTime& question, const SeatTime& answer,
                                               const Budget& budget, bool clock_runs, MoveReport& report) {
  const std::int64_t cpu = answer.cpu_ns - question.cpu_ns;
  const std::int64_t elapsed = answer.wall_ns - question.wall_ns;
  // Includes the observing of moves, because a search could hide there.
  if (rules_.strict || rules_.by_kernel) report.cpu_ns = std::max(report.cpu_ns, cpu);
  if (!cycle_) cycle_ = Cycle{.cpu_ns = question.cpu_ns, .budget = budget};
  cycle_->move_cpu_ns += report.cpu_ns;
  cycle_->elapsed_ns += elapsed;
  ++cycle_->moves;
  if (!rules_.strict) return std::nullopt;
  report.wall_ns = own_ns(question, answer, budget.threads);
  Budget limit = budget;
  if (clock_runs) limit.wall_ns = 0;
  if (auto late = lateness_.late(report.cpu_ns, report.wall_ns, limit)) return late;
  return lateness_.too_many(cpu, elapsed, limit);
}

}  // namespace ludex::arena::run
