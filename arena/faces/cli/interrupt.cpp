#include "arena/faces/cli/interrupt.hpp"

#include <signal.h>

namespace ludex::arena::cli {
namespace {

// A signal handler can only use a global.
std::uint32_t g_interrupted = 0;

void on_signal(int signal_number) {
  __atomic_store_n(&g_interrupted, 1U, __ATOMIC_RELAXED);
  signal(signal_number, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
  clear();
}

void Interrupt::clear() noexcept {
  __atomic_store_n(&g_interrupted, 0U, __ATOMIC_RELAXED);
  signal(SIGINT, on_signal);
  signal(SIGTERM, on_signal);
}

Interrupt::~Interrupt() {
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
}

const std::uint32_t* Interrupt::flag() const noexcept {
  return &g_interrupted;
}

bool Interrupt::requested() const noexcept {
  return __atomic_load_n(&g_interrupted, __ATOMIC_RELAXED) != 0;
}

}  // namespace ludex::arena::cli
