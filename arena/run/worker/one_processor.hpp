// OneProcessor: pins a slot's thread and its workers to one core while moves take microseconds.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <sched.h>
#include <sys/types.h>

#include "core/abi/types.hpp"

namespace ludex::arena::run {

// Used by the slot's thread alone; each process is single-threaded, or has started its threads since.
class OneProcessor {
 public:
  OneProcessor() = default;
  ~OneProcessor() { part(); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

  // Pins the workers, at most one per player, to the core of this thread. No effect where the kernel does not
  // allow it.
  void gather(std::span<const pid_t> workers) noexcept;
  // Call before anything inherits the affinity (a new process or thread), and before any long wait.
  void part() noexcept;
  [[nodiscard]] bool gathered() const noexcept { return size_ != 0; }

 private:
  // A thread and its original affinity.
  struct Guest {
    pid_t thread = 0;  // 0: the calling one
    cpu_set_t processors{};
  };
  [[nodiscard]] bool bring(pid_t thread, const cpu_set_t& processor) noexcept;

  std::array<Guest, kMaxPlayers + 1> guests_{};
  std::size_t size_ = 0;
};

}  // namespace ludex::arena::run
