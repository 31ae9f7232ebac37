// How long the host waits, for plug-ins that wait for others.
#pragma once

#include <cstdint>

namespace ludex {

// How long the host waits for a call (extension of HostServices), for plug-ins that wait for others
// themselves: who gives up before can still say why. Nanoseconds elapsed; 0: for ever.
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
