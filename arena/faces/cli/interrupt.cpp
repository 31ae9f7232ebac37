#include "arena/faces/cli/interrupt.hpp"

#include <atomic>

#include <signal.h>

#include "core/util/clock.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::arena::cli {
namespace {

constexpr std::int64_t kNever = -1;

// A signal handler can only use globals.
StopFlag g_interrupted;
std::atomic<std::int64_t> g_first{kNever};  // when the flag was set
std::atomic<std::int64_t> g_echo{0};
static_assert(decltype(g_first)::is_always_lock_free);

void on_signal(int signal_number) {
  std::int64_t first = kNever;
  const std::int64_t now = wall_clock_ns();
  if (g_first.compare_exchange_strong(first, now)) return g_interrupted.request();
  if (now - first < g_echo) return;
  signal(signal_number, SIG_DFL);
  raise(signal_number);  // waits until this handler has returned
}

}  // namespace

Interrupt::Interrupt(std::int64_t echo_ns) {
  g_echo = echo_ns;
  clear();
  signal(SIGINT, on_signal);
  signal(SIGTERM, on_signal);
}

void Interrupt::clear() noexcept {
  g_interrupted.clear();
  g_first = kNever;
}

Interrupt::~Interrupt() {
  // After an interruption the results are still to be written, which an echo must not prevent.
  if (requested()) return;
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
