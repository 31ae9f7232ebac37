// Kernel limits on a worker process. Every function acts on the calling process and cannot be undone.
#pragma once

#include <cstdint>
#include <string>

#include "core/util/result.hpp"

namespace ludex::arena {

// Disables core dumps and ties this process's lifetime to its parent's, whose process id is `parent`.
void tie_to_parent(int parent) noexcept;

// Likewise for a process that does not know its parent's id, but writes to a pipe that only the parent reads.
void tie_to_reader(int pipe) noexcept;

// Limits private writable memory beyond that in use at construction.
class MemoryLimit {
 public:
  MemoryLimit() noexcept;
  // Makes allocations beyond `bytes` fail.
  void set(std::uint64_t bytes) const noexcept;
  // Sets the agents' limit plus 64 MiB for the host's own code in the process and for small agents'
  // libraries.
  void set_for_agents(std::uint64_t mib) const noexcept {
    constexpr std::uint64_t kSlackMib = 64;
    set((mib + kSlackMib) << 20);
  }

 private:
  std::uint64_t base_;
};

// The reason why a process of this user cannot have `bytes` of memory even if they are free: lower limits of
// the shell (ulimit -v, -d). "" if there is none.
[[nodiscard]] std::string memory_shortage(std::uint64_t bytes);

// The limit on the stack of this process's main thread in KiB (ulimit -s); the largest number if there is
// none.
[[nodiscard]] std::uint64_t stack_limit_kib() noexcept;

// A note on a process that died of that signal: "; the stack ..." if the shell's limit (ulimit -s) is so
// small that it may be the cause, else "".
[[nodiscard]] std::string stack_note(int signal_number);

// Raises the limit on open descriptors towards `wanted`, at most to the hard limit; returns the new limit.
std::uint64_t raise_descriptor_limit(std::uint64_t wanted) noexcept;

// Largest resident size of the process so far, in bytes.
[[nodiscard]] std::uint64_t peak_resident_bytes() noexcept;

// Limits this user to about `count` (at least 1) further processes and threads; in a user namespace only its
// members count. Does not bind the superuser.
[[nodiscard]] Result<void> limit_processes(std::uint32_t count) noexcept;

}  // namespace ludex::arena
