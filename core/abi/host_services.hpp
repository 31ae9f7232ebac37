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
  std::uint32_t threads;   // how many threads parallel_for can use at once, >= 1
  std::uint32_t reserved;  // 0

  // Writes one line to the host's log. Any thread; may block for I/O, so never on a hot path.
  void (*log)(LogLevel level, const char* text, std::uint64_t size) noexcept;

  // Calls body(context, i) for i in [0, count), possibly on several threads at once, and returns when all
  // calls have returned. The calling thread takes part. May be nested. `body` must not throw. Only from the
  // thread that the host called the plug-in on, or from within `body`: any other is a fault. Plug-ins use
  // this instead of threads of their own, so that the host keeps the machine fair.
  void (*parallel_for)(std::uint32_t count, void (*body)(void* context, std::uint32_t index),
                       void* context) noexcept;

  // The extension of that id, or nullptr if this host lacks it. Any thread. Valid until deinit() has
  // returned.
  const void* (*extension)(const char* id) noexcept;
};

// Folders in which a plug-in may write (extension of HostServices). Absolute paths, or "" where there is
// none: the plug-in then keeps the files to itself. A folder need not exist yet.
class Folders {
 public:
  static constexpr const char* kId = "ludex.draft.folders/1";
  // For what was said during games: kept with the tournament's results.
  [[nodiscard]] virtual const char* transcripts() const noexcept = 0;
  // For files that nobody wants afterwards. In a sandbox the only folder that can be written.
  [[nodiscard]] virtual const char* scratch() const noexcept = 0;

 protected:
  ~Folders() = default;
};

}  // namespace ludex
