#include "tests/support/threaded_host.hpp"

#include <thread>
#include <vector>

#include "core/plugin/entry.hpp"

namespace ludex::tests {
namespace {

void log(LogLevel, const char*, std::uint64_t) noexcept {}

void parallel_for(std::uint32_t count, void (*body)(void*, std::uint32_t), void* context) noexcept {
  std::vector<std::thread> threads;
  for (std::uint32_t i = 1; i < count; ++i) threads.emplace_back(body, context, i);
  if (count != 0) body(context, 0);
  for (std::thread& thread : threads) thread.join();
}

const void* extension(const char*) noexcept {
  return nullptr;
}

HostServices& services() noexcept {
  static HostServices services{1, 0, &log, &parallel_for, &extension};
  return services;
}

}  // namespace

const HostServices& test_services() noexcept {
  return services();
}

ThreadedHost::ThreadedHost(std::uint32_t threads) {
  services().threads = threads;
  abi::g_host = &services();
}
ThreadedHost::~ThreadedHost() {
  services().threads = 1;
  abi::g_host = nullptr;
}

}  // namespace ludex::tests
