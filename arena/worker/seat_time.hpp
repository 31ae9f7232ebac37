// What the kernel knows of the time that a seat's worker takes for a move. The agent has no say in it: it
// shares its process with the code that measures there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/match/seat.hpp"
#include "core/util/own_time.hpp"

namespace ludex::arena {

// How long the thread whose /proc/PID/schedstat is open has waited for a processor since its birth; 0 if the
// kernel does not tell. A microsecond, where opening the file takes some more.
[[nodiscard]] std::int64_t queued_of(int schedstat) noexcept;
// How long the calling thread has waited for a processor since its birth; 0 if the kernel does not tell.
[[nodiscard]] std::int64_t thread_queued_ns() noexcept;

// At one moment.
struct SeatTime {
  std::int64_t wall_ns = 0;
  std::int64_t cpu_ns = 0;     // all threads of the worker, and what it has started if that was asked for
  std::int64_t queued_ns = 0;  // the same, ready to run and waiting for a processor
  std::int64_t host_queued_ns = 0;  // the thread that waits for the answer
};

// The elapsed time from `before` to `now` in which neither the worker nor who waits for it was kept from
// running; no less than its CPU time lasts on as many processors as it has threads, so that threads which
// queue up behind each other are no excuse.
[[nodiscard]] std::int64_t own_ns(const SeatTime& before, const SeatTime& now,
                                  std::uint32_t threads) noexcept;

// By how much a seat's answers in one game were late, beyond what is tolerated of each.
class Lateness {
 public:
  // Why the answer is one too late for a competition; nothing if it is not. `cpu_ns` and `wall_ns` (own_ns)
  // as the kernel measured them; a limit of 0 is none.
  [[nodiscard]] std::optional<std::string> late(std::int64_t cpu_ns, std::int64_t wall_ns,
                                                const Budget& budget);
  // The same for CPU time that so many threads cannot have spent. Both from question to rest.
  [[nodiscard]] std::optional<std::string> too_many(std::int64_t cpu_ns, std::int64_t elapsed_ns,
                                                    const Budget& budget);
  // The same for what was spent from question to question, beyond what was of the move (and told to the two
  // above): in the opponent's time.
  [[nodiscard]] std::optional<std::string> pondered(std::int64_t cpu_ns, std::int64_t move_cpu_ns,
                                                    std::int64_t elapsed_ns, const Budget& budget);

 private:
  // Whether it is too much now.
  [[nodiscard]] bool add(std::int64_t late_ns, const Budget& budget) noexcept;

  std::int64_t sum_ns_ = 0;
};

}  // namespace ludex::arena
