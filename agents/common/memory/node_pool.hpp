// NodePool<T>: the memory of a search tree. Siblings are contiguous blocks addressed by 32-bit indices; a
// block that is too small is replaced and freed, and its memory serves later blocks of the same size class.
// The pool has a fixed budget and never moves, so pointers to nodes stay valid until their block is freed.
// Threads that allocate concurrently have a slice of the pool each.
//
// Idea: a lazily expanded tree (Coulom 2006) adds one child at a time. Allocating all children of a node at
// once wastes most of them when nodes have few visits (Hex 11x11: over ten slots for one used); one pointer
// per sibling makes the scan over siblings slow. Blocks that grow by about 1.4 waste a sixth and stay
// contiguous.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "agents/common/memory/page_block.hpp"
#include "agents/common/memory/spin_lock.hpp"

namespace ludex::agents {

template <class T>
class NodePool {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) >= sizeof(std::uint32_t));

 public:
  // Index 0 is never allocated: it means "no block".
  static constexpr std::uint32_t kNone = 0;

  // One thread's supply: blocks returned to it, and a run of unused nodes.
  class Slice {
    friend class NodePool;
    std::size_t next_ = 0;
    std::size_t limit_ = 0;
    std::size_t used_ = 0;  // modulo 2^64: a block may be returned to another slice
    std::array<std::uint32_t, 64> free_{};
    std::uint64_t idle_ = 0;  // bit c: free_[c] is not empty
  };

  NodePool() = default;
  explicit NodePool(std::size_t budget_bytes)
      : pages_(std::min(budget_bytes, kMaxNodes * sizeof(T))), limit_(pages_.size() / sizeof(T)) {
    clear();
  }

  // A block with room for capacity_for(count) nodes, not initialised; kNone if the budget does not allow it.
  // Cuts up a larger free block before it takes new memory: the blocks that the children of a wide root
  // outgrow would otherwise stay unused.
  [[nodiscard]] std::uint32_t allocate(std::uint32_t count) noexcept { return take(own_, count); }
  // Frees a block that was allocated for `count` nodes (or any count of the same capacity).
  void release(std::uint32_t block, std::uint32_t count) noexcept { release(own_, block, count); }

  // The same for one of several threads, each with its own slice; threads without a slice must not allocate
  // then. A slice takes new memory some nodes at a time, so one may have room when another has none.
  [[nodiscard]] std::uint32_t allocate(Slice& slice, std::uint32_t count) noexcept {
    const std::uint32_t block = take(slice, count);
    return block != kNone || class_of(count) >= kClasses ? block : take_more(slice, count);
  }
  void release(Slice& slice, std::uint32_t block, std::uint32_t count) noexcept {
    const std::uint32_t size_class = class_of(count);
    push(slice, block, size_class);
    slice.used_ -= capacity(size_class);
  }

  // Frees every block; discard the slices too. Memory once touched is kept for the next tree.
  void clear() noexcept {
    own_ = Slice{};
    own_.next_ = 1;
    own_.limit_ = limit_;
  }

  [[nodiscard]] T* operator[](std::uint32_t block) const noexcept { return nodes() + block; }

  // Number of nodes for which a block allocated for `count` has room.
  [[nodiscard]] static constexpr std::uint32_t capacity_for(std::uint32_t count) noexcept {
    return capacity(class_of(count));
  }
  // Memory of the live blocks; with slices the sum over all.
  [[nodiscard]] std::size_t used_bytes() const noexcept { return own_.used_ * sizeof(T); }
  [[nodiscard]] static std::size_t used_bytes(const Slice& slice) noexcept { return slice.used_ * sizeof(T); }
  // Memory taken since clear(): live blocks and free ones.
  [[nodiscard]] std::size_t taken_bytes() const noexcept { return own_.next_ * sizeof(T); }
  [[nodiscard]] std::size_t budget_bytes() const noexcept { return limit_ * sizeof(T); }

 private:
  static constexpr std::size_t kMaxNodes = 0xFFFFFFFFU;
  static constexpr std::uint32_t kClasses = 64;
  static constexpr std::size_t kSliceNodes = 1024;  // taken by a slice at once

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

  [[nodiscard]] std::uint32_t take(Slice& s, std::uint32_t count) noexcept {
    const std::uint32_t size_class = class_of(count);
    if (size_class >= kClasses) return kNone;
    const std::uint32_t size = capacity(size_class);
    const std::uint64_t fitting = s.idle_ >> size_class;
    std::uint32_t block = kNone;
    if (fitting != 0) {
      const std::uint32_t from = size_class + static_cast<std::uint32_t>(__builtin_ctzll(fitting));
      block = pop(s, from);
      give_back(s, block + size, capacity(from) - size);
    } else if (s.next_ + size <= s.limit_) {
      block = static_cast<std::uint32_t>(s.next_);
      s.next_ += size;
    } else {
      return kNone;
    }
    s.used_ += size;
    return block;
  }
  // For an empty slice: takes new memory or, when there is none, blocks returned to the pool.
  [[nodiscard]] std::uint32_t take_more(Slice& s, std::uint32_t count) noexcept {
    give_back(s, static_cast<std::uint32_t>(s.next_), static_cast<std::uint32_t>(s.limit_ - s.next_));
    s.next_ = s.limit_ = 0;
    own_lock_.lock();
    const std::size_t size = std::min<std::size_t>(std::max<std::size_t>(capacity_for(count), kSliceNodes),
                                                   own_.limit_ - own_.next_);
    std::uint32_t block = kNone;
    if (size >= capacity_for(count)) {
      s.next_ = own_.next_;
      s.limit_ = own_.next_ += size;
    } else {
      block = take(own_, count);
    }
    own_lock_.unlock();
    return block != kNone ? block : take(s, count);
  }

  void push(Slice& s, std::uint32_t block, std::uint32_t size_class) noexcept {
    std::memcpy(static_cast<void*>(nodes() + block), &s.free_[size_class], sizeof(std::uint32_t));
    s.free_[size_class] = block;
    s.idle_ |= std::uint64_t{1} << size_class;
  }
  // The class must have a free block.
  [[nodiscard]] std::uint32_t pop(Slice& s, std::uint32_t size_class) noexcept {
    const std::uint32_t block = s.free_[size_class];
    std::memcpy(&s.free_[size_class], static_cast<const void*>(nodes() + block), sizeof(std::uint32_t));
    if (s.free_[size_class] == kNone) s.idle_ &= ~(std::uint64_t{1} << size_class);
    return block;
  }
  // Turns `count` nodes from `block` on into free blocks.
  void give_back(Slice& s, std::uint32_t block, std::uint32_t count) noexcept {
    while (count != 0) {
      std::uint32_t size_class = class_of(count);
      if (capacity(size_class) > count) --size_class;
      push(s, block, size_class);
      block += capacity(size_class);
      count -= capacity(size_class);
    }
  }
  [[nodiscard]] T* nodes() const noexcept { return static_cast<T*>(pages_.data()); }

  PageBlock pages_;
  std::size_t limit_ = 0;
  Slice own_;
  SpinLock own_lock_;  // of own_, for slices that need more
};

}  // namespace ludex::agents
