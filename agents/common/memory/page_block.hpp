// PageBlock: a block of zeroed memory whose pages cost nothing until they are touched. For trees and tables
// that rarely reach their maximum size: they never move, and never allocate while a search runs.
#pragma once

#include <cstddef>
#include <new>
#include <utility>

#include <sys/mman.h>

namespace ludex::agents {

class PageBlock {
 public:
  PageBlock() = default;
  // Reserves `bytes` of address space; throws std::bad_alloc if the system refuses.
  explicit PageBlock(std::size_t bytes) : size_(bytes) {
    if (bytes == 0) return;
    void* const memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    data_ = memory;
    // Scattered first touches of a table cost a page fault each; large pages make them 512 times fewer. Only
    // a hint: systems without large pages ignore it.
    madvise(memory, bytes, MADV_HUGEPAGE);
  }
  PageBlock(PageBlock&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  PageBlock& operator=(PageBlock&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~PageBlock() {
    if (data_ != nullptr) munmap(data_, size_);
  }

  // Page aligned; nullptr if size() is 0.
  [[nodiscard]] void* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  // Zeroes all bytes and returns the pages to the system.
  void clear() noexcept {
    if (data_ != nullptr) madvise(data_, size_, MADV_DONTNEED);
  }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace ludex::agents
