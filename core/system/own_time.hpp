// Measures a process's run time excluding run-queue waits; time limits on shared machines use it instead of
// elapsed time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace ludex {

// Sums over a process, all its threads and descendants, since observation began.
struct ProcessTimes {
  std::int64_t cpu_ns = 0;
  std::int64_t queued_ns = 0;  // ready to run, waiting for a processor
  // A thread has not run since the last look and is ready: the kernel counts such a wait only when it ends.
  bool waiting = false;
};

// Reads the times of a process from /proc: about 15 us for each of its threads. Unknown values are 0. Ended
// threads and children count with their last seen values. Not thread-safe.
class ProcessTree {
 public:
  // `thread`: count only this one of the threads of `pid` itself; 0: all.
  explicit ProcessTree(long pid, long thread = 0) noexcept : pid_(pid), thread_(thread) {}

  ProcessTimes look() {
    for (Task& task : tasks_) task.there = false;
    waiting_ = false;
    // An engine may be started by a script of a script.
    constexpr int kGenerations = 3;
    add_process(pid_, thread_, kGenerations);
    ProcessTimes times = gone_;
    std::erase_if(tasks_, [&](const Task& task) {
      times.cpu_ns += task.cpu_ns;
      times.queued_ns += task.queued_ns;
      if (task.there) return false;
      gone_.cpu_ns += task.cpu_ns;
      gone_.queued_ns += task.queued_ns;
      return true;
    });
    times.waiting = waiting_;
    return times;
  }

 private:
  struct Task {
    long id;
    std::int64_t cpu_ns = 0;
    std::int64_t queued_ns = 0;
    bool there = true;
  };

  struct File {
    explicit File(const char* path) noexcept {
      const int fd = open(path, O_RDONLY | O_CLOEXEC);
      if (fd < 0) return;
      const ssize_t n = read(fd, text.data(), text.size() - 1);
      if (n > 0) text[static_cast<std::size_t>(n)] = '\0';
      close(fd);
    }
    std::array<char, 1024> text{};
  };

  void add_process(long pid, long only, int generations) {
    std::array<char, 64> path;
    const auto file = [&](long thread, const char* name) {
      std::snprintf(path.data(), path.size(), "/proc/%ld/task/%ld/%s", pid, thread, name);
      return File(path.data());
    };
    std::snprintf(path.data(), path.size(), "/proc/%ld/task", pid);
    DIR* const folder = opendir(path.data());
    if (folder == nullptr) return;
    while (const dirent* const entry = readdir(folder)) {
      const long thread = std::strtol(entry->d_name, nullptr, 10);
      if (thread <= 0) continue;
      long long cpu = 0;
      long long queued = 0;
      if ((only == 0 || only == thread) &&
          std::sscanf(file(thread, "schedstat").text.data(), "%lld %lld", &cpu, &queued) == 2) {
        const bool moved = add_task(thread, cpu, queued);
        // The calling thread itself is running, not waiting.
        if (!moved && thread != gettid()) waiting_ = waiting_ || is_ready(file(thread, "stat").text.data());
      }
      if (generations == 0) continue;
      const File children = file(thread, "children");
      const char* at = children.text.data();
      for (char* end = nullptr;; at = end) {
        const long child = std::strtol(at, &end, 10);
        if (end == at || child <= 0) break;
        add_process(child, 0, generations - 1);
      }
    }
    closedir(folder);
  }

  // True if the task has run or waited since the last look.
  bool add_task(long id, std::int64_t cpu_ns, std::int64_t queued_ns) {
    for (Task& task : tasks_) {
      if (task.id != id || cpu_ns < task.cpu_ns) continue;  // less: the number was reused
      const bool moved = cpu_ns != task.cpu_ns || queued_ns != task.queued_ns;
      task = {id, cpu_ns, queued_ns};
      return moved;
    }
    tasks_.push_back({id, cpu_ns, queued_ns});
    return false;
  }

  // Parses "1234 (name) R ...", where the name may contain anything.
  static bool is_ready(const char* stat) noexcept {
    const char* const end = std::strrchr(stat, ')');
    return end != nullptr && end[1] == ' ' && end[2] == 'R';
  }

  long pid_;
  long thread_;
  std::vector<Task> tasks_;
  ProcessTimes gone_;
  bool waiting_ = false;
};

// Time in which a process ran, slept, or waited for its own work: elapsed time minus waits in the run queue,
// and no less than its CPU time (so a process cannot excuse itself by threads that queue up behind each
// other). The caller passes in all times; `wall_ns` is the elapsed time since the start of the judged
// interval: a call, an exchange, the process itself.
class OwnTime {
 public:
  // Time of the first look; shorter intervals do not justify one.
  static constexpr std::int64_t kFirstLook = 50'000'000;
  // Minimum time between two looks that must find a difference: the kernel updates its counts at its ticks.
  static constexpr std::int64_t kNextLook = 10'000'000;

  // Counts from the birth of the process.
  OwnTime() = default;
  // Counts from the first look. If that look came later than planned, the observer was starved, and probably
  // the process too: no more than the planned time counts as its own.
  OwnTime(std::int64_t wall_ns, const ProcessTimes& times) noexcept
      : wall_ns_(wall_ns), unseen_ns_(std::min(wall_ns, kFirstLook)), times_(times) {}

  [[nodiscard]] std::int64_t own_ns(std::int64_t wall_ns, const ProcessTimes& times) const noexcept {
    const std::int64_t elapsed = wall_ns - wall_ns_;
    const std::int64_t cpu = std::min(times.cpu_ns - times_.cpu_ns, elapsed);
    return unseen_ns_ + std::max(elapsed - (times.queued_ns - times_.queued_ns), cpu);
  }

  enum class Verdict {
    kWait,     // it has not had its time yet
    kOver,     // it has had its time
    kStarved,  // it will not get it in acceptable time: this machine cannot be used now
  };
  // Judges a process that is allowed `limit_ns`.
  [[nodiscard]] Verdict judge(std::int64_t limit_ns, std::int64_t wall_ns,
                              const ProcessTimes& times) const noexcept {
    const std::int64_t own = std::min(own_ns(wall_ns, times), limit_ns);
    if (own == limit_ns && !times.waiting) return Verdict::kOver;
    return wall_ns - own < kPatience + kLoad * limit_ns ? Verdict::kWait : Verdict::kStarved;
  }

  // Starvation is tolerated for ten minutes plus twenty times the limit.
  static constexpr std::int64_t kPatience = 600'000'000'000;
  static constexpr std::int64_t kLoad = 20;

 private:
  std::int64_t wall_ns_ = 0;
  std::int64_t unseen_ns_ = 0;
  ProcessTimes times_;
};

}  // namespace ludex
