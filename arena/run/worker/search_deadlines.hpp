// When a search in a worker is told to stop, and when its process is killed.
#pragma once

#include <algorithm>
#include <chrono>

#include "arena/run/worker/interactive.hpp"

namespace ludex::arena::run {

// Answers taken from a worker before others get their turn, so that a flood of them delays nobody.
inline constexpr int kAnswersAtOnce = 64;
inline constexpr const char* kNonsense = "its process answered with nonsense";

// A search has `limit` for itself and `grace` more before it is told to stop, then `grace` again before its
// process is killed. The first search of a worker has `start` in addition, to load plug-ins. One thread at a
// time.
class SearchDeadlines {
 public:
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::milliseconds;

  SearchDeadlines(Milliseconds grace, Milliseconds start) : grace_(grace), start_(start) {}

  // A search begins.
  void begin(Milliseconds limit, bool is_first) {
    stopping_ = false;
    stop_at_ = Clock::now() + limit + grace_ + (is_first ? start_ : Milliseconds(0));
    kill_at_ = stop_at_ + grace_;
  }
  // The search is not wanted any more.
  void stop() {
    if (stopping_) return;
    stopping_ = true;
    kill_at_ = std::min(kill_at_, Clock::now() + grace_);
  }
  // Stops or kills the worker if it is time; `hurry`: now. To be called again and again.
  void look(InteractiveWorker& worker, bool hurry = false) {
    const auto now = Clock::now();
    if (now >= stop_at_) stop();
    if (stopping_) worker.stop();
    if ((hurry || now >= kill_at_) && !killed_) {
      killed_ = true;
      worker.kill();
    }
  }
  [[nodiscard]] bool killed() const noexcept { return killed_; }

 private:
  Milliseconds grace_;
  Milliseconds start_;
  bool stopping_ = false;
  bool killed_ = false;
  Clock::time_point stop_at_{};
  Clock::time_point kill_at_{};
};

}  // namespace ludex::arena::run
