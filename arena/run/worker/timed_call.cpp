#include "arena/run/worker/timed_call.hpp"

#include <algorithm>

#include "core/util/clock.hpp"

namespace ludex::arena::run {

Sight look_at(WorkerProcess& worker) noexcept {
  // A dead worker writes no more, so a second look finds its last event.
  for (const bool dead : {false, true}) {
    if (dead && !worker.dead()) return Sight::kNothing;
    switch (worker.events().state()) {
      case EventReader::State::kCell:
        return Sight::kEvent;
      case EventReader::State::kCorrupt:
        return Sight::kCorrupt;
      case EventReader::State::kEmpty:
        break;
    }
  }
  return Sight::kDead;
}

TimedCall::TimedCall(WorkerProcess& worker, Stage stage, const Budget& budget, const LimitsSpec& limits,
                     std::int64_t grace_ns) noexcept
    : worker_(worker), watchdog_(stage, budget, limits, grace_ns), since_ns_(wall_clock_ns()) {
  cpu_start_ns_ = watchdog_.needs_cpu() ? worker.cpu_ns() : 0;
}

TimedCall::TimedCall(WorkerProcess& worker, Stage stage, const Budget& budget, const LimitsSpec& limits,
                     std::int64_t grace_ns, std::int64_t since_ns, std::int64_t cpu_ns) noexcept
    : worker_(worker),
      watchdog_(stage, budget, limits, grace_ns),
      since_ns_(since_ns),
      cpu_start_ns_(cpu_ns) {}

Watchdog::Verdict TimedCall::judge() {
  const std::int64_t cpu = watchdog_.needs_cpu() ? worker_.cpu_ns() - cpu_start_ns_ : 0;
  const bool before = watchdog_.starved();
  const auto verdict = watchdog_.judge(wall_clock_ns() - since_ns_, cpu, [&] { return worker_.times(); });
  starved_first_ = watchdog_.starved() && !before;
  return verdict;
}

std::int64_t TimedCall::next_ns() const noexcept {
  constexpr std::int64_t kSlice = 50'000'000;
  return std::min(watchdog_.next_ns(), kSlice);
}

}  // namespace ludex::arena::run
