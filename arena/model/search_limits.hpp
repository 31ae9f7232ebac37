// The limits of one search as users give them: on the command line and in Python.
#pragma once

#include <cstdint>

#include "core/agent/budget.hpp"

namespace ludex::arena {

// 0: no limit; of `memory_mib`, the agent's default.
struct SearchLimits {
  std::uint64_t iterations = 0;
  std::uint64_t nodes = 0;
  std::uint32_t depth = 0;    // plies
  double seconds = 0;         // elapsed, at most kMostSeconds
  double cpu_seconds = 0;     // at most kMostSeconds
  std::uint32_t threads = 1;  // 1..kMostThreads
  std::uint32_t memory_mib = 0;

  static constexpr double kMostSeconds = 1e7;
  static constexpr std::uint32_t kMostThreads = 1024;

  [[nodiscard]] bool limited() const noexcept {
    return iterations != 0 || nodes != 0 || depth != 0 || seconds > 0 || cpu_seconds > 0;
  }
  // `fallback_seconds` of CPU time if nothing is limited. `stop` may be null.
  [[nodiscard]] Budget budget(double fallback_seconds, const std::uint32_t* stop) const noexcept {
    const auto ns = [](double s) { return static_cast<std::int64_t>(s * 1e9); };
    return {.iterations = iterations,
            .nodes = nodes,
            .cpu_ns = ns(limited() ? cpu_seconds : fallback_seconds),
            .wall_ns = ns(seconds),
            .depth = depth,
            .threads = threads,
            .memory_mib = memory_mib,
            .reserved = 0,
            .stop = stop};
  }
};

}  // namespace ludex::arena
