#include "arena/faces/python/interrupt.hpp"

#include <atomic>

#include <pybind11/pybind11.h>
#include <unistd.h>

namespace ludex::python {
namespace {

// A signal handler can only use globals. One suffices: only the main thread has an Interrupt, one at a time.
std::atomic<StopFlag*> g_flag = nullptr;
void (*g_before)(int) = nullptr;

void on_signal(int number) {
  if (StopFlag* const flag = g_flag.load()) flag->request();
  if (g_before != nullptr) g_before(number);
}

bool in_main_thread() {
  return gettid() == getpid();
}

}  // namespace

Interrupt::Interrupt() {
  if (!in_main_thread() || g_flag.load() != nullptr) return;
  struct sigaction own {};
  if (sigaction(SIGINT, nullptr, &before_) != 0 || (before_.sa_flags & SA_SIGINFO) != 0 ||
      before_.sa_handler == SIG_DFL || before_.sa_handler == SIG_IGN)
    return;  // Python does not handle the signal either
  g_before = before_.sa_handler;
  g_flag = &flag_;
  own = before_;
  own.sa_handler = on_signal;
  installed_ = sigaction(SIGINT, &own, nullptr) == 0;
}

Interrupt::~Interrupt() {
  if (!installed_) return;
  sigaction(SIGINT, &before_, nullptr);
  g_flag = nullptr;
}

void Interrupt::check() const {
  if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
}

}  // namespace ludex::python
