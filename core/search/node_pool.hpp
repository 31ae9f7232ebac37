// NodePool<T>: the memory of a search tree. Siblings are contiguous blocks addressed by 32-bit indices; a
// block can be outgrown and given back, and its memory serves later blocks of the same size class. The pool
// has a fixed budget and never moves, so pointers to nodes stay valid until their block is given back.
//
// Idea: a lazily expanded tree (Coulom 2006) adds one child at a time. Allocating all children of a node at
// once wastes most of them when nodes have few visits (Hex 11x11: over ten slots for one used); one pointer a
// sibling makes the scan over siblings slow. Blocks that grow by about 1.4 waste a sixth and stay contiguous.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/util/page_block.hpp"

namespace ludex {

template <class T>
class NodePool {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) >= sizeof(std::uint32_t));

 public:
  // Index 0 is never given out: it means "no block".
  static constexpr std::uint32_t kNone = 0;

  NodePool() = default;
  explicit NodePool(std::size_t budget_bytes)
      : pages_(std::min(budget_bytes, kMaxNodes * sizeof(T))), limit_(pages_.size() / sizeof(T)) {}

  // A block with room for capacity_for(count) nodes, not initialised; kNone if the budget does not allow it.
  // A larger block that was given back is cut up before new memory is taken: the blocks that the children of
  // a wide root outgrow would otherwise lie idle.
  [[nodiscard]] std::uint32_t allocate(std::uint32_t count) noexcept {
    const std::uint32_t size_class = class_of(count);
    if (size_class >= kClasses) return kNone;
    const std::uint32_t size = capacity(size_class);
    const std::uint64_t fitting = idle_ >> size_class;
    std::uint32_t block = kNone;
    if (fitting != 0) {
      const std::uint32_t from = size_class + static_cast<std::uint32_t>(__builtin_ctzll(fitting));
      block = pop(from);
      give_back(block + size, capacity(from) - size);
    } else if (next_ + size <= limit_) {
      block = static_cast<std::uint32_t>(next_);
      next_ += size;
    } else {
      return kNone;
    }
    used_ += size;
    return block;
  }
  // Gives back a block that was allocated for `count` nodes (or any count of the same capacity).
  void release(std::uint32_t block, std::uint32_t count) noexcept {
    const std::uint32_t size_class = class_of(count);
    push(block, size_class);
    used_ -= capacity(size_class);
  }
  // Forgets every block. Memory once touched is kept for the next tree.
  void clear() noexcept {
    free_.fill(kNone);
    idle_ = 0;
    next_ = 1;
    used_ = 0;
  }

  [[nodiscard]] T* operator[](std::uint32_t block) const noexcept { return nodes() + block; }

  // Nodes a block allocated for `count` has room for.
  [[nodiscard]] static constexpr std::uint32_t capacity_for(std::uint32_t count) noexcept {
    return capacity(class_of(count));
  }
  // Memory of the live blocks.
  [[nodiscard]] std::size_t used_bytes() const noexcept { return used_ * sizeof(T); }
  // Memory ever taken since clear(): live blocks and free ones.
  [[nodiscard]] std::size_t taken_bytes() const noexcept { return next_ * sizeof(T); }
  [[nodiscard]] std::size_t budget_bytes() const noexcept { return limit_ * sizeof(T); }

 private:
  static constexpr std::size_t kMaxNodes = 0xFFFFFFFFU;
  static constexpr std::uint32_t kClasses = 64;

  // Capacities 1, 2, 3, 4, 6, 8, 12, 16, 24, ...: class 2 p holds 2^p, class 2 p + 1 holds 3 * 2^(p-1).
  [[nodiscard]] static constexpr std::uint32_t capacity(std::uint32_t size_class) noexcept {
    const std::uint32_t power = size_class / 2;
    return size_class % 2 == 0 ? 1U << power : 3U << (power - 1);
  }
  [[nodiscard]] static constexpr std::uint32_t class_of(std::uint32_t count) noexcept {
    if (count <= 2) return count <= 1 ? 0 : 2;
    const auto power = static_cast<std::uint32_t>(31 - __builtin_clz(count - 1));  // 2^power < count
    return 2 * power + (count <= 3U << (power - 1) ? 1U : 2U);
  }

  void push(std::uint32_t block, std::uint32_t size_class) noexcept {
    std::memcpy(static_cast<void*>(nodes() + block), &free_[size_class], sizeof(std::uint32_t));
    free_[size_class] = block;
    idle_ |= std::uint64_t{1} << size_class;
  }
  // The class must have a free block.
  [[nodiscard]] std::uint32_t pop(std::uint32_t size_class) noexcept {
    const std::uint32_t block = free_[size_class];
    std::memcpy(&free_[size_class], static_cast<const void*>(nodes() + block), sizeof(std::uint32_t));
    if (free_[size_class] == kNone) idle_ &= ~(std::uint64_t{1} << size_class);
    return block;
  }
  // Makes free blocks of `count` nodes from `block` on.
  void give_back(std::uint32_t block, std::uint32_t count) noexcept {
    while (count != 0) {
      std::uint32_t size_class = class_of(count);
      if (capacity(size_class) > count) --size_class;
      push(block, size_class);
      block += capacity(size_class);
      count -= capacity(size_class);
    }
  }
  [[nodiscard]] T* nodes() const noexcept { return static_cast<T*>(pages_.data()); }

  PageBlock pages_;
  std::size_t limit_ = 0;
  std::size_t next_ = 1;
  std::size_t used_ = 0;
  std::array<std::uint32_t, kClasses> free_{};
  std::uint64_t idle_ = 0;  // bit c: free_[c] is not empty
};

}  // namespace ludex
