// OneProcessor: where a slot's thread and the workers that it asks by turns run while moves take
// microseconds: all on one processor.
//
// One of them works at a time, and to wake a process on another processor takes longer than such a move,
// most of all on a virtual or a busy machine. As soon as a call lasts, everybody runs again wherever the
// kernel likes.
#pragma once

#include <array>
#include <cstddef>

#include <sched.h>
#include <sys/types.h>

namespace ludex::arena {

// By the slot's thread alone; each process has one thread, or has started others since.
class OneProcessor {
 public:
  OneProcessor() = default;
  ~OneProcessor() { part(); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

  // To the processor where this thread is. Nothing happens where the kernel does not allow it.
  void gather(std::array<pid_t, 2> workers) noexcept;
  // Before anything that others inherit (a start of processes or threads), and before a wait of any length.
  void part() noexcept;
  [[nodiscard]] bool gathered() const noexcept { return size_ != 0; }

 private:
  // A thread, and where it may run otherwise.
  struct Guest {
    pid_t thread = 0;  // 0: the calling one
    cpu_set_t processors{};
  };
  [[nodiscard]] bool bring(pid_t thread, const cpu_set_t& processor) noexcept;

  std::array<Guest, 3> guests_{};
  std::size_t size_ = 0;
};

}  // namespace ludex::arena
