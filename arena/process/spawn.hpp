// Starts processes: what they inherit, and pipes to them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

#include "arena/files/descriptor.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// Neither end is inherited unless it is given to a child on purpose.
struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};
[[nodiscard]] Result<Pipe> make_pipe();

struct ChildStart {
  std::filesystem::path program;
  std::vector<std::string> arguments;  // without the program's own name
  int output = -1;                     // what becomes its standard output and its standard error
  std::vector<int> descriptors = {};   // what becomes its descriptors 3, 4 ...
  bool own_group = false;              // leads a process group, and has no signal blocked or ignored
  // A session of its own, without a terminal, and of the environment only what a program needs to run.
  bool apart = false;
};

// The child's standard input is empty, and it has no descriptors but standard ones and those of `start`.
// Whoever starts it waits for it (waitpid).
[[nodiscard]] Result<pid_t> spawn(const ChildStart& start);

// Sends a signal to a process that leads a group, to its group, and to all that descends from it, whatever
// group that is in.
void signal_tree(pid_t leader, int signal_number) noexcept;

}  // namespace ludex::arena
