// SpinLock: one byte, for sections of less than a microsecond. After a short wait the thread yields its
// processor, since the owner may be waiting for one. Trivially copyable, so that nodes with a lock can be
// moved, but only while nobody holds it or waits for it.
#pragma once

#include <atomic>
#include <thread>

#include "core/util/instructions.hpp"

namespace ludex::agents {

class SpinLock {
 public:
  void lock() noexcept {
    const std::atomic_ref locked(locked_);
    for (int spins = 0; locked.exchange(true, std::memory_order_acquire);) {
      while (locked.load(std::memory_order_relaxed)) {
        if (++spins < kSpins) {
          cpu_pause();
        } else {
          std::this_thread::yield();
        }
      }
    }
  }
  void unlock() noexcept { std::atomic_ref(locked_).store(false, std::memory_order_release); }

 private:
  // Some 20 to 50 microseconds: far longer than any section, unless the owner was preempted.
  static constexpr int kSpins = 1000;
  bool locked_ = false;
};

}  // namespace ludex::agents
