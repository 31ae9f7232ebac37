// What a box keeps in: each case is tried in a child process, which ends by the number of what went through.
#include "arena/base/process/box.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "arena/base/process/confine_files.hpp"
#include "arena/base/process/namespaces.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::arena {
namespace {

constexpr int kNoBox = 99;

// The exit code of a child that is in the box; 128 and more: a signal.
int in_box(const Box& box, const std::function<int()>& deed) {
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGABRT, SIG_DFL);  // the test's own handler is not asked
    if (const auto sandboxed = enter_box(box); !sandboxed) {
      std::fprintf(stderr, "%s\n", sandboxed.error().c_str());
      _exit(kNoBox);
    }
    _exit(deed());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// 0: a child of the parent's is refused, and one of its own is not.
int parent_of_child() {
  const long sibling = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
  if (sibling == 0) _exit(0);
  if (sibling > 0) return 1;
  const pid_t own = fork();
  if (own == 0) _exit(0);
  return own > 0 && waitpid(own, nullptr, 0) == own ? 0 : 2;
}

bool reads(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY);
  char c = 0;
  const bool good = fd >= 0 && read(fd, &c, 1) >= 0;
  if (fd >= 0) close(fd);
  return good;
}

}  // namespace

TEST_CASE("a child has the process that has started it as its parent, in a box of any kind") {
  for (const bool sandbox : {false, true}) {
    CAPTURE(sandbox);
    CHECK(in_box({.sandbox = sandbox, .readable = {"/"}, .processes = kAnyProcesses}, parent_of_child) == 0);
  }
}

TEST_CASE("without a sandbox: other processes' scheduling, the death signal, processes and threads") {
  if (tests::kSanitized) return;
  const auto parent = getpid();
  const Box any{.processes = kAnyProcesses};
  cpu_set_t set;
  CPU_ZERO(&set);
  REQUIRE(sched_getaffinity(0, sizeof set, &set) == 0);
  CHECK(in_box(any, [&] { return sched_setaffinity(parent, sizeof set, &set) == 0 ? 1 : 0; }) == 0);
  CHECK(in_box(any, [&] { return sched_setaffinity(0, sizeof set, &set) == 0 ? 1 : 0; }) == 1);
  CHECK(in_box(any, [&] { return setpriority(PRIO_PROCESS, static_cast<id_t>(parent), 19) == 0 ? 1 : 0; }) ==
        0);
  CHECK(in_box(any, [] { return setpriority(PRIO_PGRP, 0, 19) == 0 ? 1 : 0; }) == 0);
  CHECK(in_box(any, [] { return setpriority(PRIO_PROCESS, 0, 19) == 0 ? 1 : 0; }) == 1);
  const int higher = getpriority(PRIO_PROCESS, 0) - 1;
  CHECK(in_box(any, [&] { return setpriority(PRIO_PROCESS, 0, higher) == 0 ? 1 : 0; }) == 0);
  CHECK(in_box(any, [] { return prctl(PR_SET_PDEATHSIG, 0) == 0 ? 1 : 0; }) == 0);
  CHECK(in_box(any, [] { return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 ? 1 : 0; }) == 1);
  const auto forks = [] {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    return child > 0 ? 1 : 0;
  };
  CHECK(in_box(any, forks) == 1);
  CHECK(in_box({.processes = 0}, forks) == 0);
  const auto starts = [] {
    try {
      std::thread([] {}).join();
    } catch (const std::system_error&) {
      return 0;
    }
    return 1;
  };
  CHECK(in_box({.processes = 0}, starts) == 1);
  CHECK(in_box({.processes = 0, .threads = false}, starts) == 0);
}

