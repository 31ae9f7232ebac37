// This executable's operator new, which plug-ins use as well: counted, and made to fail at will.
#pragma once

#include <cstdint>

namespace ludex::tests {

// While it lives, allocations of this thread are counted, and the one with number `fail_at` (from 1) throws
// std::bad_alloc.
class CountedAllocations {
 public:
  explicit CountedAllocations(std::uint64_t fail_at = 0) noexcept;
  ~CountedAllocations();
  CountedAllocations(const CountedAllocations&) = delete;
  CountedAllocations& operator=(const CountedAllocations&) = delete;

  [[nodiscard]] std::uint64_t count() const noexcept;
};

}  // namespace ludex::tests
