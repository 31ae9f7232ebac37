// Clocks, in nanoseconds. Budgets and benchmarks use CPU time, which stays fair on a loaded machine.
#pragma once

#include <cstdint>

#include <time.h>

namespace ludex {

namespace detail {
inline std::int64_t read_clock(clockid_t id) noexcept {
  timespec t{};
  clock_gettime(id, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}
}  // namespace detail

// Monotonic wall time; only differences mean anything.
inline std::int64_t wall_clock_ns() noexcept {
  return detail::read_clock(CLOCK_MONOTONIC);
}
// CPU time of the calling thread.
inline std::int64_t thread_cpu_ns() noexcept {
  return detail::read_clock(CLOCK_THREAD_CPUTIME_ID);
}
// CPU time of all threads of this process.
inline std::int64_t process_cpu_ns() noexcept {
  return detail::read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

}  // namespace ludex
