#include "arena/host/plugins/services.hpp"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <forward_list>
#include <mutex>
#include <string_view>

#include <fmt/format.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/system/host_patience.hpp"

namespace ludex::arena::host {
namespace {

void log_line(LogLevel level, const char* text, std::uint64_t size) noexcept {
  static std::mutex mutex;
  if (!in_range(level)) return;
  try {
    const std::scoped_lock lock(mutex);
    std::fflush(stdout);
    fmt::print(stderr, "{}: {}\n", to_text(level), std::string_view(text, size));
  } catch (...) {  // a full disk behind stderr must not end the program
  }
}

// Number of calls of parallel_for from threads that the host does not know.
std::atomic<std::uint64_t>& foreign_calls_counter() noexcept {
  static std::atomic<std::uint64_t> count = 0;
  return count;
}

// The main thread and oneTBB's threads belong to the host; an agent's own threads are foreign.
bool is_foreign_thread() noexcept {
  return syscall(SYS_gettid) != getpid() &&
         tbb::this_task_arena::current_thread_index() == tbb::task_arena::not_initialized;
}

void parallel_for(std::uint32_t count, void (*body)(void* context, std::uint32_t index),
                  void* context) noexcept {
  if (is_foreign_thread()) {
    foreign_calls_counter().fetch_add(1);
    for (std::uint32_t i = 0; i < count; ++i) body(context, i);
    return;
  }
  // Orders the code before, in and after a call for ThreadSanitizer, which cannot see that oneTBB does so.
  std::atomic<std::uint32_t> begun = 0;
  std::atomic<std::uint32_t> ended = 0;
  begun.store(1, std::memory_order_release);
  tbb::parallel_for(
      std::uint32_t{0}, count,
      [=, &begun, &ended](std::uint32_t i) {
        static_cast<void>(begun.load(std::memory_order_acquire));
        body(context, i);
        ended.fetch_add(1, std::memory_order_release);
      },
      tbb::simple_partitioner{});
  static_cast<void>(ended.load(std::memory_order_acquire));
}

class HostFolders final : public Folders {
 public:
  [[nodiscard]] const char* transcripts() const noexcept override { return transcripts_.load(); }
  [[nodiscard]] const char* scratch() const noexcept override { return scratch_.load(); }

  void set(const FolderPaths& paths) {
    const std::scoped_lock lock(mutex_);
    transcripts_ = kept_.emplace_front(paths.transcripts).c_str();
    scratch_ = kept_.emplace_front(paths.scratch).c_str();
  }

 private:
  std::mutex mutex_;
  std::forward_list<std::string> kept_;  // earlier callers may still read it
  std::atomic<const char*> transcripts_ = "";
  std::atomic<const char*> scratch_ = "";
};

// Never destroyed: plug-ins may use it until the process ends.
HostFolders& folders() {
  static HostFolders& made = *[] {
    auto* const fresh = new HostFolders;
    fresh->set({"", default_scratch()});
    return fresh;
  }();
  return made;
}

class Patience final : public HostPatience {
 public:
  [[nodiscard]] std::int64_t start_ns() const noexcept override { return start_ns_.load(); }
  [[nodiscard]] std::int64_t grace_ns() const noexcept override { return grace_ns_.load(); }
  void set(std::int64_t start_ns, std::int64_t grace_ns) noexcept {
    start_ns_ = start_ns;
    grace_ns_ = grace_ns;
  }

 private:
  std::atomic<std::int64_t> start_ns_ = 0;
  std::atomic<std::int64_t> grace_ns_ = 0;
};

// Never destroyed, for the same reason.
Patience& patience() {
  static Patience& made = *new Patience;
  return made;
}

const void* extension(const char* id) noexcept {
  if (std::strcmp(id, HostPatience::kId) == 0) return static_cast<const HostPatience*>(&patience());
  if (std::strcmp(id, Folders::kId) == 0) return static_cast<const Folders*>(&folders());
  return nullptr;
}

}  // namespace

std::string default_scratch() {
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  return ((error ? std::filesystem::path("/tmp") : folder) / "ludex-scratch").string();
}

void set_patience(std::int64_t start_ns, std::int64_t grace_ns) {
  patience().set(start_ns, grace_ns);
}

void set_folders(const FolderPaths& paths) {
  folders().set(paths);
}

std::uint64_t foreign_calls() noexcept {
  return foreign_calls_counter().load(std::memory_order_relaxed);
}

const HostServices& host_services() noexcept {
  static const HostServices services{static_cast<std::uint32_t>(tbb::info::default_concurrency()), 0,
                                     &log_line, &parallel_for, &extension};
  return services;
}

}  // namespace ludex::arena::host
