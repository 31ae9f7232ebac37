// SIGINT and SIGTERM as a flag: long work stops soon, keeps what it has, and says so.
#pragma once

#include <cstdint>

namespace ludex::arena::cli {

// While one exists, the first SIGINT or SIGTERM sets the flag; the second ends the process as usual. One at a
// time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // Fits Budget::stop; valid as long as the process.
  [[nodiscard]] const std::uint32_t* flag() const noexcept;
  [[nodiscard]] bool requested() const noexcept;
  // What was asked for has been done: the next signal is a first one again.
  void clear() noexcept;
};

}  // namespace ludex::arena::cli
