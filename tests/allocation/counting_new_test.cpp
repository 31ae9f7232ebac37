#include "tests/allocation/counting_new.hpp"

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>

#include <doctest/doctest.h>

namespace ludex::tests {
namespace {

thread_local bool g_counting = false;
thread_local std::uint64_t g_count = 0;
thread_local std::uint64_t g_fail_at = 0;

void* allocate(std::size_t size, std::size_t align) {
  if (g_counting && ++g_count == g_fail_at) throw std::bad_alloc();
  size = size == 0 ? 1 : size;
  void* const block = align <= alignof(std::max_align_t)
                          ? std::malloc(size)
                          : std::aligned_alloc(align, (size + align - 1) / align * align);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

}  // namespace

CountedAllocations::CountedAllocations(std::uint64_t fail_at) noexcept {
  g_count = 0;
  g_fail_at = fail_at;
  g_counting = true;
}
CountedAllocations::~CountedAllocations() {
  g_counting = false;
}
std::uint64_t CountedAllocations::count() const noexcept {
  return g_count;
}

TEST_CASE("allocations are counted and fail on demand") {
  {
    const CountedAllocations counted;
    const auto one = std::make_unique<int>(1);
    const std::string two(100, 'x');
    CHECK(counted.count() == 2);
    delete new (std::nothrow) int(1);
    CHECK(counted.count() == 3);
  }
  bool thrown = false;
  try {
    const CountedAllocations counted(2);
    const auto one = std::make_unique<int>(1);
    const std::string two(100, 'x');
  } catch (const std::bad_alloc&) {
    thrown = true;
  }
  CHECK(thrown);
}

}  // namespace ludex::tests

[[gnu::noinline]] void* operator new(std::size_t size) {
  return ludex::tests::allocate(size, 1);
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t align) {
  return ludex::tests::allocate(size, static_cast<std::size_t>(align));
}
// std::stable_sort asks like this.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return ludex::tests::allocate(size, 1);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
[[gnu::noinline]] void operator delete(void* block) noexcept {
  std::free(block);
}
[[gnu::noinline]] void operator delete(void* block, const std::nothrow_t&) noexcept {
  std::free(block);
}
[[gnu::noinline]] void operator delete(void* block, std::size_t) noexcept {
  std::free(block);
}
[[gnu::noinline]] void operator delete(void* block, std::align_val_t) noexcept {
  std::free(block);
}
[[gnu::noinline]] void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  std::free(block);
}
