// Runs a process in its own namespaces: it sees no other processes, no network, no System V memory, and none
// of its children outlives it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/util/result.hpp"

namespace ludex::arena {

// Processes created by enter_namespaces, by the caller's process ids; children of the caller's parent, which
// must wait for both.
struct Namespaced {
  pid_t program = -1;
  // The namespace's first process, which only adopts and reaps. Its end kills all others in the namespace;
  // kill it after waiting for `program`.
  pid_t keeper = -1;
};

enum class Spaces {
  kProcesses,  // user, PID and mount: no child outlives it
  kAll,        // also IPC and network: it cannot reach other processes
};

// Runs `program` in new namespaces and in a session of its own, as a child of the caller's parent with the
// caller's descriptors; it dies with that parent. Afterwards the caller must exit. For a process with one
// thread. The error names the call that the kernel refused.
[[nodiscard]] Result<Namespaced> enter_namespaces(const std::string& program,
                                                  const std::vector<std::string>& arguments, Spaces spaces);

// "" if enter_namespaces works here, else the reason. Tests it in a child process.
[[nodiscard]] std::string why_no_namespaces();

}  // namespace ludex::arena
