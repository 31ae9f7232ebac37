#include "arena/faces/cli/interrupt.hpp"

#include <signal.h>

#include "core/util/stop_flag.hpp"

namespace ludex::arena::cli {
namespace {

// A signal handler can only use a global.
StopFlag g_interrupted;

void on_signal(int signal_number) {
  g_interrupted.request();
  signal(signal_number, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
  clear();
}

void Interrupt::clear() noexcept {
  g_interrupted.clear();
  signal(SIGINT, on_signal);
  signal(SIGTERM, on_signal);
}

Interrupt::~Interrupt() {
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
}

const std::uint32_t* Interrupt::flag() const noexcept {
  return g_interrupted.address();
}

bool Interrupt::requested() const noexcept {
  return g_interrupted.requested();
}

}  // namespace ludex::arena::cli
