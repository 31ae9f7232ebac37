// An executable of a test's own, so that all that descends from it is known by it: forks, too.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::tests {

class OwnLudex {
 public:
  OwnLudex() : path_(folder_.file("ludex")) {
    std::filesystem::copy_file(LUDEX_BUILD_DIR "/ludex", path_);
    // Plug-ins beside the executable, as installed.
    std::filesystem::create_directory_symlink(LUDEX_BUILD_DIR "/plugins", folder_.path() / "plugins");
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
  [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }

  // `ludex run` on a specification, with the tests' agents, in the background; `more` are further words. What
  // it says on standard error goes to a file if one is named. Its number.
  [[nodiscard]] pid_t start(const std::string& specification, const std::string& out,
                            std::vector<std::string> more = {}, const std::string& said = "/dev/null") const {
    std::vector<std::string> words{
        "ludex", "--plugin-path", LUDEX_BUILD_DIR "/tests/agents", "run", specification, "--out", out};
    words.insert(words.end(), more.begin(), more.end());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t host = fork();
    if (host != 0) return host;
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    dup2(open(said.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600), STDERR_FILENO);
    setenv("SECRET_OF_THE_HOST", "1", 1);  // which no agent may read
    execv(path_.c_str(), arguments.data());
    _exit(127);
  }

  // What runs it, as "number command".
  [[nodiscard]] std::vector<std::string> running() const {
    std::vector<std::string> list;
    std::error_code error;
    for (const auto& process : std::filesystem::directory_iterator("/proc", error)) {
      const std::string name = process.path().filename();
      if (name.find_first_not_of("0123456789") != std::string::npos) continue;
      std::error_code gone;
      if (std::filesystem::read_symlink(process.path() / "exe", gone).string().rfind(path_, 0) != 0) continue;
      std::string words = read_file(process.path() / "cmdline");
      for (char& c : words) c = c == '\0' ? ' ' : c;
      list.push_back(name + " " + words);
    }
    return list;
  }
  // The kernel needs a moment for a chain of deaths, a busy machine a longer one.
  [[nodiscard]] std::vector<std::string> left() const {
    constexpr int kPatience = 3000;
    for (int i = 0; i < kPatience && !running().empty(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return running();
  }

 private:
  TemporaryFolder folder_;
  std::string path_;
};

}  // namespace ludex::tests
