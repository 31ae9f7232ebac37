// What the kernel enforces on a worker process. Every function is for the calling process and cannot be
// undone.
#pragma once

#include <cstdint>
#include <string>

#include "core/util/result.hpp"

namespace ludex::arena {

// No core dumps, and the death of the starter is the own death. `parent` is the starter's process id.
void tie_to_parent(int parent) noexcept;

// The same for who is not told the starter's id, but writes to a pipe that only the starter reads.
void tie_to_reader(int pipe) noexcept;

// Private writable memory beyond what is in use when MemoryLimit is made.
class MemoryLimit {
 public:
  MemoryLimit() noexcept;
  // Allocations fail beyond this.
  void set(std::uint64_t bytes) const noexcept;
  // Beyond what agents may have, and 64 MiB for the host's own code in the process and small agents' own
  // libraries.
  void set_for_agents(std::uint64_t mib) const noexcept {
    constexpr std::uint64_t kSlackMib = 64;
    set((mib + kSlackMib) << 20);
  }

 private:
  std::uint64_t base_;
};

// Why a process of this user may not have `bytes` of memory although nobody has taken them: the shell's
// limits (ulimit -v, -d) are lower. "" if they are not.
[[nodiscard]] std::string memory_shortage(std::uint64_t bytes);

// What else there is to say of a process that died of that signal: "; the stack ..." where the shell's limit
// (ulimit -s) is so small that it may be why. Else "".
[[nodiscard]] std::string stack_note(int signal_number);

// Raises the limit on open descriptors as far as `wanted`, or as the hard limit allows; what it is then.
std::uint64_t raise_descriptor_limit(std::uint64_t wanted) noexcept;

// Largest resident size of the process so far, in bytes.
[[nodiscard]] std::uint64_t peak_resident_bytes() noexcept;

// At most about `count` (1 or more) processes and threads beyond those that this user has now, in a user
// namespace of its own those that are in it. Does not bind the superuser.
[[nodiscard]] Result<void> limit_processes(std::uint32_t count) noexcept;

}  // namespace ludex::arena
