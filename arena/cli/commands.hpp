// The commands of `ludex`, one file each. Every function adds its subcommand to the application; the callback
// sets the exit code (ARCHITECTURE: 0 done, 1 internal, 2 usage or configuration, 3 a plug-in was refused, 4
// finished with withdrawn agents, 130 interrupted).
#pragma once

#include <CLI/CLI.hpp>

namespace ludex::arena::cli {

enum ExitCode : int {
  kDone = 0,
  kInternal = 1,
  kUsage = 2,
  kRefused = 3,
  kWithdrawn = 4,
  kInterrupted = 130
};

// Shared by all commands of one run of the executable.
struct Context {
  int exit_code = kDone;
};

void add_rate(CLI::App& app, Context& context);

}  // namespace ludex::arena::cli
