// Confines a worker that runs untrusted code, in one step.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/util/result.hpp"

namespace ludex::arena {

// No limit on processes.
inline constexpr std::uint32_t kAnyProcesses = ~0U;

struct Box {
  bool sandbox = false;
  std::string scratch = {};  // sandbox: working folder, and the only one it may write to; "": none
  std::vector<std::string> readable = {};  // sandbox: readable paths besides those that programs need
  std::uint32_t processes = 0;             // that it may start
  bool threads = true;                     // whether it may start threads
  // With own_pids: limit on additional processes and threads; 0: no limit.
  std::uint32_t tasks = 0;
  bool own_pids = false;  // in namespaces (namespaces.hpp)
  bool calls = true;      // false: system calls are not filtered
};

// Confines the calling process; call before any untrusted code runs. Cannot be undone. Without `sandbox` it
// only protects other processes' scheduling, limits processes, and ties this process to its parent.
[[nodiscard]] Result<void> enter_box(const Box& box);

// Whether this kernel can filter system calls.
[[nodiscard]] bool has_call_filters() noexcept;

// The kernel's means of confinement.
struct KernelAbilities {
  int landlock = 0;                // version; 0: none
  bool seccomp = false;            // filters of system calls
  std::string no_namespaces = {};  // the reason why this user cannot create them; "" if it can
  // Whether the number of tasks can be limited; the superuser's only by control groups.
  bool bounds_tasks = true;
};
// Tests this kernel in a child process.
[[nodiscard]] KernelAbilities kernel_abilities();

// Lists everything missing for a sandbox in namespaces, as "Landlock (Linux 5.13)"; "" if nothing is.
// `tasks`: some agent may have several threads or processes.
[[nodiscard]] std::string missing_for_competition(const KernelAbilities& has, bool tasks);

// The isolation in force here, for the record: "seccomp: allow-list" ...; of a `sandbox` and of agents with
// `processes`; without either, that of every worker.
[[nodiscard]] std::vector<std::string> isolation_in_force(bool sandbox, bool processes);

}  // namespace ludex::arena
