// How long a process has had for itself, as against how long the machine made it wait. Who is to be judged by
// the clock on a machine that is shared with others is judged by the former.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace ludex {

struct ProcessTimes {
  std::int64_t cpu_ns = 0;
  std::int64_t queued_ns = 0;  // ready to run, and waiting for a processor
};

namespace detail {

struct ProcFile {
  explicit ProcFile(const char* path) noexcept {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    const ssize_t n = read(fd, text.data(), text.size() - 1);
    if (n > 0) text[static_cast<std::size_t>(n)] = '\0';
    close(fd);
  }
  std::array<char, 1024> text{};
};

// `only`: of the threads of `pid` itself only this one's times count; 0: all.
inline void add_process_times(long pid, long only, int generations, ProcessTimes& times) noexcept {
  std::array<char, 64> path;
  std::snprintf(path.data(), path.size(), "/proc/%ld/task", pid);
  DIR* const tasks = opendir(path.data());
  if (tasks == nullptr) return;
  while (const dirent* const task = readdir(tasks)) {
    const long thread = std::strtol(task->d_name, nullptr, 10);
    if (thread <= 0) continue;
    std::snprintf(path.data(), path.size(), "/proc/%ld/task/%ld/schedstat", pid, thread);
    long long cpu = 0;
    long long queued = 0;
    if ((only == 0 || only == thread) &&
        std::sscanf(ProcFile(path.data()).text.data(), "%lld %lld", &cpu, &queued) == 2) {
      times.cpu_ns += cpu;
      times.queued_ns += queued;
    }
    if (generations == 0) continue;
    std::snprintf(path.data(), path.size(), "/proc/%ld/task/%ld/children", pid, thread);
    const ProcFile children(path.data());
    const char* at = children.text.data();
    for (char* end = nullptr;; at = end) {
      const long child = std::strtol(at, &end, 10);
      if (end == at || child <= 0) break;
      add_process_times(child, 0, generations - 1, times);
    }
  }
  closedir(tasks);
}

}  // namespace detail

// Of a process, or of one of its threads, and of everything the process has started. Reads /proc: about 10 us
// for one thread. What the kernel does not tell is 0.
inline ProcessTimes process_times(long pid, long thread = 0) noexcept {
  ProcessTimes times;
  // An engine may be started by a script of a script.
  constexpr int kGenerations = 3;
  detail::add_process_times(pid, thread, kGenerations, times);
  return times;
}

// The time in which a process ran, slept, or waited for something of its own: what is left of the elapsed
// time without the waits in the run queue, and no less than its CPU time (so a process cannot excuse itself
// by threads that queue up behind each other). Told all times from outside; `wall_ns` is the elapsed time
// since whatever is judged began: a call, an exchange, the process itself.
class OwnTime {
 public:
  // When to take the first look: what is over sooner is not worth one.
  static constexpr std::int64_t kFirstLook = 50'000'000;

  // Since the birth of the process.
  OwnTime() = default;
  // At the first look. Who comes much later than planned was not let run, and the process hardly either: no
  // more than twice the plan counts as its own.
  OwnTime(std::int64_t wall_ns, const ProcessTimes& times) noexcept
      : wall_ns_(wall_ns), unseen_ns_(std::min(wall_ns, 2 * kFirstLook)), times_(times) {}

  [[nodiscard]] std::int64_t own_ns(std::int64_t wall_ns, const ProcessTimes& times) const noexcept {
    // A thread or child that has ended takes its times with it.
    const auto since = [](std::int64_t now, std::int64_t before) {
      return std::max<std::int64_t>(now - before, 0);
    };
    const std::int64_t elapsed = since(wall_ns, wall_ns_);
    const std::int64_t cpu = std::min(since(times.cpu_ns, times_.cpu_ns), elapsed);
    return unseen_ns_ + std::max(elapsed - since(times.queued_ns, times_.queued_ns), cpu);
  }

  enum class Verdict {
    kWait,     // it has not had its time yet
    kOver,     // it has
    kStarved,  // nor will it in a time anybody would wait for: this machine cannot be used now
  };
  // Of a process that is allowed `limit_ns`.
  [[nodiscard]] Verdict judge(std::int64_t limit_ns, std::int64_t wall_ns,
                              const ProcessTimes& times) const noexcept {
    const std::int64_t own = own_ns(wall_ns, times);
    if (own >= limit_ns) return Verdict::kOver;
    return wall_ns - own < kPatience + kLoad * limit_ns ? Verdict::kWait : Verdict::kStarved;
  }

  // Starvation is waited out for ten minutes and twenty times the limit.
  static constexpr std::int64_t kPatience = 600'000'000'000;
  static constexpr std::int64_t kLoad = 20;

 private:
  std::int64_t wall_ns_ = 0;
  std::int64_t unseen_ns_ = 0;
  ProcessTimes times_;
};

}  // namespace ludex
