// How long a call into an agent may take, and what happened when its worker died.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "arena/match/seat.hpp"
#include "arena/model/spec.hpp"
#include "arena/worker/worker_process.hpp"
#include "core/util/own_time.hpp"

namespace ludex::arena {

// Judges one call of an agent in another process. Elapsed time is time up for the agent, which is then told
// to stop; whether it has failed to, its own time tells (core/util/own_time.hpp): a process that the machine
// has not let run is waited for.
class Watchdog {
 public:
  enum class Verdict {
    kWait,     // look again after next_ns(); if stopped(), the stop flag should be set
    kKill,     // the grace is over, too
    kStarved,  // the machine has no time for it; nobody's fault
  };

  // A call of `stage` under `budget` (used for kChoose).
  Watchdog(Stage stage, const Budget& budget, const LimitsSpec& limits, std::int64_t grace_ns) noexcept;

  // `wall_ns` elapsed and `cpu_ns` of CPU time spent since the call began; the latter matters only if
  // needs_cpu(). `look` answers the ProcessTimes of the worker; it is asked once in a call of more than 50 ms
  // and again when time is up.
  template <class Look>
  [[nodiscard]] Verdict judge(std::int64_t wall_ns, std::int64_t cpu_ns, Look&& look) noexcept {
    if (!own_ && wall_ns >= std::min(OwnTime::kFirstLook, wall_limit_ns_)) own_.emplace(wall_ns, look());
    if (time_left(wall_ns, cpu_ns)) return Verdict::kWait;
    return over(wall_ns, cpu_ns, look());
  }
  [[nodiscard]] bool needs_cpu() const noexcept { return cpu_limit_ns_ != 0; }
  // Whether time is up: the limit, a twentieth of it and 1 ms, which is also what counts as an overrun.
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }
  [[nodiscard]] std::int64_t next_ns() const noexcept { return next_ns_; }
  // Whether it was waited for longer than time and grace, because the machine was busy with others.
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
  std::optional<OwnTime> own_;  // there after the first look
};

// How long the rest of a text is waited for whose beginning has come: 10 s of the worker's own time, or
// `limits.start_ns` if that is less.
class TextPatience {
 public:
  explicit TextPatience(const LimitsSpec& limits);
  [[nodiscard]] bool lasts(WorkerProcess& worker);
  // As Watchdog's.
  [[nodiscard]] std::int64_t next_ns() const noexcept { return watchdog_.next_ns(); }

 private:
  Watchdog watchdog_;
  std::int64_t start_ns_;
};

// The text behind a message of `worker` that has been read, of `size` bytes; nullopt if it is no text that a
// worker sends, if TextPatience is over, if the worker is dead, or if `stop` becomes non-zero meanwhile
// (null: it never does).
[[nodiscard]] std::optional<std::string> take_text(WorkerProcess& worker, std::size_t size,
                                                   const LimitsSpec& limits, const std::uint32_t* stop);

// Why a run ends after Verdict::kStarved.
[[nodiscard]] std::string starved_text(const std::string& who);

// Why `worker`, which is dead, died in a call of `stage` at `ply` (0: before the first move). `killed`: by
// the host, for its time.
[[nodiscard]] Fault death_of(const WorkerProcess& worker, Stage stage, std::uint32_t ply, bool killed);

}  // namespace ludex::arena
