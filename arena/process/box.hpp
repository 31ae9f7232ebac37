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
  bool own_pids = false;                   // in namespaces (namespaces.hpp)
};

// Puts the calling process into it, before the first line of a stranger's code. Cannot be undone. Without
// `sandbox` it only reaches no other process's scheduling, starts no more processes than it may and dies with
// its parent.
[[nodiscard]] Result<void> enter_box(const Box& box);

// What this kernel lacks of a sandbox in namespaces, as "Landlock"; "" if nothing.
[[nodiscard]] std::string missing_for_competition();

// What the kernel enforces here, for the record: "seccomp: allow-list" ...; of `sandbox` and of agents with
// `processes`, without either only what all workers have.
[[nodiscard]] std::vector<std::string> isolation_in_force(bool sandbox, bool processes);

}  // namespace ludex::arena
