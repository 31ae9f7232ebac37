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

// A program to start. It leads a process group of its own, with no signal blocked or handled, and inherits no
// descriptor except those given here.
struct ProcessStart {
  std::string program;                   // a path
  std::vector<std::string> arguments;    // without the program's own name
  std::vector<std::string> environment;  // NAME=VALUE, in addition to this process's own
  std::string folder;                    // working folder; "": this process's own
  int input;                             // these become its standard descriptors
  int output;
  int error;
  std::vector<int> descriptors = {};  // become its descriptors 3, 4 ...
  bool whole_environment = false;     // `environment` replaces this process's own
  bool session = false;               // it also leads a session, without a terminal
  // It writes no core, ignores the signals that a batch system sends to all processes, and is killed when the
  // thread that started it ends. False for the host's own executable, which does this itself.
  bool bound = true;
};

struct StartedProcess {
  enum class Step : int { kPrepare = 0, kFolder = 1, kProgram = 2 };
  pid_t pid;  // -1: not started
  Step step;  // that failed
  int error;  // its errno
};

// Opens a pipe whose ends exec closes. False, with errno, if it cannot.
[[nodiscard]] inline bool open_pipe(int& read_end, int& write_end) {
  std::array<int, 2> ends{-1, -1};
  const bool open = pipe2(ends.data(), O_CLOEXEC) == 0;
  read_end = ends[0];
  write_end = ends[1];
  return open;
}

namespace process {

// All data that the child needs between vfork and exec, prepared before.
struct Plan {
  const char* path;
  std::vector<char*> arguments;
  std::vector<char*> environment;
  const char* folder;
  std::vector<int> given;  // duplicates above the numbers that they get: its descriptors 0, 1, 2 ...
  int report = -1;         // likewise
  int most = 0;            // no descriptor of this process is larger
  bool session;
  bool bound;
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
  if (plan.bound) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != plan.parent) _exit(127);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
  }
  if (!plan.session || setsid() < 0) setpgid(0, 0);
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &usual, nullptr);
  // The host decides: an engine that a batch system's signal ended first would be blamed.
  usual.sa_handler = SIG_IGN;
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    if (plan.bound) sigaction(signal, &usual, nullptr);
  }
  sigprocmask(SIG_SETMASK, &plan.no_signals, nullptr);
  const int behind = static_cast<int>(plan.given.size());
  for (int to = 0; to < behind; ++to) {
    if (dup2(plan.given[static_cast<std::size_t>(to)], to) < 0) give_up(plan, Step::kPrepare);
  }
  constexpr unsigned kCloseOnExec = 1U << 2;  // CLOSE_RANGE_CLOEXEC, from Linux 5.11 on
  if (syscall(SYS_close_range, behind, ~0U, kCloseOnExec) != 0) {
    for (int fd = behind; fd <= plan.most; ++fd) fcntl(fd, F_SETFD, FD_CLOEXEC);
  }
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

// The texts of the environment.
inline std::vector<char*> environment_of(const ProcessStart& start) {
  std::vector<char*> texts;
  for (char** entry = ::environ; !start.whole_environment && *entry != nullptr; ++entry) {
    const std::string_view old(*entry);
    const auto same_name = [&](const std::string& own) {
      return old.substr(0, old.find('=')) == std::string_view(own).substr(0, own.find('='));
    };
    if (std::none_of(start.environment.begin(), start.environment.end(), same_name)) texts.push_back(*entry);
  }
  for (const std::string& own : start.environment) texts.push_back(const_cast<char*>(own.c_str()));
  texts.push_back(nullptr);
  return texts;
}

// Duplicates all descriptors of the child, and the end of the pipe by which it reports, to numbers above
// those that they get there, so that none overwrites another. False, with errno, if it cannot.
inline bool duplicate(const ProcessStart& start, int report, Plan& plan) {
  const int behind = 3 + static_cast<int>(start.descriptors.size());
  const auto above = [&](int from) { return fcntl(from, F_DUPFD_CLOEXEC, behind); };
  for (const int from : {start.input, start.output, start.error}) plan.given.push_back(above(from));
  for (const int from : start.descriptors) plan.given.push_back(above(from));
  plan.report = above(report);
  return plan.report >= 0 &&
         std::all_of(plan.given.begin(), plan.given.end(), [](int fd) { return fd >= 0; });
}

// Starts the child with all signals blocked: until exec it shares this process's memory, so no handler may
// run in it.
inline pid_t spawn_quietly(const Plan& plan) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = spawn(plan);
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return pid;
}

}  // namespace process

// Returns when the program runs, or why it does not. The caller keeps the descriptors of `start`, and must
// wait for the process (waitpid).
[[nodiscard]] inline StartedProcess start_process(const ProcessStart& start) {
  process::Plan plan{};
  const auto text = [](const std::string& of) { return const_cast<char*>(of.c_str()); };
  plan.path = start.program.c_str();
  plan.arguments.push_back(text(start.program));
  for (const std::string& argument : start.arguments) plan.arguments.push_back(text(argument));
  plan.arguments.push_back(nullptr);
  plan.environment = process::environment_of(start);
  plan.folder = start.folder.empty() ? nullptr : start.folder.c_str();
  plan.session = start.session;
  plan.bound = start.bound;
  plan.parent = getpid();
  sigemptyset(&plan.no_signals);
  rlimit descriptors{};
  getrlimit(RLIMIT_NOFILE, &descriptors);
  plan.most = static_cast<int>(std::min<rlim_t>(descriptors.rlim_max, 1U << 20));
  std::array<int, 2> failure{static_cast<int>(StartedProcess::Step::kProgram), 0};
  int report = -1;
  int end = -1;
  const bool ready = open_pipe(report, end) && process::duplicate(start, end, plan);
  failure[1] = errno;
  pid_t pid = -1;
  if (ready) {
    pid = process::spawn_quietly(plan);
    failure = {static_cast<int>(StartedProcess::Step::kPrepare), errno};
  }
  for (const int fd : plan.given) close(fd);
  close(plan.report);
  close(end);
  ssize_t size = 0;
  while (pid > 0 && (size = read(report, failure.data(), sizeof failure)) < 0 && errno == EINTR) {
  }
  close(report);
  if (pid > 0 && size == 0) return {pid, StartedProcess::Step::kPrepare, 0};
  if (pid > 0) waitpid(pid, nullptr, 0);
  return {-1, static_cast<StartedProcess::Step>(failure[0]), failure[1]};
}

}  // namespace ludex
