// Starts the host's own executable and the host's helpers, signals process trees, and makes pipes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

#include "arena/base/files/descriptor.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// Children inherit neither end unless it is passed to them explicitly.
struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};
[[nodiscard]] Result<Pipe> make_pipe();

struct ChildStart {
  std::filesystem::path program;
  std::vector<std::string> arguments;  // without the program's own name
  int output = -1;                     // becomes its standard output and standard error
  std::vector<int> descriptors = {};   // become its descriptors 3, 4 ...
  // In a session of its own, without a terminal, with only the variables that a program needs to run.
  bool apart = false;
};

// The child leads a process group and has empty standard input; see ProcessStart (core/system/process.hpp).
// The caller must wait for it (waitpid).
[[nodiscard]] Result<pid_t> spawn(const ChildStart& start);

// Sends a signal to a group leader, its group, and all its descendants in whatever group.
void signal_tree(pid_t leader, int signal_number) noexcept;

}  // namespace ludex::arena
