// Runs the ludex executable as a user would.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paths.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::tests {

struct CommandResult {
  int exit_code;  // 128 + signal if it was killed
  std::string out;
  std::string err;
};

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path) << text;
}

inline const std::string kMisbehaving = "--plugin-path '" LUDEX_BUILD_DIR "/tests/agents' ";

// A command as typed in a shell; `redirections` are the last word on where its output goes and its input
// comes from.
inline CommandResult run_shell(const std::string& command, const std::string& redirections = "") {
  const TemporaryFolder folder;
  const std::string out = folder.path() / "out";
  const std::string err = folder.path() / "err";
  const int status =
      std::system((command + " > '" + out + "' 2> '" + err + "' < /dev/null " + redirections).c_str());
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {code, read_file(out), read_file(err)};
}

// `arguments` as typed in a shell after "ludex", `environment` before it.
inline CommandResult ludex(const std::string& arguments, const std::string& environment = "",
                           const std::string& redirections = "") {
  return run_shell(environment + " '" LUDEX_BUILD_DIR "/ludex' " + arguments, redirections);
}

// Sends a signal to all that a process has started, and what that has started.
inline void signal_children(pid_t process, int signal_number) {
  std::error_code gone;
  for (const auto& task :
       std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/task", gone)) {
    std::ifstream children(task.path() / "children");
    for (pid_t child = 0; children >> child;) {
      signal_children(child, signal_number);
      kill(child, signal_number);
    }
  }
}

// Starts ludex with these words, waits until `ready` is true or it has ended, and sends the signal (`all`: to
// its children, too). Returns the status of waitpid().
inline int ludex_and_signal(std::vector<std::string> words, int signal_number,
                            const std::function<bool()>& ready, bool all = false) {
  std::string program = LUDEX_BUILD_DIR "/ludex";
  words.insert(words.begin(), program);
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int output : {1, 2})
    posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0);
  pid_t child = -1;
  REQUIRE(posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ) == 0);
  posix_spawn_file_actions_destroy(&actions);
  const auto ended = [&] {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == child;
  };
  while (!ready() && !ended()) std::this_thread::sleep_for(std::chrono::microseconds(200));
  if (all) signal_children(child, signal_number);
  kill(child, signal_number);
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}
// Likewise after a time, however far the process has come.
inline int ludex_and_signal(std::vector<std::string> words, int signal_number, int milliseconds,
                            bool all = false) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  return ludex_and_signal(
      std::move(words), signal_number, [end] { return std::chrono::steady_clock::now() >= end; }, all);
}

}  // namespace ludex::tests
