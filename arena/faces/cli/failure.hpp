// Exit codes of `ludex`, and messages to standard error.
#pragma once

#include <string>

#include "arena/base/text/failure.hpp"

namespace ludex::arena::cli {

// As in the table of docs/reference/exit-codes.md.
enum ExitCode : int {
  kDone = 0,
  kInternal = 1,
  kUsage = 2,
  kRefused = 3,
  kWithdrawn = 4,
  kInterrupted = 130
};

// The exit code of a command that fails so: the culprit decides.
[[nodiscard]] ExitCode exit_code_of(const Failure& failure) noexcept;

// Writes "ludex: MESSAGE" to stderr; ignores errors.
void complain(const std::string& message) noexcept;
// Writes whole lines to stderr after flushing stdout, so that a file that receives both keeps their order.
void print_messages(const std::string& lines);

}  // namespace ludex::arena::cli
