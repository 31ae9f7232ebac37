// Kernel measurements of the time that a seat's worker takes for a move. The worker's own measurements can be
// falsified, because the agent shares its process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/run/match/seat.hpp"
#include "core/system/own_time.hpp"

namespace ludex::arena::run {

// Nanoseconds that a thread has spent in the run queue since its birth, from its open /proc/PID/schedstat; 0
// if the kernel does not report it. Takes about 1 us; opening the file takes several.
[[nodiscard]] std::int64_t queued_of(int schedstat) noexcept;
// Nanoseconds that the calling thread has spent in the run queue since its birth; 0 if unknown.
[[nodiscard]] std::int64_t thread_queued_ns() noexcept;

// The times at one moment.
struct SeatTime {
  std::int64_t wall_ns = 0;
  std::int64_t cpu_ns = 0;          // of all threads of the worker, and of its children if requested
  std::int64_t queued_ns = 0;       // time of the same threads in the run queue
  std::int64_t host_queued_ns = 0;  // time in the run queue of the thread that waits for the answer
};

// The elapsed time from `before` to `now` in which neither the worker nor the waiting thread was in the run
// queue; at least the CPU time divided by the number of threads, so that threads queueing behind each other
// are no excuse.
[[nodiscard]] std::int64_t own_ns(const SeatTime& before, const SeatTime& now,
                                  std::uint32_t threads) noexcept;

// Sums the overruns of a seat in one game, beyond the tolerance for each answer.
class Lateness {
 public:
  // The reason if this answer makes the overrun too large for a competition, else no value. `cpu_ns` and
  // `wall_ns` (own_ns) are measured by the kernel; a limit of 0 means none.
  [[nodiscard]] std::optional<std::string> late(std::int64_t cpu_ns, std::int64_t wall_ns,
                                                const Budget& budget);
  // Likewise for CPU time that `budget.threads` threads cannot have spent. Both from question to answer.
  [[nodiscard]] std::optional<std::string> too_many(std::int64_t cpu_ns, std::int64_t elapsed_ns,
                                                    const Budget& budget);
  // Likewise for CPU time from question to question beyond that of the move (which the two functions above
  // judge): time spent while the opponent thinks.
  [[nodiscard]] std::optional<std::string> pondered(std::int64_t cpu_ns, std::int64_t move_cpu_ns,
                                                    std::int64_t elapsed_ns, const Budget& budget);

 private:
  // Adds an overrun; true if the sum is now too large.
  [[nodiscard]] bool add(std::int64_t late_ns, const Budget& budget) noexcept;

  std::int64_t sum_ns_ = 0;
};

}  // namespace ludex::arena::run
