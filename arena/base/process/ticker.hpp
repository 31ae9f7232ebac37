// A thread that repeats a small task while a long one runs.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace ludex::arena {

// Calls `tick` in its own thread every `interval` while it exists.
class Ticker {
 public:
  Ticker(std::chrono::milliseconds interval, std::function<void()> tick)
      : thread_([this, interval, tick = std::move(tick)] {
          std::unique_lock lock(mutex_);
          while (!changed_.wait_for(lock, interval, [this] { return done_; })) tick();
        }) {}
  ~Ticker() {
    {
      const std::scoped_lock lock(mutex_);
      done_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread thread_;  // last, because it uses the others
};

}  // namespace ludex::arena
