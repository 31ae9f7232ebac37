// Ctrl-C during C++ calls, when Python does not run its own handlers.
#pragma once

#include <cstdint>

#include <signal.h>

namespace ludex::python {

// A stop flag for work without the GIL. While one exists in Python's main thread, the first SIGINT sets its
// flag and is also passed to Python; other threads are not interrupted (Python interrupts only the main
// thread).
class Interrupt {
 public:
  // Needs the GIL.
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // Suits Budget::stop; valid as long as this object.
  [[nodiscard]] const std::uint32_t* flag() const noexcept { return &flag_; }
  [[nodiscard]] bool requested() const noexcept { return __atomic_load_n(&flag_, __ATOMIC_RELAXED) != 0; }
  // From any thread.
  void request() noexcept { __atomic_store_n(&flag_, 1U, __ATOMIC_RELAXED); }
  // Throws the exception of Python's handler (KeyboardInterrupt). Needs the GIL.
  void check() const;

 private:
  std::uint32_t flag_ = 0;
  bool installed_ = false;
  struct sigaction before_ {};
};

}  // namespace ludex::python
