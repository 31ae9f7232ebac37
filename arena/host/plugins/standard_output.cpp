#include "arena/host/plugins/standard_output.hpp"

#include <cstdio>
#include <iostream>

#include <fcntl.h>
#include <unistd.h>

namespace ludex::arena::host {
namespace {

std::recursive_mutex& aside_mutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

// Flushes the C and C++ buffers.
void flush_standard_output() {
  std::cout.flush();
  std::fflush(stdout);
}

}  // namespace

StandardOutputAside::StandardOutputAside() : lock_(aside_mutex()) {
  flush_standard_output();
  constexpr int kBehindStandard = 3;
  kept_ = Descriptor(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, kBehindStandard));
  if (kept_.get() < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) >= 0) return;
  const Descriptor nowhere(open("/dev/null", O_WRONLY | O_CLOEXEC));
  if (nowhere.get() >= 0) dup2(nowhere.get(), STDOUT_FILENO);
}

StandardOutputAside::~StandardOutputAside() {
  flush_standard_output();
  if (kept_.get() >= 0) dup2(kept_.get(), STDOUT_FILENO);
}

}  // namespace ludex::arena::host
