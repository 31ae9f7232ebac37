// The host that plug-ins of tests/support/plugins.hpp have: one thread, and for the life of a ThreadedHost
// several.
#pragma once

#include <cstdint>

#include "core/abi/host_services.hpp"

namespace ludex::tests {

[[nodiscard]] const HostServices& test_services() noexcept;

// Also for agents that are linked in, which have no host otherwise. One at a time.
class ThreadedHost {
 public:
  explicit ThreadedHost(std::uint32_t threads = 4);
  ~ThreadedHost();
  ThreadedHost(const ThreadedHost&) = delete;
  ThreadedHost& operator=(const ThreadedHost&) = delete;
};

}  // namespace ludex::tests
