// FixedVector<T, N>: a vector with inline storage for at most N trivially copyable elements; never allocates.
#pragma once

#include <cassert>
#include <cstddef>
#include <type_traits>

namespace ludex {

template <class T, std::size_t N>
class FixedVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;

  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] static constexpr std::size_t capacity() noexcept { return N; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] constexpr bool full() const noexcept { return size_ == N; }

  // Precondition: !full().
  constexpr void push_back(const T& item) noexcept {
    assert(size_ < N);
    items_[size_++] = item;
  }
  constexpr void pop_back() noexcept {
    assert(size_ > 0);
    --size_;
  }
  constexpr void clear() noexcept { size_ = 0; }
  // Precondition: n <= N. New elements keep whatever the storage held.
  constexpr void resize(std::size_t n) noexcept {
    assert(n <= N);
    size_ = n;
  }

  constexpr T& operator[](std::size_t i) noexcept {
    assert(i < size_);
    return items_[i];
  }
  constexpr const T& operator[](std::size_t i) const noexcept {
    assert(i < size_);
    return items_[i];
  }
  constexpr T& back() noexcept { return (*this)[size_ - 1]; }
  constexpr T* data() noexcept { return items_; }
  constexpr const T* data() const noexcept { return items_; }
  constexpr T* begin() noexcept { return items_; }
  constexpr T* end() noexcept { return items_ + size_; }
  constexpr const T* begin() const noexcept { return items_; }
  constexpr const T* end() const noexcept { return items_ + size_; }

 private:
  std::size_t size_ = 0;
  T items_[N]{};
};

}  // namespace ludex
