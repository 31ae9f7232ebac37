// Waiting for a worker: what the host sees of it, and the time limits of the call that it waits for.
#pragma once

#include <cstdint>

#include "arena/model/spec.hpp"
#include "arena/run/worker/watchdog.hpp"
#include "arena/run/worker/worker_process.hpp"

namespace ludex::arena::run {

enum class Sight {
  kNothing,
  kEvent,    // events().peek() has it
  kCorrupt,  // the agent wrote into memory that is not its own
  kDead      // and every event written before the death has been read
};
[[nodiscard]] Sight look_at(WorkerProcess& worker) noexcept;

// A call in progress. Times are those of the worker's process.
class TimedCall {
 public:
  // The call begins now.
  TimedCall(WorkerProcess& worker, Stage stage, const Budget& budget, const LimitsSpec& limits,
            std::int64_t grace_ns) noexcept;
  // The call began at `since_ns`, when the worker had spent `cpu_ns`.
  TimedCall(WorkerProcess& worker, Stage stage, const Budget& budget, const LimitsSpec& limits,
            std::int64_t grace_ns, std::int64_t since_ns, std::int64_t cpu_ns) noexcept;

  [[nodiscard]] Watchdog::Verdict judge();
  // Whether the last judge() was the first to find that the host waits beyond time and grace.
  [[nodiscard]] bool starved_first() const noexcept { return starved_first_; }
  // Whether time is up, so that the agent should be told to stop.
  [[nodiscard]] bool stopped() const noexcept { return watchdog_.stopped(); }
  // The time until the next judge(), at most 50 ms.
  [[nodiscard]] std::int64_t next_ns() const noexcept;

 private:
  WorkerProcess& worker_;
  Watchdog watchdog_;
  std::int64_t since_ns_;
  std::int64_t cpu_start_ns_;
  bool starved_first_ = false;
};

}  // namespace ludex::arena::run
