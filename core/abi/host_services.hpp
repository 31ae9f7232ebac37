// Services that the host gives a plug-in. The pointer passed to init() is valid until deinit() has returned.
#pragma once

#include <cstdint>

#include "core/abi/enum_text.hpp"

namespace ludex {

enum class LogLevel : std::uint32_t { kDebug = 0, kInfo = 1, kWarning = 2, kError = 3 };
[[nodiscard]] constexpr auto enum_texts(LogLevel) noexcept {
  return EnumTexts{"debug", "info", "warning", "error"};
}

struct HostServices {
  std::uint32_t threads;   // threads that parallel_for can use at once, >= 1
  std::uint32_t reserved;  // 0

  // Writes one line to the host's log. Any thread; may block for I/O, so never on a hot path.
  void (*log)(LogLevel level, const char* text, std::uint64_t size) noexcept;

  // Calls body(context, i) for i in [0, count), possibly on several threads at once, and returns when all
  // calls have returned. The calling thread takes part. May be nested. `body` must not throw. Call it only
  // from the thread on which the host called the plug-in, or from within `body`. Plug-ins use this instead of
  // threads of their own, so that the host controls the load of the machine.
  void (*parallel_for)(std::uint32_t count, void (*body)(void* context, std::uint32_t index),
                       void* context) noexcept;

  // The extension with that id, or nullptr if this host lacks it. Any thread. Valid until deinit() has
  // returned.
  const void* (*extension)(const char* id) noexcept;
};

// The extension E of the host's services, or nullptr if this host lacks it.
template <class E>
[[nodiscard]] const E* find(const HostServices& host) noexcept {
  return static_cast<const E*>(host.extension(E::kId));
}

// Folders in which a plug-in may write (extension of HostServices). Absolute paths; "" means that there is no
// such folder and the plug-in writes no such files. A folder may not exist yet.
class Folders {
 public:
  static constexpr const char* kId = "ludex.draft.folders/1";
  // For transcripts of games: kept with the tournament's results.
  [[nodiscard]] virtual const char* transcripts() const noexcept = 0;
  // For temporary files. In a sandbox this is the only writable folder.
  [[nodiscard]] virtual const char* scratch() const noexcept = 0;

 protected:
  ~Folders() = default;
};

}  // namespace ludex
