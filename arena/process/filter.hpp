// Which system calls a process and all that it starts may make (seccomp). For the calling process, all its
// threads; cannot be undone.
#pragma once

#include "core/util/result.hpp"

namespace ludex::arena {

struct CallRules {
  // Only what is known to be harmless; else all but what reaches other processes' scheduling or outlives the
  // host.
  bool sandbox = false;
  bool processes = true;  // may start some
  bool threads = true;    // may start some
  bool own_pids = false;  // in a PID namespace of its own, where there is nobody else to signal
};

[[nodiscard]] Result<void> restrict_calls(const CallRules& rules);

}  // namespace ludex::arena
