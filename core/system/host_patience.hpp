// The host's own time limits, for plug-ins that wait for other programs.
#pragma once

#include <cstdint>

namespace ludex {

// Time the host allows a call (extension of HostServices). A plug-in that waits for another program and gives
// up earlier can still report why. Nanoseconds of elapsed time; 0: no limit.
class HostPatience {
 public:
  static constexpr const char* kId = "ludex.draft.patience/1";
  // Agent::new_game and Agent::observe.
  [[nodiscard]] virtual std::int64_t start_ns() const noexcept = 0;
  // Agent::choose, after the budget or the stop flag has ended it.
  [[nodiscard]] virtual std::int64_t grace_ns() const noexcept = 0;

 protected:
  ~HostPatience() = default;
};

}  // namespace ludex
