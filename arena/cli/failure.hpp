// Why a command ends early, and the exit codes of `ludex`.
#pragma once

#include <stdexcept>
#include <string>

#include "core/abi/types.hpp"

namespace ludex::arena::cli {

// The table in arena/README.md, in code.
enum ExitCode : int {
  kDone = 0,
  kInternal = 1,
  kUsage = 2,
  kRefused = 3,
  kWithdrawn = 4,
  kInterrupted = 130
};

// The message goes to stderr; whose fault it is decides the exit code.
class Failure : public std::runtime_error {
 public:
  // The user's: an argument, input that cannot be read or understood, settings that do not go together.
  static Failure usage(const std::string& message) { return {kUsage, message}; }
  // The machine's: a file that cannot be written, a process that cannot be started, no memory.
  static Failure system(const std::string& message) { return {kInternal, message}; }
  // A plug-in's: it was refused, died, threw, or played an illegal move.
  static Failure plugin(const std::string& message) { return {kRefused, message}; }
  // What a plug-in's method answered, if not kOk.
  static Failure answered(Status status, const std::string& message);
  // The same where an agent is told what it is to work on: what its code throws there is about that.
  static Failure declined(Status status, const std::string& message);

  [[nodiscard]] ExitCode exit_code() const noexcept { return exit_code_; }

 private:
  Failure(ExitCode exit_code, const std::string& message)
      : std::runtime_error(message), exit_code_(exit_code) {}

  ExitCode exit_code_;
};

// "ludex: MESSAGE" on stderr. If nobody can read it there, nobody is told.
void complain(const std::string& message) noexcept;
// Whole lines for stderr, after all that has been printed on stdout: one file that takes both has them in
// order.
void print_messages(const std::string& lines);

}  // namespace ludex::arena::cli
