// What the host lends to a plug-in. The pointer given to init() is valid until deinit() has returned.
#pragma once

#include <cstdint>

#include "core/abi/enum_text.hpp"

namespace ludex {

enum class LogLevel : std::uint32_t { kDebug = 0, kInfo = 1, kWarning = 2, kError = 3 };
[[nodiscard]] constexpr auto enum_texts(LogLevel) noexcept {
  return EnumTexts{"debug", "info", "warning", "error"};
}

struct HostServices {
  std::uint32_t struct_size;  // sizeof(HostServices) of the host; members beyond it do not exist
  std::uint32_t threads;      // how many threads parallel_for can use at once, >= 1

  // Writes one line to the host's log. Any thread; may block for I/O, so never on a hot path.
  void (*log)(LogLevel level, const char* text, std::uint64_t size) noexcept;

  // Calls body(context, i) for i in [0, count), possibly on several threads at once, and returns when all
  // calls have returned. The calling thread takes part. May be nested. `body` must not throw. Only from the
  // thread that the host called the plug-in on, or from within `body`: any other is a fault. Plug-ins use
  // this instead of threads of their own, so that the host keeps the machine fair.
  void (*parallel_for)(std::uint32_t count, void (*body)(void* context, std::uint32_t index),
                       void* context) noexcept;
};

}  // namespace ludex
