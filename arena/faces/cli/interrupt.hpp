// SIGINT and SIGTERM as a flag: long work stops soon, keeps its results, and says so.
#pragma once

#include <cstdint>

namespace ludex::arena::cli {

// While one exists, the first SIGINT or SIGTERM sets the flag; the second ends the process as usual. At most
// one may exist.
class Interrupt {
 public:
  Interrupt();
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
