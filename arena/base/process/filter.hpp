// Restricts the system calls of a process and its descendants (seccomp). Applies to all threads of the
// calling process; cannot be undone.
#pragma once

#include "core/util/result.hpp"

namespace ludex::arena {

struct CallRules {
  // True: allows only calls known to be harmless. False: all except those that affect other processes'
  // scheduling or let the process outlive the host.
  bool sandbox = false;
  bool processes = true;  // may start processes
  bool threads = true;    // may start threads
  bool own_pids = false;  // has a PID namespace of its own, hence nobody else to signal
};

[[nodiscard]] Result<void> restrict_calls(const CallRules& rules);

}  // namespace ludex::arena
