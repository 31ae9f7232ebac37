#include "arena/process/spawn.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <initializer_list>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

extern char** environ;

namespace ludex::arena {
namespace {

constexpr int kFirst = 3;  // behind the standard ones

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
  void own_group() {
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_setsigdefault(&attributes, &all);
  }
  posix_spawnattr_t attributes;
};

}  // namespace

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
  // By way of high numbers: any of them may be what another is to become, and dup2 to itself would keep
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
  if (start.own_group) attributes.own_group();
  std::vector<std::string> words{start.program.string()};
  words.insert(words.end(), start.arguments.begin(), start.arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = -1;
  const int error =
      posix_spawn(&child, words[0].c_str(), &files.actions, &attributes.attributes, pointers.data(), environ);
  if (error != 0) return failure(error);
  return child;
}

}  // namespace ludex::arena
