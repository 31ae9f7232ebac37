// What is enforced on a worker that runs strangers' code, in one step.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/util/result.hpp"

namespace ludex::arena {

// As many processes as it likes.
inline constexpr std::uint32_t kAnyProcesses = ~0U;

struct Box {
  bool sandbox = false;
  std::string scratch = {};  // of the sandbox: the working folder, and where alone it may write; "": nowhere
  std::vector<std::string> readable = {};  // of the sandbox: what it may read beside what programs need
  std::uint32_t processes = 0;             // may be started
  bool threads = true;                     // may be started
  // With own_pids: processes and threads that there may be beside those there are; 0: as many as it likes.
  std::uint32_t tasks = 0;
  bool own_pids = false;  // in namespaces (namespaces.hpp)
  bool calls = true;      // false: system calls are not filtered
};

// Puts the calling process into it, before the first line of a stranger's code. Cannot be undone. Without
// `sandbox` it only reaches no other process's scheduling, starts no more processes than it may and dies with
// its parent.
[[nodiscard]] Result<void> enter_box(const Box& box);

// Whether this kernel has filters of system calls.
[[nodiscard]] bool has_call_filters() noexcept;

// What a kernel has of what keeps strangers in.
struct KernelAbilities {
  int landlock = 0;                // its version; 0: none
  bool seccomp = false;            // filters of system calls
  std::string no_namespaces = {};  // why this user may have none; "": it may
  // The number of threads and processes can be bounded: the superuser's by control groups only.
  bool bounds_tasks = true;
};
// Of this kernel, tried in a child process.
[[nodiscard]] KernelAbilities kernel_abilities();

// What is missing for a sandbox in namespaces, all of it, as "Landlock (Linux 5.13)"; "": nothing. `tasks`:
// some agent may have a number of threads or processes, of more than one.
[[nodiscard]] std::string missing_for_competition(const KernelAbilities& has, bool tasks);

// What the kernel enforces here, for the record: "seccomp: allow-list" ...; of `sandbox` and of agents with
// `processes`, without either only what all workers have.
[[nodiscard]] std::vector<std::string> isolation_in_force(bool sandbox, bool processes);

}  // namespace ludex::arena
