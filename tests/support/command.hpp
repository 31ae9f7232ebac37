// Runs the ludex executable as a user would.
#pragma once

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <sys/wait.h>

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

}  // namespace ludex::tests
