// A host with threads of its own, for the time of its life: for tests of agents that are linked in.
#pragma once

#include <cstdint>
#include <thread>
#include <vector>

#include "core/abi/entry.hpp"

namespace ludex::tests {

class ThreadedHost {
 public:
  explicit ThreadedHost(std::uint32_t threads = 4)
      : services_{sizeof(HostServices), threads, &log, &parallel_for} {
    abi::g_host = &services_;
  }
  ~ThreadedHost() { abi::g_host = nullptr; }
  ThreadedHost(const ThreadedHost&) = delete;
  ThreadedHost& operator=(const ThreadedHost&) = delete;

 private:
  static void parallel_for(std::uint32_t count, void (*body)(void*, std::uint32_t), void* context) noexcept {
    std::vector<std::thread> threads;
    for (std::uint32_t i = 1; i < count; ++i) threads.emplace_back(body, context, i);
    if (count != 0) body(context, 0);
    for (std::thread& thread : threads) thread.join();
  }
  static void log(LogLevel, const char*, std::uint64_t) noexcept {}

  HostServices services_;
};

}  // namespace ludex::tests
