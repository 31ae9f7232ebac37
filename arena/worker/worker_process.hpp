// Worker processes: started with posix_spawn, watched, ended; never left behind.
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

#include "arena/files/descriptor.hpp"
#include "arena/process/control_group.hpp"
#include "arena/worker/shared_block.hpp"
#include "core/util/own_time.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// What the watcher knows of a child; shared between its thread and the owner.
struct Child {
  pid_t pid = -1;
  pid_t keeper = -1;  // Namespaced::keeper, if it has one
  Descriptor pidfd;
  Descriptor noise;  // standard output and error
  SharedBlock* block = nullptr;
  std::unique_ptr<ControlGroup> group;  // that it is in, if any

  std::atomic<bool> dead = false;
  int status = 0;  // of waitpid; valid once dead

  std::mutex mutex;  // guards what follows
  std::condition_variable gone;
  std::string tail;  // the last of what it printed
};

// One thread that reaps all workers and reads what they print. Thread-safe.
class Watcher {
 public:
  Watcher();
  ~Watcher();  // no child is left by then
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  Result<void> add(const std::shared_ptr<Child>& child);

 private:
  void watch();
  void reap(std::uint64_t id, Child& child);

  Descriptor epoll_;
  Descriptor wake_;
  std::mutex mutex_;  // guards what follows
  std::unordered_map<std::uint64_t, std::shared_ptr<Child>> children_;
  std::uint64_t next_id_ = 1;
  std::thread thread_;
};

// How a worker starts: the executable, its arguments and the descriptor of the set-up text
// (worker_setup.hpp).
struct WorkerStart {
  std::filesystem::path executable;
  std::string role;  // second argument
  int setup = -1;
  bool apart = false;                             // ChildStart::apart
  bool boxed = false;                             // in namespaces: `role` is then one that enters them
  std::unique_ptr<ControlGroup> group = nullptr;  // for it alone
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
  // Stops it, and lets it go on; with `all` that it has started, for who may start any.
  void freeze(bool all) noexcept;
  void thaw(bool all) noexcept;
  // CPU time of all its threads so far; 0 if it is gone.
  [[nodiscard]] std::int64_t cpu_ns() const noexcept;
  // And of all that it has started.
  [[nodiscard]] std::int64_t cpu_ns_of_all();
  // How long its first thread has been ready to run and waiting for a processor; 0 if it is gone.
  [[nodiscard]] std::int64_t queued_ns();
  // Precondition: dead(). Whether the kernel killed it, or what it started, for want of memory.
  [[nodiscard]] bool out_of_memory() const noexcept {
    return child_->group != nullptr && child_->group->out_of_memory();
  }
  // Of it and what it has started; not for the normal course of a game.
  [[nodiscard]] ProcessTimes times() { return tree_.look(); }
  // The last kilobytes it printed, control characters and broken UTF-8 replaced.
  [[nodiscard]] std::string printed() const;
  // Text the terminate handler left; empty if there was no uncaught exception.
  [[nodiscard]] std::string last_words() const;

 private:
  explicit WorkerProcess(std::shared_ptr<Child> child);
  void tell(int signal_number, bool all) noexcept;
  // Null if there is none that can be frozen and measured as a whole.
  [[nodiscard]] ControlGroup* group() const noexcept {
    return child_->group != nullptr && child_->group->has_whole() ? child_->group.get() : nullptr;
  }

  std::shared_ptr<Child> child_;
  clockid_t cpu_clock_{};
  ProcessTree tree_;
  Descriptor schedstat_;  // open since it was first asked for
  RequestWriter requests_;
  EventReader events_;
};

}  // namespace ludex::arena