TEST_CASE("the sandbox is a list of what is allowed") {
  if (tests::kSanitized) return;
  if (landlock_version() == 0) return;
  const tests::TemporaryFolder folder;
  const std::string secret = folder.file("secret");
  const std::string known = folder.file("known");
  for (const auto& path : {secret, known}) close(open(path.c_str(), O_CREAT | O_WRONLY, 0600));
  const std::string scratch = folder.file("scratch");
  const Box box{.sandbox = true, .scratch = scratch, .readable = {known}};
  const auto refused = [&](const char* what, const std::function<bool()>& deed) {
    CAPTURE(what);
    CHECK(in_box(box, [&] { return deed() ? 1 : 0; }) == 0);
  };
  const auto allowed = [&](const char* what, const std::function<bool()>& deed) {
    CAPTURE(what);
    CHECK(in_box(box, [&] { return deed() ? 1 : 0; }) == 1);
  };
  refused("socket", [] { return socket(AF_INET, SOCK_STREAM, 0) >= 0; });
  refused("socket pair", [] {
    std::array<int, 2> ends{};
    return socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0;
  });
  refused("signal to the parent", [] { return kill(getppid(), 0) == 0; });
  refused("signals by a descriptor", [] { return fcntl(STDERR_FILENO, F_SETOWN, getppid()) == 0; });
  refused("which signal", [] { return fcntl(STDERR_FILENO, F_SETSIG, SIGKILL) == 0; });
  refused("asynchronous", [] { return fcntl(STDERR_FILENO, F_SETFL, O_ASYNC) == 0; });
  refused("typing", [] {
    const char key = '\n';
    errno = 0;
    ioctl(STDERR_FILENO, TIOCSTI, &key);
    return errno != EPERM;
  });
  refused("mode", [&] { return chmod(known.c_str(), 0644) == 0; });
  refused("times", [&] { return utimes(known.c_str(), nullptr) == 0; });
  refused("attribute", [&] { return setxattr(known.c_str(), "user.x", "x", 1, 0) == 0 || errno != EPERM; });
  refused("reading", [&] { return reads(secret); });
  refused("reading a password file", [] { return reads("/etc/passwd"); });
  refused("writing", [&] { return open(known.c_str(), O_WRONLY) >= 0; });
  refused("truncating", [&] { return truncate(known.c_str(), 0) == 0; });
  refused("System V memory", [] { return shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0; });
  refused("memory file", [] { return memfd_create("hidden", 0) >= 0; });
  refused("shared memory", [] {
    return mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
  });
  refused("limit", [] {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    return setrlimit(RLIMIT_NOFILE, &limit) == 0;
  });
  refused("fork", [] { return fork() >= 0; });
  refused("program", [] { return execl("/bin/true", "true", nullptr) == 0; });
  refused("namespace", [] { return unshare(CLONE_NEWUSER) == 0; });
  refused("name of the machine", [] { return sethostname("x", 1) == 0; });
  refused("out of the scratch folder by a link",
          [&] { return symlink(secret.c_str(), "link") != 0 || open("link", O_RDONLY) >= 0; });
  allowed("reading what was named", [&] { return reads(known); });
  allowed("scratch", [] {
    const int fd = open("mine", O_CREAT | O_RDWR, 0600);
    return fd >= 0 && write(fd, "x", 1) == 1 && unlink("mine") == 0 && mkdir("d", 0700) == 0 &&
           rmdir("d") == 0;
  });
  allowed("memory", [] {
    return mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
  });
  allowed("threads", [] {
    std::thread([] {}).join();
    return true;
  });
  allowed("null device", [] { return open("/dev/null", O_RDWR) >= 0; });
  CHECK(in_box(box, [] {
          std::abort();
          return 0;
        }) == 128 + SIGABRT);
}

TEST_CASE("what a kernel lacks is named, all of it") {
  const KernelAbilities all{.landlock = 4, .seccomp = true};
  CHECK(missing_for_competition(all, true) == "");
  KernelAbilities some = all;
  some.landlock = 0;
  CHECK(missing_for_competition(some, true) == "Landlock (Linux 5.13)");
  some = all;
  some.seccomp = false;
  CHECK(missing_for_competition(some, true) == "filters of system calls (seccomp)");
  some = all;
  some.no_namespaces = "namespaces: Operation not permitted";
  CHECK(missing_for_competition(some, true) ==
        "namespaces for this user (namespaces: Operation not permitted)");
  some = all;
  some.bounds_tasks = false;
  CHECK(missing_for_competition(some, false) == "");
  CHECK(missing_for_competition(some, true) ==
        "control groups that bound the superuser's threads (asked for by `threads` or `processes`)");
  CHECK(missing_for_competition({.no_namespaces = "why"}, true) ==
        "Landlock (Linux 5.13), filters of system calls (seccomp), namespaces for this user (why)");
}

