#include "arena/base/process/await_end.hpp"

#include <algorithm>
#include <cerrno>

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/files/descriptor.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena {

bool await_end(pid_t child, int* status, std::int64_t patience_ns) noexcept {
  if (child <= 0) return true;
  const std::int64_t end = wall_clock_ns() + patience_ns;
  const Descriptor pidfd(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  while (true) {
    const pid_t ended = waitpid(child, status, WNOHANG);
    if (ended == child || (ended < 0 && errno == ECHILD)) return true;
    const std::int64_t left = end - wall_clock_ns();
    if (left <= 0) return false;
    constexpr std::int64_t kMillisecond = 1'000'000;
    // Polls every millisecond if no descriptor was available.
    const std::int64_t slice = pidfd.get() >= 0 ? left / kMillisecond + 1 : 1;
    pollfd wanted{pidfd.get(), POLLIN, 0};
    poll(&wanted, 1, static_cast<int>(std::min<std::int64_t>(slice, 1000)));
  }
}

}  // namespace ludex::arena
