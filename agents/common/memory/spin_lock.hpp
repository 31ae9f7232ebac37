// SpinLock: one byte, for sections of less than a microsecond. After a short wait the thread gives its
// processor away, since the owner may be waiting for one. Trivially copyable, so that nodes which carry one
// can be moved; only one that nobody holds or waits for may be.
#pragma once

#include <atomic>
#include <thread>

namespace ludex::agents {

class SpinLock {
 public:
  void lock() noexcept {
    const std::atomic_ref locked(locked_);
    for (int spins = 0; locked.exchange(true, std::memory_order_acquire);) {
      while (locked.load(std::memory_order_relaxed)) {
        if (++spins < kSpins) {
          pause();
        } else {
          std::this_thread::yield();
        }
      }
    }
  }
  void unlock() noexcept { std::atomic_ref(locked_).store(false, std::memory_order_release); }

 private:
  // Some 20 to 50 microseconds: far longer than any section, unless the owner has lost its processor.
  static constexpr int kSpins = 1000;
  static void pause() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  bool locked_ = false;
};

}  // namespace ludex::agents
