#include "arena/base/process/limits.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/files/system_error.hpp"

namespace ludex::arena {
namespace {

// Processes and threads of this user.
std::uint64_t tasks_of_user() {
  std::uint64_t tasks = 0;
  std::error_code error;
  for (const auto& process : std::filesystem::directory_iterator("/proc", error)) {
    struct stat info {};
    if (stat(process.path().c_str(), &info) != 0 || info.st_uid != getuid()) continue;
    std::error_code gone;
    for (auto task = std::filesystem::directory_iterator(process.path() / "task", gone);
         !gone && task != std::filesystem::directory_iterator(); task.increment(gone))
      ++tasks;
  }
  return tasks;
}

}  // namespace

void tie_to_parent(int parent) noexcept {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The starter may have died before that call.
  if (getppid() != parent) _exit(0);
}

void tie_to_reader(int pipe) noexcept {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // getppid() does not help: the parent may have died before the call above.
  pollfd output{pipe, 0, 0};
  if (poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0) _exit(0);
}

MemoryLimit::MemoryLimit() noexcept : base_(0) {
  // "VmData" counts what RLIMIT_DATA limits.
  if (std::FILE* file = std::fopen("/proc/self/status", "re")) {
    std::array<char, 256> line;
    while (std::fgets(line.data(), static_cast<int>(line.size()), file) != nullptr) {
      unsigned long long kib = 0;
      if (std::sscanf(line.data(), "VmData: %llu", &kib) == 1) base_ = kib * 1024;
    }
    std::fclose(file);
  }
}

void MemoryLimit::set(std::uint64_t bytes) const noexcept {
  rlimit limit{};
  getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur = base_ + bytes;
  if (limit.rlim_max == RLIM_INFINITY || limit.rlim_cur <= limit.rlim_max) setrlimit(RLIMIT_DATA, &limit);
}

std::string memory_shortage(std::uint64_t bytes) {
  constexpr std::uint64_t kMib = 1 << 20;
  constexpr std::uint64_t kOwn =
      512 * kMib;  // libraries, and stacks of threads, most of which is never touched
  const auto lower = [](int resource, std::uint64_t wanted, const char* what,
                        const char* option) -> std::string {
    rlimit limit{};
    if (getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        limit.rlim_cur >= wanted)
      return "";
    return std::string(what) + " of a process is limited to " + std::to_string(limit.rlim_cur / kMib) +
           " MiB here (ulimit " + option + ")";
  };
  std::string why = lower(RLIMIT_AS, bytes + kOwn, "the address space", "-v");
  if (why.empty()) why = lower(RLIMIT_DATA, bytes, "the memory", "-d");
  return why;
}

std::uint64_t stack_limit_kib() noexcept {
  constexpr rlim_t kKib = 1024;
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return std::numeric_limits<std::uint64_t>::max();
  return limit.rlim_cur / kKib;
}

std::string stack_note(int signal_number) {
  constexpr std::uint64_t kLittleKib = 1024;
  const std::uint64_t kib = stack_limit_kib();
  if ((signal_number != SIGSEGV && signal_number != SIGBUS) || kib >= kLittleKib) return "";
  return "; the stack is limited to " + std::to_string(kib) +
         " KiB here (ulimit -s), which may be why: 8192 are usual";
}

std::uint64_t raise_descriptor_limit(std::uint64_t wanted) noexcept {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  if (limit.rlim_cur >= wanted) return limit.rlim_cur;
  rlimit raised = limit;
  raised.rlim_cur = std::min<rlim_t>(wanted, limit.rlim_max);
  return setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur;
}

std::uint64_t peak_resident_bytes() noexcept {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

Result<void> limit_processes(std::uint32_t count) noexcept {
  // The kernel counts all tasks of the user, so the limit is their present number plus `count`. Counted once,
  // because the number changes, and a soft limit above the hard one is refused.
  const std::uint64_t most = tasks_of_user() + count;
  const rlimit limit{most, most};
  return setrlimit(RLIMIT_NPROC, &limit) == 0 ? Result<void>() : system_error("process limit");
}

}  // namespace ludex::arena
