// A process in namespaces of its own: it sees no other processes, no network, no System V memory, and nothing
// of what it starts outlives it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/util/result.hpp"

namespace ludex::arena {

// The processes that a call of enter_namespaces leaves, by the caller's numbers; children of the caller's
// parent, who waits for both.
struct Namespaced {
  pid_t program = -1;
  // The first process of the namespace, which only adopts and buries. Its end is the end of all in it; to be
  // killed once `program` is waited for.
  pid_t keeper = -1;
};

enum class Spaces {
  kProcesses,  // user, PID and mount: nothing that it starts is left over
  kAll,        // IPC and network, too: it reaches nobody
};

// Runs `program` with the arguments in new namespaces and in a session of
// its own, as a child of the caller's parent with the caller's descriptors; it dies with that parent.
// Afterwards the caller can do nothing but end. For a process with one thread. The error says what the kernel
// refused.
[[nodiscard]] Result<Namespaced> enter_namespaces(const std::string& program,
                                                  const std::vector<std::string>& arguments, Spaces spaces);

// "" if enter_namespaces would work here, else why not. Tried in a child process.
[[nodiscard]] std::string why_no_namespaces();

}  // namespace ludex::arena
