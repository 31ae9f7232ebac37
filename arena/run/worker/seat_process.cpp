#include "arena/run/worker/seat_process.hpp"

#include <thread>
#include <utility>

#include <fmt/format.h>

#include "core/util/clock.hpp"

namespace ludex::arena::run {

Result<bool> SeatProcess::ensure() {
  if (worker_ != nullptr && worker_->dead()) worker_.reset();
  if (worker_ != nullptr) return false;
  auto worker = host_.start(fmt::format("dedicated:{}", agent_),
                            {spec().limits.sandbox, spec().limits.processes != 0, group_limits()});
  if (!worker) return Error{worker.error()};
  worker_ = std::move(*worker);
  frozen_ = false;
  return true;
}

void SeatProcess::end() noexcept {
  if (worker_ == nullptr) return;
  worker_->kill();
  printed_ = worker_->printed();
  worker_.reset();
}

void SeatProcess::freeze() noexcept {
  if (worker_ == nullptr || frozen_ || spec().limits.ponder) return;
  worker_->freeze(has_children());
  frozen_ = true;
}

// The clock is read last before a call and first after it, so that the time of the other look-ups lies
// between two marks only where it is excused.
SeatTime SeatProcess::wake(const Budget& budget, bool with_cpu) {
  SeatTime time{.cpu_ns = with_cpu ? cpu_ns() : 0};
  add_queued(time, budget);
  time.wall_ns = wall_clock_ns();
  if (frozen_) worker_->thaw(has_children());
  frozen_ = false;
  return time;
}

// The worker's own figure for the move's CPU time is used unless it is in doubt.
SeatTime SeatProcess::rest(const Budget& budget, bool with_cpu) {
  SeatTime time{.wall_ns = wall_clock_ns(), .cpu_ns = with_cpu || strict() || has_children() ? cpu_ns() : 0};
  add_queued(time, budget);
  return time;
}

std::int64_t SeatProcess::cpu_ns() const {
  return has_children() ? worker_->cpu_ns_of_all() : worker_->cpu_ns();
}

bool SeatProcess::has_children() const {
  return spec().limits.processes != 0 || host_.context().spec().mode == SeatMode::kShared;
}

// Limits for the whole process group, set above the per-process limits so that those trigger first with a
// clear error.
GroupLimits SeatProcess::group_limits() const {
  constexpr std::uint64_t kMib = 1 << 20;
  constexpr std::uint64_t kOwn = 192;   // the worker's code and tables, and the reserve of MemoryLimit
  constexpr std::uint32_t kStart = 3;   // the process that enters the namespaces, the worker, its keeper
  constexpr std::uint32_t kOthers = 5;  // helpers of a library
  const std::uint64_t memory = host_.memory_mib(spec()) + kOwn;
  const std::uint32_t more = strict() ? 0 : std::thread::hardware_concurrency() + kOthers;
  return {memory * kMib, spec().limits.processes + spec().budget.threads + kStart + more};
}

// Where elapsed time can be a fault, adds the time spent in the run queue.
void SeatProcess::add_queued(SeatTime& time, const Budget& budget) const {
  if (!strict() || budget.wall_ns <= 0) return;
  time.queued_ns = budget.threads > 1 || has_children() ? worker_->times().queued_ns : worker_->queued_ns();
  time.host_queued_ns = thread_queued_ns();
}

}  // namespace ludex::arena::run
