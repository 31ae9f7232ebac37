// Starts other programs: an engine, a compiler.
#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ludex {

// A program to start. It leads a process group of its own, ignores the signals that a batch system sends to
// all processes, writes no core, and is killed when the thread that started it ends.
struct ProcessStart {
  std::string program;                   // a path
  std::vector<std::string> arguments;    // without the program's own name
  std::vector<std::string> environment;  // NAME=VALUE, in addition to this process's own
  std::string folder;                    // working folder; "": this process's own
  int input;                             // these become its standard descriptors, its only ones
  int output;
  int error;
};

struct StartedProcess {
  enum class Step : int { kPrepare = 0, kFolder = 1, kProgram = 2 };
  pid_t pid;  // -1: not started
  Step step;  // that failed
  int error;  // its errno
};

// Opens a pipe with both ends above 2, so that a child's dup2 cannot overwrite one it still needs, and closed
// by exec. False, with errno, if it cannot.
[[nodiscard]] inline bool open_pipe(int& read_end, int& write_end) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  for (int& end : ends) {
    if (end > 2) continue;
    const int low = end;
    end = fcntl(low, F_DUPFD_CLOEXEC, 3);
    close(low);
  }
  read_end = ends[0];
  write_end = ends[1];
  return read_end >= 0 && write_end >= 0;
}

namespace process {

// All data that the child needs between vfork and exec, prepared before.
struct Plan {
  const char* path;
  std::vector<char*> arguments;
  std::vector<char*> environment;
  const char* folder;
  std::array<int, 3> standard;
  int report;
  pid_t parent;
  sigset_t no_signals;
};

[[noreturn]] inline void give_up(const Plan& plan, StartedProcess::Step step) {
  const std::array<int, 2> failure{static_cast<int>(step), errno};
  static_cast<void>(!write(plan.report, failure.data(), sizeof failure));
  _exit(127);
}

// Runs in the child: makes only system calls.
[[noreturn]] inline void become(const Plan& plan) {
  using Step = StartedProcess::Step;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != plan.parent) _exit(127);
  setpgid(0, 0);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &usual, nullptr);
  // The host decides: an engine that a batch system's signal ended first would be blamed.
  usual.sa_handler = SIG_IGN;
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaction(signal, &usual, nullptr);
  sigprocmask(SIG_SETMASK, &plan.no_signals, nullptr);
  for (int to = 0; to < 3; ++to) {
    if (dup2(plan.standard[static_cast<std::size_t>(to)], to) < 0) give_up(plan, Step::kPrepare);
  }
  constexpr unsigned kCloseOnExec = 1U << 2;  // CLOSE_RANGE_CLOEXEC
  syscall(SYS_close_range, 3, ~0U, kCloseOnExec);
  if (plan.folder != nullptr && chdir(plan.folder) != 0) give_up(plan, Step::kFolder);
  execve(plan.path, plan.arguments.data(), plan.environment.data());
  give_up(plan, Step::kProgram);
}

// Like posix_spawn, which cannot set the parent-death signal.
[[gnu::noinline]] inline pid_t spawn(const Plan& plan) {
  const pid_t pid = vfork();
  if (pid == 0) become(plan);
  return pid;
}

}  // namespace process

// Returns when the program runs, or why it does not. The descriptors of `start` must be above 2; the caller
// keeps them. It must wait for the process (waitpid).
[[nodiscard]] inline StartedProcess start_process(const ProcessStart& start) {
  process::Plan plan{};
  const auto text = [](const std::string& of) { return const_cast<char*>(of.c_str()); };
  plan.path = start.program.c_str();
  plan.arguments.push_back(text(start.program));
  for (const std::string& argument : start.arguments) plan.arguments.push_back(text(argument));
  plan.arguments.push_back(nullptr);
  for (char** entry = ::environ; *entry != nullptr; ++entry) {
    const std::string_view old(*entry);
    const auto same_name = [&](const std::string& own) {
      return old.substr(0, old.find('=')) == std::string_view(own).substr(0, own.find('='));
    };
    if (std::none_of(start.environment.begin(), start.environment.end(), same_name))
      plan.environment.push_back(*entry);
  }
  for (const std::string& own : start.environment) plan.environment.push_back(text(own));
  plan.environment.push_back(nullptr);
  plan.folder = start.folder.empty() ? nullptr : start.folder.c_str();
  plan.standard = {start.input, start.output, start.error};
  plan.parent = getpid();
  sigemptyset(&plan.no_signals);
  int report = -1;
  if (!open_pipe(report, plan.report)) return {-1, StartedProcess::Step::kProgram, errno};

  // Until exec the child shares this process's memory: no handler may run in it.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = process::spawn(plan);
  const int spawn_error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  close(plan.report);
  std::array<int, 2> failure{0, spawn_error};
  ssize_t told = 0;
  while (pid > 0 && (told = read(report, failure.data(), sizeof failure)) < 0 && errno == EINTR) {
  }
  close(report);
  if (pid > 0 && told == 0) {
    setpgid(pid, pid);  // the child's own call may come later; calling it twice is harmless
    return {pid, StartedProcess::Step::kPrepare, 0};
  }
  if (pid > 0) waitpid(pid, nullptr, 0);
  return {-1, static_cast<StartedProcess::Step>(failure[0]), failure[1]};
}

}  // namespace ludex
