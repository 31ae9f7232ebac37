// File descriptors and files in memory.
#pragma once

#include <string>

#include "core/util/result.hpp"

namespace ludex::arena {

// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) noexcept : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();
  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] int release() noexcept;

 private:
  int fd_ = -1;
};

// A sealed file in memory that holds `text`.
[[nodiscard]] Result<Descriptor> memory_file(const char* name, const std::string& text);

}  // namespace ludex::arena
