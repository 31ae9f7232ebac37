// Reasons why a command ends early, and the exit codes of `ludex`.
#pragma once

#include <stdexcept>
#include <string>

#include "core/abi/types.hpp"

namespace ludex::arena::cli {

// As in the table of arena/README.md.
enum ExitCode : int {
  kDone = 0,
  kInternal = 1,
  kUsage = 2,
  kRefused = 3,
  kWithdrawn = 4,
  kInterrupted = 130
};

// The message goes to stderr; the culprit decides the exit code.
class Failure : public std::runtime_error {
 public:
  // The user's fault: an argument, unreadable or invalid input, settings that do not go together.
  static Failure usage(const std::string& message) { return {kUsage, message}; }
  // The machine's fault: a file that cannot be written, a process that cannot be started, no memory.
  static Failure system(const std::string& message) { return {kInternal, message}; }
  // The plug-in's fault: it was refused, died, threw, or played an illegal move.
  static Failure plugin(const std::string& message) { return {kRefused, message}; }
  // For a status other than kOk that a plug-in's method returned.
  static Failure answered(Status status, const std::string& message);
  // Likewise for the call that gives an agent its task, where an exception refers to the task.
  static Failure declined(Status status, const std::string& message);

  [[nodiscard]] ExitCode exit_code() const noexcept { return exit_code_; }

 private:
  Failure(ExitCode exit_code, const std::string& message)
      : std::runtime_error(message), exit_code_(exit_code) {}

  ExitCode exit_code_;
};

// Writes "ludex: MESSAGE" to stderr; ignores errors.
void complain(const std::string& message) noexcept;
// Writes whole lines to stderr after flushing stdout, so that a file that receives both keeps their order.
void print_messages(const std::string& lines);

}  // namespace ludex::arena::cli
