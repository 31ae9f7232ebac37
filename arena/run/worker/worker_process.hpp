// Worker processes: started, watched, ended; never left behind.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

#include <signal.h>
#include <sys/types.h>
#include <time.h>

#include "arena/base/files/descriptor.hpp"
#include "arena/base/process/control_group.hpp"
#include "arena/run/worker/shared_block.hpp"
#include "core/system/own_time.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

// The watcher's data on a child; shared between its thread and the owner.
struct Child {
  pid_t pid = -1;
  pid_t keeper = -1;  // Namespaced::keeper, if it has one
  Descriptor pidfd;
  Descriptor noise;  // standard output and error
  SharedBlock* block = nullptr;
  std::unique_ptr<ControlGroup> group;  // the child's own, if any

  std::atomic<bool> dead = false;
  int status = 0;  // of waitpid; valid once dead

  std::mutex mutex;  // guards the members below
  std::condition_variable gone;
  std::string tail;  // the end of its output
};

// One thread that reaps all workers and reads their output. Thread-safe.
class Watcher {
 public:
  Watcher();
  ~Watcher();  // precondition: all children have ended
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  Result<void> add(const std::shared_ptr<Child>& child);

 private:
  void watch();
  void reap(std::uint64_t id, Child& child);

  Descriptor epoll_;
  Descriptor wake_;
  std::mutex mutex_;  // guards the members below
  std::unordered_map<std::uint64_t, std::shared_ptr<Child>> children_;
  std::uint64_t next_id_ = 1;
  std::thread thread_;
};

// Describes a worker to start: the executable, its arguments and the descriptor of the set-up text
// (worker_setup.hpp).
struct WorkerStart {
  std::filesystem::path executable;
  std::string role;  // second argument
  int setup = -1;
  bool apart = false;                             // ChildStart::apart
  bool sandboxed = false;                         // `role` enters namespaces
  std::unique_ptr<ControlGroup> group = nullptr;  // for this worker alone
};

// Used by the thread that started it; the worker dies with that thread.
class WorkerProcess {
 public:
  [[nodiscard]] static Result<std::unique_ptr<WorkerProcess>> start(Watcher& watcher, WorkerStart start);
  ~WorkerProcess();  // kills and waits

  [[nodiscard]] pid_t pid() const noexcept { return child_->pid; }
  [[nodiscard]] SharedBlock& block() noexcept { return *child_->block; }
  [[nodiscard]] RequestWriter& requests() noexcept { return requests_; }
  [[nodiscard]] EventReader& events() noexcept { return events_; }

  [[nodiscard]] bool dead() const noexcept { return child_->dead.load(std::memory_order_acquire); }
  // Precondition: dead().
  [[nodiscard]] int status() const noexcept { return child_->status; }
  // SIGKILL to the worker and everything in its process group; returns when it is reaped.
  void kill() noexcept;
  // Stops and continues the worker; with `all`, also its children, for agents that may start processes.
  void freeze(bool all) noexcept;
  void thaw(bool all) noexcept;
  // CPU time of all its threads so far; 0 if the process is gone.
  [[nodiscard]] std::int64_t cpu_ns() const noexcept;
  // CPU time including all its children.
  [[nodiscard]] std::int64_t cpu_ns_of_all();
  // Nanoseconds that its first thread has spent in the run queue; 0 if the process is gone.
  [[nodiscard]] std::int64_t queued_ns();
  // Precondition: dead(). Whether the kernel killed it or a child for lack of memory.
  [[nodiscard]] bool out_of_memory() const noexcept {
    return child_->group != nullptr && child_->group->out_of_memory();
  }
  // Times of the worker and its children; too slow for the normal course of a game.
  [[nodiscard]] ProcessTimes times() { return tree_.look(); }
  // The last kilobytes of its output, with control characters and broken UTF-8 replaced.
  [[nodiscard]] std::string printed() const;
  // Text from the terminate handler; empty if there was no uncaught exception.
  [[nodiscard]] std::string last_words() const;

 private:
  explicit WorkerProcess(std::shared_ptr<Child> child);
  void tell(int signal_number, bool all) noexcept;
  // Null unless the group can be frozen and measured as a whole.
  [[nodiscard]] ControlGroup* group() const noexcept {
    return child_->group != nullptr && child_->group->has_whole() ? child_->group.get() : nullptr;
  }

  std::shared_ptr<Child> child_;
  clockid_t cpu_clock_{};
  ProcessTree tree_;
  Descriptor schedstat_;  // open from the first use on
  RequestWriter requests_;
  EventReader events_;
};

}  // namespace ludex::arena::run
