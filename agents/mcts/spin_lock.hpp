// SpinLock: for sections of less than a microsecond. After a short wait the thread gives its processor away,
// since the owner may be waiting for one.
#pragma once

#include <atomic>
#include <thread>

namespace ludex::agents::mcts {

class SpinLock {
 public:
  void lock() noexcept {
    for (int spins = 0; locked_.exchange(true, std::memory_order_acquire); ++spins) {
      while (locked_.load(std::memory_order_relaxed)) {
        if (++spins < kSpins) continue;
        std::this_thread::yield();
        spins = 0;
      }
    }
  }
  void unlock() noexcept { locked_.store(false, std::memory_order_release); }

 private:
  static constexpr int kSpins = 200;
  std::atomic<bool> locked_{false};
};

}  // namespace ludex::agents::mcts
