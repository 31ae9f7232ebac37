#include "arena/base/process/spawn.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <initializer_list>
#include <string_view>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

extern char** environ;

namespace ludex::arena {
namespace {

constexpr int kFirst = 3;  // after the standard descriptors

struct FileActions {
  FileActions() { posix_spawn_file_actions_init(&actions); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  posix_spawn_file_actions_t actions;
};

struct Attributes {
  Attributes() { posix_spawnattr_init(&attributes); }
  ~Attributes() { posix_spawnattr_destroy(&attributes); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  // A session leader also leads a process group.
  void own_group(bool session) {
    const int group = session ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP;
    posix_spawnattr_setflags(&attributes,
                             static_cast<short>(group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
    if (!session) posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_setsigdefault(&attributes, &all);
  }
  posix_spawnattr_t attributes;
};

// Variables that locate programs and libraries, set the text's encoding, or control sanitizers and Python: no
// names, no keys, no sockets.
std::vector<char*> little_environment() {
  constexpr std::array<std::string_view, 10> kNames{"PATH",         "LANG",           "LC_ALL", "LC_CTYPE",
                                                    "LUDEX_PYTHON", "VIRTUAL_ENV",    "TZ",     "PYTHONPATH",
                                                    "PYTHONHOME",   "LD_LIBRARY_PATH"};
  constexpr std::array<std::string_view, 4> kFamilies{"OMP_", "ASAN_", "UBSAN_", "TSAN_"};
  std::vector<char*> kept;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::string_view name = text.substr(0, text.find('='));
    if (std::find(kNames.begin(), kNames.end(), name) != kNames.end() ||
        std::any_of(kFamilies.begin(), kFamilies.end(),
                    [&](auto family) { return name.starts_with(family); }))
      kept.push_back(*entry);
  }
  kept.push_back(nullptr);
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
  const int behind = kFirst + static_cast<int>(start.descriptors.size());
  FileActions files;
  posix_spawn_file_actions_addopen(&files.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  // Duplicates to high numbers first: a source may be another's target, and dup2 onto itself would keep
  // close-on-exec.
  std::vector<Descriptor> high;
  const auto give = [&](int from, std::initializer_list<int> to) {
    high.emplace_back(fcntl(from, F_DUPFD_CLOEXEC, behind));
    for (const int descriptor : to)
      posix_spawn_file_actions_adddup2(&files.actions, high.back().get(), descriptor);
    return high.back().get() >= 0;
  };
  if (!give(start.output, {STDOUT_FILENO, STDERR_FILENO})) return failure(errno);
  for (int to = kFirst; to < behind; ++to) {
    if (!give(start.descriptors[static_cast<std::size_t>(to - kFirst)], {to})) return failure(errno);
  }
  posix_spawn_file_actions_addclosefrom_np(&files.actions, behind);
  Attributes attributes;
  if (start.own_group || start.apart) attributes.own_group(start.apart);
  std::vector<std::string> words{start.program.string()};
  words.insert(words.end(), start.arguments.begin(), start.arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = -1;
  std::vector<char*> little;
  if (start.apart) little = little_environment();
  const int error = posix_spawn(&child, words[0].c_str(), &files.actions, &attributes.attributes,
                                pointers.data(), start.apart ? little.data() : environ);
  if (error != 0) return failure(error);
  return child;
}

}  // namespace ludex::arena
