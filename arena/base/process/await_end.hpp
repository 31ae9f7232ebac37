// Waits for the end of a killed child, with a time limit.
#pragma once

#include <cstdint>

#include <sys/types.h>

namespace ludex::arena {

// Time limit in ns for the end of a process after SIGKILL: far longer than the kernel takes on a machine that
// responds. A process in a system call that does not return (a file system that does not answer) lasts
// longer, as does a PID namespace with a dead process that its parent does not reap.
inline constexpr std::int64_t kBurial = 10'000'000'000;

// Waits for the end of a child of this process and reaps it; returns at once if there is no such child. False
// if it still exists after `patience_ns`. `status`, if not null, is that of waitpid().
bool await_end(pid_t child, int* status, std::int64_t patience_ns = kBurial) noexcept;

}  // namespace ludex::arena
