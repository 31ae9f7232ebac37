// How long a call into an agent may take, and what happened when its worker died.
#pragma once

#include <cstdint>

#include "arena/config/spec.hpp"
#include "arena/match/seat.hpp"
#include "arena/worker/worker_process.hpp"

namespace ludex::arena {

// Judges one call of an agent in another process.
class Watchdog {
 public:
  enum class Verdict {
    kWait,  // look again after next_ns(); if stopped(), the stop flag should be set
    kKill,  // the grace is over, too
  };

  // A call of `stage` under `budget` (used for kChoose).
  Watchdog(Stage stage, const BudgetSpec& budget, const LimitsSpec& limits, std::int64_t grace_ns) noexcept;

  // `wall_ns` elapsed and `cpu_ns` of CPU time spent since the call began; the latter matters only if
  // needs_cpu().
  [[nodiscard]] Verdict judge(std::int64_t wall_ns, std::int64_t cpu_ns) noexcept;
  [[nodiscard]] bool needs_cpu() const noexcept { return cpu_limit_ns_ != 0; }
  // Whether time is up: the limit, a twentieth of it and 1 ms, which is also what counts as an overrun.
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }
  [[nodiscard]] std::int64_t next_ns() const noexcept { return next_ns_; }

 private:
  std::int64_t wall_limit_ns_;
  std::int64_t cpu_limit_ns_ = 0;
  std::int64_t grace_ns_;
  std::uint32_t threads_ = 1;
  bool stopped_ = false;
  std::int64_t next_ns_ = 0;
};

// Why `worker`, which is dead, died in a call of `stage` at `ply` (0: before the first move). `killed`: by
// the host, for its time.
[[nodiscard]] Fault death_of(const WorkerProcess& worker, Stage stage, std::uint32_t ply, bool killed);

}  // namespace ludex::arena
