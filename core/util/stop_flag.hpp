// The flag by which another thread or a signal handler ends a search, a study or a tournament.
#pragma once

#include <cstdint>

namespace ludex {

// Whether a flag that crosses the plug-in boundary (Budget::stop) is set; a null pointer never is.
[[nodiscard]] inline bool stop_requested(const std::uint32_t* stop) noexcept {
  return stop != nullptr && __atomic_load_n(stop, __ATOMIC_RELAXED) != 0;
}

// Any thread, and a signal handler, may call any method at any time.
class StopFlag {
 public:
  void request() noexcept { __atomic_store_n(&value_, 1U, __ATOMIC_RELEASE); }
  void clear() noexcept { __atomic_store_n(&value_, 0U, __ATOMIC_RELEASE); }
  [[nodiscard]] bool requested() const noexcept { return stop_requested(&value_); }
  // Suits Budget::stop; valid as long as this object.
  [[nodiscard]] const std::uint32_t* address() const noexcept { return &value_; }

 private:
  std::uint32_t value_ = 0;
};

}  // namespace ludex
