// A list with one item per seat of a game, without allocation.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>

#include "core/abi/types.hpp"

namespace ludex::arena {

// At most kMaxPlayers items; more are a mistake of the caller's.
template <class T>
class PerSeat {
 public:
  PerSeat() = default;
  explicit PerSeat(std::size_t size) : size_(size) {}
  PerSeat(std::initializer_list<T> items) : size_(items.size()) {
    std::copy(items.begin(), items.end(), items_.begin());
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  void push_back(const T& item) { items_[size_++] = item; }
  [[nodiscard]] T& operator[](std::size_t seat) noexcept { return items_[seat]; }
  [[nodiscard]] const T& operator[](std::size_t seat) const noexcept { return items_[seat]; }
  [[nodiscard]] T* begin() noexcept { return items_.data(); }
  [[nodiscard]] T* end() noexcept { return items_.data() + size_; }
  [[nodiscard]] const T* begin() const noexcept { return items_.data(); }
  [[nodiscard]] const T* end() const noexcept { return items_.data() + size_; }
  bool operator==(const PerSeat& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  std::array<T, kMaxPlayers> items_{};
  std::size_t size_ = 0;
};

}  // namespace ludex::arena
