// Ctrl-C during C++ calls, when Python does not run its own handlers.
#pragma once

#include <cstdint>

#include <signal.h>

#include "core/util/stop_flag.hpp"

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
  [[nodiscard]] const std::uint32_t* flag() const noexcept { return flag_.address(); }
  [[nodiscard]] bool requested() const noexcept { return flag_.requested(); }
  // From any thread.
  void request() noexcept { flag_.request(); }
  // Throws the exception of Python's handler (KeyboardInterrupt). Needs the GIL.
  void check() const;

 private:
  StopFlag flag_;
  bool installed_ = false;
  struct sigaction before_ {};
};

}  // namespace ludex::python
