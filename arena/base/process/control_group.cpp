#include "arena/base/process/control_group.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/files/system_error.hpp"

namespace ludex::arena {
namespace {

constexpr std::string_view kPrefix = "ludex-";

Descriptor open_in(const std::string& folder, const char* name, int how) {
  return Descriptor(open((folder + "/" + name).c_str(), how | O_CLOEXEC));
}

bool write_text(int file, std::string_view text) noexcept {
  return file >= 0 && pwrite(file, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

std::string read_text(int file) noexcept {
  std::array<char, 1024> text{};
  const ssize_t size = file < 0 ? -1 : pread(file, text.data(), text.size(), 0);
  return {text.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

// The number after `word` at the start of a line.
std::optional<std::int64_t> number_of(std::string_view text, std::string_view word) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    std::int64_t value = 0;
    if (line.size() > word.size() && line.starts_with(word) && line[word.size()] == ' ' &&
        std::from_chars(line.data() + word.size() + 1, line.data() + line.size(), value).ec == std::errc{})
      return value;
    at = end + 1;
  }
  return std::nullopt;
}

// A mounted hierarchy; its kind is "cgroup2", or "cgroup" with controllers in its options.
struct Mounted {
  std::string folder;
  std::string kind;
  std::string options;
};
std::vector<Mounted> mounted() {
  std::vector<Mounted> list;
  std::ifstream in("/proc/self/mounts");
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string device;
    Mounted mount;
    words >> device >> mount.folder >> mount.kind >> mount.options;
    if (mount.kind == "cgroup2" || mount.kind == "cgroup") list.push_back(std::move(mount));
  }
  return list;
}

bool has_word(std::string_view list, std::string_view word, char separator) noexcept {
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(separator, at), list.size());
    if (list.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}

// Path of this process in the hierarchy of `controller` ("": version 2), from a line "4:memory:/path".
std::string own_path(std::string_view controller) {
  std::ifstream in("/proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string_view names = std::string_view(line).substr(first + 1, second - first - 1);
    if (controller.empty() ? line.starts_with("0::") : has_word(names, controller, ','))
      return line.substr(second + 1);
  }
  return "";
}

// The group of this process, if it is mounted and writable.
std::string own_folder(const std::vector<Mounted>& mounts, std::string_view controller) {
  const std::string path = own_path(controller);
  if (path.empty()) return "";
  for (const Mounted& mount : mounts) {
    if (controller.empty() ? mount.kind != "cgroup2"
                           : mount.kind != "cgroup" || !has_word(mount.options, controller, ','))
      continue;
    std::string folder = path == "/" ? mount.folder : mount.folder + path;
    if (access(folder.c_str(), W_OK) == 0) return folder;
  }
  return "";
}

// Removes empty groups of dead hosts; the kernel refuses to remove non-empty ones.
void remove_left(const std::string& folder) {
  std::error_code error;
  for (auto item = std::filesystem::directory_iterator(folder, error);
       !error && item != std::filesystem::directory_iterator(); item.increment(error)) {
    const std::string name = item->path().filename();
    int host = 0;
    if (!name.starts_with(kPrefix) ||
        std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), host).ec != std::errc{})
      continue;
    if (kill(host, 0) != 0 && errno == ESRCH) rmdir(item->path().c_str());
  }
}

std::string new_name() {
  static std::atomic<unsigned> count = 0;
  return std::string(kPrefix) + std::to_string(getpid()) + "-" + std::to_string(++count);
}

}  // namespace

ControlGroup::~ControlGroup() {
  for (const std::string& folder : folders_) {
    // Killed processes take a moment to disappear; survivors have left the group.
    for (int i = 0; i < 5000 && rmdir(folder.c_str()) != 0 && errno == EBUSY; ++i) {
      kill();
      constexpr timespec kMoment{0, 1'000'000};
      nanosleep(&kMoment, nullptr);
    }
  }
}

void ControlGroup::freeze(bool frozen) noexcept {
  write_text(freeze_.get(), frozen ? "1" : "0");
}

void ControlGroup::kill() noexcept {
  write_text(kill_.get(), "1");
}

std::int64_t ControlGroup::cpu_ns() const noexcept {
  constexpr std::int64_t kMicrosecond = 1000;
  return number_of(read_text(cpu_.get()), "usage_usec").value_or(0) * kMicrosecond;
}

bool ControlGroup::out_of_memory() const noexcept {
  return number_of(read_text(memory_events_.get()), "oom_kill").value_or(0) > 0;
}

