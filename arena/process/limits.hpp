// What the kernel enforces on a worker process. Every function is for the calling process and cannot be
// undone.
#pragma once

#include <cstdint>
#include <string>

#include "core/util/result.hpp"

namespace ludex::arena {

// No core dumps, and the death of the starter is the own death. `parent` is the starter's process id.
void tie_to_parent(int parent) noexcept;

// Private writable memory beyond what is in use when MemoryLimit is made.
class MemoryLimit {
 public:
  MemoryLimit() noexcept;
  // Allocations fail beyond this.
  void set(std::uint64_t bytes) const noexcept;

 private:
  std::uint64_t base_;
};

// Largest resident size of the process so far, in bytes.
[[nodiscard]] std::uint64_t peak_resident_bytes() noexcept;

// At most about `count` processes of the worker's own; 0 forbids starting any (threads are allowed). A count
// does not bind the superuser.
[[nodiscard]] Result<void> limit_processes(std::uint32_t count) noexcept;

// No network, no signals to and no look into other processes, no writes to files but in `scratch` (seccomp,
// Landlock).
[[nodiscard]] Result<void> enter_sandbox(const std::string& scratch) noexcept;

}  // namespace ludex::arena
