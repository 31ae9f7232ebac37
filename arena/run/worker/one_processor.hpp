// OneProcessor: pins a slot's thread and its workers to one core while moves take microseconds.
#pragma once

#include <array>
#include <cstddef>

#include <sched.h>
#include <sys/types.h>

namespace ludex::arena::run {

// Used by the slot's thread alone; each process is single-threaded, or has started its threads since.
class OneProcessor {
 public:
  OneProcessor() = default;
  ~OneProcessor() { part(); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

  // Pins the workers to the core of this thread. No effect where the kernel does not allow it.
  void gather(std::array<pid_t, 2> workers) noexcept;
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

  std::array<Guest, 3> guests_{};
  std::size_t size_ = 0;
};

}  // namespace ludex::arena::run
