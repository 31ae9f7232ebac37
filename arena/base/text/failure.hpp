// The reason why a piece of work ends early, with its culprit. Thrown within arena only.
#pragma once

#include <stdexcept>
#include <string>

#include "core/abi/types.hpp"

namespace ludex::arena {

enum class Culprit {
  kUser,     // an argument, unreadable or invalid input, settings that do not go together
  kMachine,  // a file that cannot be written, a process that cannot be started, no memory
  kPlugin    // it was refused, died, threw, or played an illegal move
};

class Failure : public std::runtime_error {
 public:
  static Failure usage(const std::string& message) { return {Culprit::kUser, message}; }
  static Failure system(const std::string& message) { return {Culprit::kMachine, message}; }
  static Failure plugin(const std::string& message) { return {Culprit::kPlugin, message}; }
  // For a status other than kOk that a plug-in's method returned.
  static Failure answered(Status status, const std::string& message);
  // Likewise for the call that gives an agent its task, where an exception refers to the task.
  static Failure declined(Status status, const std::string& message);

  [[nodiscard]] Culprit culprit() const noexcept { return culprit_; }

 protected:
  Failure(Culprit culprit, const std::string& message) : std::runtime_error(message), culprit_(culprit) {}

 private:
  Culprit culprit_;
};

}  // namespace ludex::arena
