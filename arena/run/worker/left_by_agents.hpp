// Detects traces of agents in a shared process that would harm the next agent.
#pragma once

#include <cstdint>

#include <unistd.h>

#include "core/util/clock.hpp"

namespace ludex::arena::run {

// Measures CPU time of threads other than the playing one, from construction on. Only a process per agent
// shows whose threads they are; the game is replayed there if they use more than an engine's reader or a
// library's helper needs.
class StrayTime {
 public:
  [[nodiscard]] bool found(std::int64_t now_ns) const noexcept {
    const std::int64_t others = (process_cpu_ns() - process_ns_) - (thread_cpu_ns() - thread_ns_);
    constexpr std::int64_t kUsual = 20'000'000;
    return others > kUsual + (now_ns - wall_ns_) / 100;
  }
  // True if the measurement began so long ago that it might cover an earlier game.
  [[nodiscard]] bool old(std::int64_t now_ns) const noexcept {
    constexpr std::int64_t kSecond = 1'000'000'000;
    return now_ns - wall_ns_ > kSecond;
  }

 private:
  std::int64_t process_ns_ = process_cpu_ns();
  std::int64_t thread_ns_ = thread_cpu_ns();
  std::int64_t wall_ns_ = wall_clock_ns();
};

// Detects leaked or closed descriptors that would break the next agent.
class OwnDescriptors {
 public:
  [[nodiscard]] bool gone() const noexcept {
    constexpr int kSome = 64;
    const int now = lowest_free();
    return now < 0 || now > first_ + kSome || now < first_;
  }

 private:
  static int lowest_free() noexcept {
    const int found = dup(STDERR_FILENO);
    if (found >= 0) close(found);
    return found;
  }
  int first_ = lowest_free();
};

}  // namespace ludex::arena::run
