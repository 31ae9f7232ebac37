#include "arena/base/process/spawn.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <string_view>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "core/system/process.hpp"

namespace ludex::arena {
namespace {

// Variables that locate programs and libraries, set the text's encoding, or control sanitizers and Python: no
// names, no keys, no sockets.
std::vector<std::string> little_environment() {
  constexpr std::array<std::string_view, 10> kNames{"PATH",         "LANG",           "LC_ALL", "LC_CTYPE",
                                                    "LUDEX_PYTHON", "VIRTUAL_ENV",    "TZ",     "PYTHONPATH",
                                                    "PYTHONHOME",   "LD_LIBRARY_PATH"};
  constexpr std::array<std::string_view, 4> kFamilies{"OMP_", "ASAN_", "UBSAN_", "TSAN_"};
  std::vector<std::string> kept;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::string_view name = text.substr(0, text.find('='));
    if (std::find(kNames.begin(), kNames.end(), name) != kNames.end() ||
        std::any_of(kFamilies.begin(), kFamilies.end(),
                    [&](auto family) { return name.starts_with(family); }))
      kept.emplace_back(text);
  }
  return kept;
}

// Adds the children of all threads of a process.
void add_children(pid_t parent, std::vector<pid_t>& list) {
  std::error_code error;
  const std::filesystem::path tasks = "/proc/" + std::to_string(parent) + "/task";
  for (auto task = std::filesystem::directory_iterator(tasks, error);
       !error && task != std::filesystem::directory_iterator(); task.increment(error)) {
    std::ifstream children(task->path() / "children");
    for (pid_t child = 0; children >> child;) list.push_back(child);
  }
}

}  // namespace

void signal_tree(pid_t leader, int signal_number) noexcept {
  kill(-leader, signal_number);
  try {
    // More may start meanwhile, so signals each one found until no new ones appear.
    constexpr std::size_t kMost = 4096;
    std::vector<pid_t> list{leader};
    for (std::size_t i = 0; i < list.size() && list.size() < kMost; ++i) {
      if (i != 0) kill(list[i], signal_number);
      add_children(list[i], list);
    }
  } catch (const std::exception&) {  // no memory: the group has the signal at least
  }
}

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    return Error{std::string("cannot make a pipe: ") + std::strerror(errno)};
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

Result<pid_t> spawn(const ChildStart& start) {
  const auto failure = [&](int error) { return Error{start.program.string() + ": " + std::strerror(error)}; };
  const Descriptor empty(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (empty.get() < 0) return failure(errno);
  const StartedProcess child =
      start_process({.program = start.program.string(),
                     .arguments = start.arguments,
                     .environment = start.apart ? little_environment() : std::vector<std::string>{},
                     .folder = "",
                     .input = empty.get(),
                     .output = start.output,
                     .error = start.output,
                     .descriptors = start.descriptors,
                     .whole_environment = start.apart,
                     .session = start.apart,
                     .bound = false});
  if (child.pid < 0) return failure(child.error);
  return child.pid;
}

}  // namespace ludex::arena
