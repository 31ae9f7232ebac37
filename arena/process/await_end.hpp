// The end of a child that has been killed, waited for, but not for ever.
#pragma once

#include <cstdint>

#include <sys/types.h>

namespace ludex::arena {

// How long a process that has been sent SIGKILL is waited for: by far longer than the kernel takes on a
// machine that lets it. Whoever is in a call of the kernel that does not end (a file system that does not
// answer) is there for longer, and so is a PID namespace with a dead process that its parent does not bury.
inline constexpr std::int64_t kBurial = 10'000'000'000;

// Waits for the end of a child of this process and buries it; at once if there is none of that number. False
// if it is still there after `patience_ns`. `status`, if not null, is that of waitpid().
bool await_end(pid_t child, int* status, std::int64_t patience_ns = kBurial) noexcept;

}  // namespace ludex::arena