TEST_CASE("what this kernel lacks is found") {
  if (tests::kSanitized || landlock_version() == 0) return;
  CHECK(kernel_abilities().landlock == landlock_version());
  CHECK(kernel_abilities().seccomp);
  // As on a kernel that refuses them: the list of what is allowed in a sandbox has none of the three.
  const Box box{.sandbox = true, .processes = kAnyProcesses};
  CHECK(in_box(box, [] {
          const KernelAbilities has = kernel_abilities();
          return has.landlock == 0 && !has.seccomp &&
                         has.no_namespaces == "namespaces: Operation not permitted"
                     ? 1
                     : 0;
        }) == 1);
}

TEST_CASE("scratch is nobody else's") {
  const tests::TemporaryFolder folder;
  const std::string made = folder.file("a/b");
  const auto opened = open_private_folder(made);
  REQUIRE(opened);
  close(*opened);
  struct stat info {};
  REQUIRE(stat(made.c_str(), &info) == 0);
  CHECK((info.st_mode & 07777) == 0700);
  REQUIRE(symlink("/usr", folder.file("link").c_str()) == 0);
  const auto link = open_private_folder(folder.file("link"));
  REQUIRE_FALSE(link);
  CHECK(link.error().find("symbolic link") != std::string::npos);
  REQUIRE(mkdir(folder.file("open").c_str(), 0700) == 0);
  REQUIRE(chmod(folder.file("open").c_str(), 0777) == 0);
  const auto open_to_all = open_private_folder(folder.file("open"));
  REQUIRE_FALSE(open_to_all);
  CHECK(open_to_all.error().find("others than you") != std::string::npos);
}

TEST_CASE("in namespaces a program is alone, and all that it leaves ends with the keeper") {
  if (tests::kSanitized || !why_no_namespaces().empty()) return;
  const tests::TemporaryFolder folder;
  const std::string said = folder.file("said");
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  // In a child with one thread, whose parent this is.
  const pid_t starter = fork();
  if (starter == 0) {
    // The keeper and the program look whether anybody still reads what they print: here this is so.
    const auto made = enter_namespaces("/bin/sh",
                                       {"-c", "echo $$ > " + said + "; ls /proc | grep -c '^[0-9]' >> " +
                                                  said + "; (setsid sleep 1000 > /dev/null 2>&1 &); exit 7"},
                                       Spaces::kAll);
    const std::array<pid_t, 2> numbers{made ? made->program : -1, made ? made->keeper : -1};
    static_cast<void>(!write(ends[1], numbers.data(), sizeof numbers));
    _exit(0);
  }
  std::array<pid_t, 2> numbers{};
  REQUIRE(read(ends[0], numbers.data(), sizeof numbers) == sizeof numbers);
  waitpid(starter, nullptr, 0);
  REQUIRE(numbers[0] > 0);
  int status = 0;
  REQUIRE(waitpid(numbers[0], &status, 0) == numbers[0]);
  CHECK(WEXITSTATUS(status) == 7);
  std::ifstream in(said);
  int own = 0;
  int seen = 0;
  in >> own >> seen;
  CHECK(own == 2);   // behind the keeper
  CHECK(seen <= 5);  // keeper, shell, ls, grep
  CHECK(kill(numbers[1], SIGKILL) == 0);
  // Returns when all in there are gone.
  CHECK(waitpid(numbers[1], &status, 0) == numbers[1]);
  close(ends[0]);
  close(ends[1]);
}

}  // namespace ludex::arena
