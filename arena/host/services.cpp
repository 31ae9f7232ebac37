#include "arena/host/services.hpp"

#include <cstdio>
#include <mutex>
#include <string_view>

#include <fmt/format.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace ludex::arena {
namespace {

void log_line(LogLevel level, const char* text, std::uint64_t size) noexcept {
  static std::mutex mutex;
  static constexpr std::string_view kNames[] = {"debug", "info", "warning", "error"};
  const auto index = static_cast<std::uint32_t>(level);
  if (index > 3) return;
  try {
    const std::scoped_lock lock(mutex);
    fmt::print(stderr, "{}: {}\n", kNames[index], std::string_view(text, size));
  } catch (...) {  // a full disk behind stderr must not end the program
  }
}

void parallel_for(std::uint32_t count, void (*body)(void* context, std::uint32_t index),
                  void* context) noexcept {
  tbb::parallel_for(
      std::uint32_t{0}, count, [=](std::uint32_t i) { body(context, i); }, tbb::simple_partitioner{});
}

}  // namespace

const HostServices& host_services() noexcept {
  static const HostServices services{sizeof(HostServices),
                                     static_cast<std::uint32_t>(tbb::info::default_concurrency()), &log_line,
                                     &parallel_for};
  return services;
}

}  // namespace ludex::arena