ControlGroups::ControlGroups() {
  const auto mounts = mounted();
  unified_ = {own_folder(mounts, ""), true};
  memory_one_ = {own_folder(mounts, "memory"), false};
  tasks_one_ = {own_folder(mounts, "pids"), false};
  for (const Hierarchy* where : {&unified_, &memory_one_, &tasks_one_}) {
    if (!where->folder.empty()) remove_left(where->folder);
  }
  if (!unified_.folder.empty()) {
    // Works only for groups whose processes are all in subgroups, and only for the group's owner.
    const Descriptor control = open_in(unified_.folder, "cgroup.subtree_control", O_RDWR);
    write_text(control.get(), "+memory");
    write_text(control.get(), "+pids");
    std::string given = read_text(control.get());
    while (!given.empty() && given.back() == '\n') given.pop_back();
    memory_second_ = has_word(given, "memory", ' ');
    tasks_second_ = has_word(given, "pids", ' ');
  }
  whole_ = !unified_.folder.empty();
  memory_ = memory_second_ || !memory_one_.folder.empty();
  tasks_ = tasks_second_ || !tasks_one_.folder.empty();
  if (!any()) {
    why_not_ = mounts.empty() ? "none are mounted" : "this user has none to divide";
    return;
  }
  constexpr std::uint64_t kSome = std::uint64_t{1} << 30;
  if (const auto trial = make({kSome, 100}); !trial) {
    why_not_ = trial.error();
    whole_ = memory_ = tasks_ = false;
  }
}

std::string ControlGroups::text() const {
  if (!any()) return "no cgroups (" + why_not_ + ")";
  std::string second = whole_ ? "freeze, kill, CPU time" : "";
  std::string first;
  const auto add = [](std::string& list, const char* what) {
    list += (list.empty() ? "" : ", ") + std::string(what);
  };
  if (memory_) add(memory_second_ ? second : first, "memory");
  if (tasks_) add(tasks_second_ ? second : first, "pids");
  return (second.empty() ? "" : "cgroup v2: " + second) + (second.empty() || first.empty() ? "" : "; ") +
         (first.empty() ? "" : "cgroup v1: " + first);
}

Result<void> ControlGroups::make_in(const Hierarchy& where, const std::string& name, bool memory, bool tasks,
                                    const GroupLimits& limits, ControlGroup& group) const {
  const std::string folder = where.folder + "/" + name;
  constexpr mode_t kOwn = 0755;
  if (mkdir(folder.c_str(), kOwn) != 0) return system_error(folder);
  group.folders_.push_back(folder);
  const auto set = [&](const char* file, std::uint64_t value) {
    const Descriptor opened = open_in(folder, file, O_WRONLY);
    return write_text(opened.get(), std::to_string(value));
  };
  if (memory && limits.memory_bytes != 0) {
    if (!set(where.second ? "memory.max" : "memory.limit_in_bytes", limits.memory_bytes))
      return system_error(folder);
    // Fails where the kernel does not count swap.
    static_cast<void>(where.second ? set("memory.swap.max", 0)
                                   : set("memory.memsw.limit_in_bytes", limits.memory_bytes));
    group.memory_events_ = open_in(folder, where.second ? "memory.events" : "memory.oom_control", O_RDONLY);
  }
  if (tasks && limits.tasks != 0 && !set("pids.max", limits.tasks)) return system_error(folder);
  if (where.second) {
    group.freeze_ = open_in(folder, "cgroup.freeze", O_WRONLY);
    group.kill_ = open_in(folder, "cgroup.kill", O_WRONLY);  // since Linux 5.14
    group.cpu_ = open_in(folder, "cpu.stat", O_RDONLY);
  }
  group.doors_.push_back(open_in(folder, "cgroup.procs", O_WRONLY));
  return group.doors_.back().get() < 0 ? Result<void>(system_error(folder)) : Result<void>();
}

Result<std::unique_ptr<ControlGroup>> ControlGroups::make(const GroupLimits& limits) const {
  std::unique_ptr<ControlGroup> group(new ControlGroup);
  const std::string name = new_name();
  if (whole_) {
    if (auto done = make_in(unified_, name, memory_second_, tasks_second_, limits, *group); !done)
      return Error{done.error()};
  }
  // Unless both are in one hierarchy, where the group has only one name.
  const bool together = memory_one_.folder == tasks_one_.folder;
  if (memory_ && !memory_second_) {
    if (auto done = make_in(memory_one_, name, true, tasks_ && !tasks_second_ && together, limits, *group);
        !done)
      return Error{done.error()};
  }
  if (tasks_ && !tasks_second_ && !(together && memory_ && !memory_second_)) {
    if (auto done = make_in(tasks_one_, name, false, true, limits, *group); !done) return Error{done.error()};
  }
  return group;
}

}  // namespace ludex::arena
