// Time limits for calls into an agent, and the reasons for a worker's death.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "arena/model/spec.hpp"
#include "arena/run/match/seat.hpp"
#include "arena/run/worker/worker_process.hpp"
#include "core/system/own_time.hpp"

namespace ludex::arena::run {

// Judges one call of an agent in another process. Elapsed time decides when the agent is told to stop; its
// own run time (core/system/own_time.hpp) decides whether it has failed to: the host waits for a process that
// the machine has not run.
class Watchdog {
 public:
  enum class Verdict {
    kWait,     // check again after next_ns(); if stopped(), set the stop flag
    kKill,     // the grace time has passed, too
    kStarved,  // the machine has no time for it; no one is to blame
  };

  // Watches a call of `stage`, under `budget` if that is kChoose.
  Watchdog(Stage stage, const Budget& budget, const LimitsSpec& limits, std::int64_t grace_ns) noexcept;

  // `wall_ns` elapsed and `cpu_ns` of CPU time spent since the call began; the latter matters only if
  // needs_cpu(). `look` returns the worker's ProcessTimes; it is called once in a call of more than 50 ms and
  // again when time is up.
  template <class Look>
  [[nodiscard]] Verdict judge(std::int64_t wall_ns, std::int64_t cpu_ns, Look&& look) noexcept {
    if (!own_ && wall_ns >= std::min(OwnTime::kFirstLook, wall_limit_ns_)) own_.emplace(wall_ns, look());
    if (time_left(wall_ns, cpu_ns)) return Verdict::kWait;
    return over(wall_ns, cpu_ns, look());
  }
  [[nodiscard]] bool needs_cpu() const noexcept { return cpu_limit_ns_ != 0; }
  // Whether time is up: the limit plus 5 % plus 1 ms, beyond which a call also counts as an overrun.
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }
  [[nodiscard]] std::int64_t next_ns() const noexcept { return next_ns_; }
  // Whether the host waited longer than time and grace, because the machine was busy.
  [[nodiscard]] bool starved() const noexcept { return starved_; }

 private:
  [[nodiscard]] bool time_left(std::int64_t wall_ns, std::int64_t cpu_ns) noexcept;
  [[nodiscard]] Verdict over(std::int64_t wall_ns, std::int64_t cpu_ns, const ProcessTimes& times) noexcept;

  std::int64_t wall_limit_ns_;
  std::int64_t cpu_limit_ns_ = 0;
  std::int64_t grace_ns_;
  std::uint32_t threads_ = 1;
  bool stopped_ = false;
  bool starved_ = false;
  std::int64_t next_ns_ = 0;
  std::optional<OwnTime> own_;  // set after the first look
};

// Limits the wait for the rest of a text: 10 s of the worker's own time, or `limits.start_ns` if less.
class TextPatience {
 public:
  explicit TextPatience(const LimitsSpec& limits);
  [[nodiscard]] bool lasts(WorkerProcess& worker);
  // As in Watchdog.
  [[nodiscard]] std::int64_t next_ns() const noexcept { return watchdog_.next_ns(); }

 private:
  Watchdog watchdog_;
  std::int64_t start_ns_;
};

// The text of `size` bytes after a message of `worker` that has been read; nullopt if the bytes are not text
// data, if TextPatience runs out, if the worker is dead, or if `stop` becomes non-zero (null: it never does).
[[nodiscard]] std::optional<std::string> take_text(WorkerProcess& worker, std::size_t size,
                                                   const LimitsSpec& limits, const std::uint32_t* stop);

// Message for a run that ends after Verdict::kStarved.
[[nodiscard]] std::string starved_text(const std::string& who);

// The fault of a dead `worker` whose call of `stage` at `ply` (0: before the first move) was interrupted.
// `killed`: the host killed it for its time.
[[nodiscard]] Fault death_of(const WorkerProcess& worker, Stage stage, std::uint32_t ply, bool killed);

}  // namespace ludex::arena::run
