#include "arena/run/worker/one_processor.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <sys/stat.h>

namespace ludex::arena::run {
namespace {

// Restores the affinity of threads that the process has started, and which inherited it.
void free_threads(pid_t process, const cpu_set_t& processors) noexcept {
  std::array<char, 32> folder{};
  fmt::format_to_n(folder.data(), folder.size() - 1, "/proc/{}/task", process);
  struct stat info {};
  constexpr nlink_t kOneThread = 3;  // a folder's own two links, and a folder a thread
  if (stat(folder.data(), &info) != 0 || info.st_nlink <= kOneThread) return;
  std::error_code gone;
  for (auto task = std::filesystem::directory_iterator(folder.data(), gone);
       !gone && task != std::filesystem::directory_iterator(); task.increment(gone))
    sched_setaffinity(std::atoi(task->path().filename().c_str()), sizeof processors, &processors);
}

}  // namespace

bool OneProcessor::bring(pid_t thread, const cpu_set_t& processor) noexcept {
  Guest& guest = guests_[size_];
  guest.thread = thread;
  if (sched_getaffinity(thread, sizeof guest.processors, &guest.processors) != 0 ||
      sched_setaffinity(thread, sizeof processor, &processor) != 0)
    return false;
  ++size_;
  return true;
}

void OneProcessor::gather(std::span<const pid_t> workers) noexcept {
  if (gathered()) return;
  const int here = sched_getcpu();
  if (here < 0 || here >= CPU_SETSIZE) return;
  cpu_set_t processor;
  CPU_ZERO(&processor);
  CPU_SET(here, &processor);
  bool all = bring(0, processor);
  for (const pid_t worker : workers) all = all && bring(worker, processor);
  if (!all) part();
}

void OneProcessor::part() noexcept {
  while (size_ != 0) {
    const Guest& guest = guests_[--size_];
    sched_setaffinity(guest.thread, sizeof guest.processors, &guest.processors);
    if (guest.thread != 0) free_threads(guest.thread, guest.processors);
  }
}

}  // namespace ludex::arena::run
