// Searches in worker processes: many at a time, as many as there are processors for, by priority.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "arena/faces/api/json.hpp"
#include "arena/run/worker/interactive.hpp"
#include "arena/run/worker/search_deadlines.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::api {

// A search, or a game of many. Its methods are called by the pool's thread, one at a time, and do not throw.
class Task {
 public:
  struct Question {
    std::size_t seat = 0;             // of agents
    std::string text;                 // of run::InteractiveWorker
    std::chrono::milliseconds limit;  // of the search; 0: none
  };
  virtual ~Task() = default;

  // The next search; nothing if there is none, and the task has answered. `cancelled`: the client wants it
  // to end.
  [[nodiscard]] virtual std::optional<Question> next(bool cancelled) = 0;
  // The worker answers the last search: {"progress"}, {"done"} or {"error"}.
  virtual void answered(const Json& answer, bool cancelled) = 0;
  // The worker's process has ended: nothing follows.
  virtual void failed(const run::Fault& fault, bool cancelled) = 0;
  // There is no worker for it, or it was cancelled before it began: nothing follows.
  virtual void dropped(const std::string& why, bool cancelled) = 0;

  // Set before it is submitted.
  run::WorkerSetup::Plugin game;
  std::vector<run::WorkerSetup::Plugin> agents;  // one or more
  std::uint32_t threads = 1;
  std::int64_t priority = 0;
  std::string id;                // cancel()
  const void* client = nullptr;  // cancel()

  // Set by the pool, under its lock.
  bool unwanted = false;  // cancelled
};

struct PoolLimits {
  std::uint32_t threads = 1;        // of all searches together
  std::size_t workers = 16;         // processes
  std::size_t queue = 1024;         // tasks that wait
  std::uint32_t memory_mib = 2048;  // per worker
  std::uint32_t processes = 0;      // that a worker may start
  std::chrono::seconds idle{600};   // until a worker ends
  std::chrono::seconds longest{0};  // limit for a search with any budget; 0: none
  std::chrono::milliseconds grace{3000};
  std::chrono::seconds start{60};  // to load plug-ins
};

class SearchPool {
 public:
  SearchPool(std::filesystem::path executable, const PoolLimits& limits);
  // Cancels all tasks, and kills the workers of those that run.
  ~SearchPool();
  SearchPool(const SearchPool&) = delete;
  SearchPool& operator=(const SearchPool&) = delete;

  // Thread-safe, as all below.
  void submit(std::unique_ptr<Task> task);
  // Ends tasks for which `of` is true; their number. What runs stops soon and answers.
  std::size_t cancel(const std::function<bool(const Task&)>& of);
  // False if the queue has no room for `tasks` more.
  [[nodiscard]] bool has_room(std::size_t tasks = 1);
  // Waits until there is room or `stop`, called several times a second, returns true.
  void wait_for_room(const std::function<bool()>& stop);
  // Likewise until there are no tasks.
  void wait_for_end(const std::function<bool()>& stop);
  struct Load {
    std::size_t waiting = 0;
    std::size_t running = 0;
  };
  [[nodiscard]] Load load();
  [[nodiscard]] const PoolLimits& limits() const noexcept { return limits_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Worker {
    std::string key;  // its set-up
    std::unique_ptr<run::InteractiveWorker> process;
    bool fresh = true;
    Clock::time_point used;
  };
  struct Run {
    std::unique_ptr<Task> task;
    std::uint32_t threads = 1;
    std::vector<Worker> workers{};  // one a seat
    std::size_t seat = 0;           // who searches
    run::SearchDeadlines deadlines;
  };

  void work();
  // With the lock held.
  [[nodiscard]] std::vector<std::unique_ptr<Task>> take_cancelled();
  // Moves the next task that may begin to the end of running_, so that cancel() finds it in one of the lists.
  [[nodiscard]] bool take_next();
  // Without it, by the pool's thread. False if the task is over.
  [[nodiscard]] bool begin(Run& run);
  // Asks the next question; false if the task is over.
  [[nodiscard]] bool go_on(Run& run);
  // Whether any worker has answered.
  bool look_at_all();
  // False if the task is over.
  [[nodiscard]] bool look(Run& run, bool& heard);
  [[nodiscard]] Result<Worker> worker_for(const Task& task, std::size_t seat);
  [[nodiscard]] bool is_cancelled(const Task& task);
  void release(Run& run);
  void end_idle(Clock::time_point before);

  [[nodiscard]] std::uint32_t threads_of(const Task& task) const noexcept;

  const std::filesystem::path executable_;
  const PoolLimits limits_;

  std::mutex mutex_;                          // guards the members below, and Task::unwanted
  std::condition_variable changed_;           // something to do
  std::condition_variable room_;              // fewer tasks
  std::list<std::unique_ptr<Task>> waiting_;  // in the order in which they begin
  std::list<Run> running_;                    // changed by the pool's thread only
  bool end_ = false;

  std::atomic<bool> hurry_ = false;  // no worker has time to end by itself

  // The pool's thread only.
  std::unique_ptr<run::Watcher> watcher_;
  std::vector<Worker> idle_;  // the longest idle first
  std::size_t busy_ = 0;      // workers of running_
  std::uint32_t threads_used_ = 0;

  std::thread thread_;
};

}  // namespace ludex::arena::api
