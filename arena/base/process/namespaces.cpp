#include "arena/base/process/namespaces.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/files/descriptor.hpp"
#include "arena/base/process/await_end.hpp"
#include "arena/base/process/limits.hpp"
#include "arena/base/process/spawn.hpp"

namespace ludex::arena {
namespace {

int flags(Spaces spaces) noexcept {
  const int processes = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS;
  return spaces == Spaces::kAll ? processes | CLONE_NEWIPC | CLONE_NEWNET : processes;
}

// A system call that the kernel refused, and its error.
struct Refusal {
  const char* what = nullptr;  // null: none was refused
  int error = 0;
};
std::string to_text(const Refusal& refusal) {
  return std::string(refusal.what) + ": " + std::strerror(refusal.error);
}
Error refusal_error(const char* what) {
  return {to_text(Refusal{what, errno})};
}

// Data for leave(), prepared because it may run where only system calls are allowed.
struct Identity {
  std::string uid = std::to_string(getuid());
  std::string gid = std::to_string(getgid());
  std::string uids = uid + " " + uid + " 1";
  std::string gids = gid + " " + gid + " 1";
};

bool write_to(const char* path, std::string_view text) noexcept {
  const Descriptor file(open(path, O_WRONLY | O_CLOEXEC));
  return file.get() >= 0 && write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// Enters the namespaces; the process stays in its PID namespace, but its children will be in the new one.
Refusal leave(Spaces spaces, const Identity& own) noexcept {
  if (unshare(flags(spaces)) != 0) return {"namespaces", errno};
  // The user keeps its id; no other id is mapped.
  if (!write_to("/proc/self/setgroups", "deny") || !write_to("/proc/self/uid_map", own.uids) ||
      !write_to("/proc/self/gid_map", own.gids))
    return {"user namespace", errno};
  if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return {"mount namespace", errno};
  return {};
}

// Creates a child of this process's parent. The C library does not know of it, so it may only make system
// calls.
pid_t fork_sibling() noexcept {
  return static_cast<pid_t>(syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
}

[[noreturn]] void keep() noexcept {
  tie_to_reader(STDERR_FILENO);
  syscall(SYS_setsid);
  syscall(SYS_close_range, 0, ~0U, 0U);
  // The kernel reaps orphans that end.
  struct sigaction ignored {};
  ignored.sa_handler = SIG_IGN;
  sigaction(SIGCHLD, &ignored, nullptr);
  while (true) pause();
}

constexpr int kNoProc = 126;  // exit code of a child that could not mount its own /proc
constexpr int kNoProgram = 127;

bool mount_proc() noexcept {
  return mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0;
}

}  // namespace

Result<Namespaced> enter_namespaces(const std::string& program, const std::vector<std::string>& arguments,
                                    Spaces spaces) {
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  if (const Refusal refusal = leave(spaces, Identity()); refusal.what != nullptr)
    return Error{to_text(refusal)};
  Namespaced made;
  made.keeper = fork_sibling();
  if (made.keeper == 0) keep();
  if (made.keeper < 0) return refusal_error("PID namespace");
  made.program = fork_sibling();
  if (made.program == 0) {
    tie_to_reader(STDERR_FILENO);
    syscall(SYS_setsid);
    if (!mount_proc()) _exit(kNoProc);
    execv(words[0].c_str(), pointers.data());
    _exit(kNoProgram);
  }
  if (made.program < 0) return refusal_error("PID namespace");
  return made;
}

std::string why_no_namespaces() {
  auto answer = make_pipe();
  if (!answer) return answer.error();
  const Identity own;
  // Other threads' locks may be held forever in the child, so it only makes system calls.
  const pid_t child = fork();
  if (child < 0) return std::strerror(errno);
  if (child == 0) {
    Refusal refusal = leave(Spaces::kAll, own);
    if (refusal.what == nullptr) {
      const auto first = static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr));
      if (first == 0) _exit(mount_proc() ? 0 : errno);
      int status = 0;
      waitpid(first, &status, 0);
      if (const int error = WIFEXITED(status) ? WEXITSTATUS(status) : EINTR; first < 0 || error != 0)
        refusal = {"mount /proc", error};
    }
    // `what` has the same address in the parent.
    static_cast<void>(!write(answer->write_end.get(), &refusal, sizeof refusal));
    _exit(0);
  }
  answer->write_end = {};
  Refusal refusal{"namespaces", ECHILD};
  pollfd answered{answer->read_end.get(), POLLIN, 0};
  constexpr int kPatience = 60'000;  // milliseconds
  if (poll(&answered, 1, kPatience) == 1) {
    static_cast<void>(!read(answer->read_end.get(), &refusal, sizeof refusal));
  } else {
    refusal = {"namespaces", ETIMEDOUT};
  }
  kill(child, SIGKILL);
  await_end(child, nullptr);
  return refusal.what == nullptr ? "" : to_text(refusal);
}

}  // namespace ludex::arena
