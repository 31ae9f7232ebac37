// SIGINT and SIGTERM as a flag: long work stops soon, keeps its results, and says so.
#pragma once

#include <cstdint>

namespace ludex::arena::cli {

// While one exists, the first SIGINT or SIGTERM sets the flag; the second ends the process as usual. At most
// one may exist.
class Interrupt {
 public:
  // Signals within echo_ns nanoseconds of the first belong to it: `timeout`, `mpirun` and batch systems
  // signal a process and its group.
  explicit Interrupt(std::int64_t echo_ns = 1'000'000'000);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // Suits Budget::stop; valid until the process ends.
  [[nodiscard]] const std::uint32_t* flag() const noexcept;
  [[nodiscard]] bool requested() const noexcept;
  // Resets the flag: the next signal counts as a first one again.
  void clear() noexcept;
};

}  // namespace ludex::arena::cli
