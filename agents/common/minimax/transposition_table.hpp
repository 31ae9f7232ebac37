// TranspositionTable: memory of a depth-first search. A fixed number of bytes, entries of 16 bytes, four to a
// bucket of one cache line, a power of two of buckets.
//
// Layout of an entry, two 64-bit words:
//   word 0   key 44 (the high bits of the hash) | epoch 4 | flags 2 | generation 2 | bound 2 | depth 10
//   word 1   value 32 | move 32
// The bucket is the low bits of the hash, so from 64 MiB on all 64 bits of the hash are compared. The first
// word is stored xor the second (Hyatt & Mann, "A lockless transposition-table implementation for parallel
// search", ICGA J. 2002): an entry torn by two threads fails the comparison. Reads and writes are relaxed
// atomics, which cost nothing on one thread.
//
// An entry of another epoch (game) counts as empty, so clearing the table costs nothing but every 15th time.
// Replacement: the entry of the same position; else an empty one; else one of the oldest generation (search,
// modulo 4); of these the shallowest; of these the one with the least hash. So events in one epoch do not
// depend on older entries: after forget() a used table behaves like an empty one.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "agents/common/memory/page_block.hpp"
#include "core/abi/types.hpp"

namespace ludex::agents::minimax {

// Relation of the stored value to the true one.
enum class Bound : std::uint32_t { kNone = 0, kUpper = 1, kLower = 2, kExact = 3 };

struct TableEntry {
  static constexpr std::uint32_t kMaxDepth = 1023;

  Bound bound = Bound::kNone;  // kNone: not found
  std::uint32_t depth = 0;     // remaining plies of the search that wrote it, <= kMaxDepth
  std::uint32_t flags = 0;     // 2 bits, whose meaning the search defines
  std::int32_t value = 0;
  Move move = kNoMove;
};

class TranspositionTable {
 public:
  TranspositionTable() = default;
  // Uses at most `mib` MiB, rounded down to a power of two.
  explicit TranspositionTable(std::size_t mib)
      : pages_(std::bit_floor(std::max<std::size_t>(mib, 1)) << 20),
        mask_(pages_.size() / sizeof(Bucket) - 1) {}

  [[nodiscard]] std::size_t size_bytes() const noexcept { return pages_.size(); }

  // Begins a new search: entries stored so far are replaced first.
  void new_generation() noexcept { generation_ = (generation_ + 1) % kGenerations; }
  // Invalidates all entries, without a trace. Takes time only once in 15 calls.
  void forget() noexcept {
    generation_ = 0;
    epoch_ = (epoch_ + 1) % kEpochs;
    if (epoch_ != 0) return;
    epoch_ = 1;
    pages_.clear();
  }

  // The share of entries in use since forget(), 0..1, from a sample. An estimate while a search runs.
  [[nodiscard]] double fill() const noexcept {
    const std::size_t buckets = std::min<std::size_t>(mask_ + 1, 1024);
    std::size_t used = 0;
    for (std::size_t i = 0; i < buckets; ++i) {
      for (const Slot& slot : bucket(i)) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        const std::uint64_t head = slot.head.load(std::memory_order_relaxed) ^ data;
        used += bound_of(head) != Bound::kNone && (head & kEpochMask) == epoch_ << kEpochShift ? 1 : 0;
      }
    }
    return static_cast<double>(used) / static_cast<double>(4 * buckets);
  }

  void prefetch(std::uint64_t hash) const noexcept { __builtin_prefetch(&bucket(hash)); }

  [[nodiscard]] TableEntry find(std::uint64_t hash) const noexcept {
    const std::uint64_t wanted = head_of(hash);
    for (const Slot& slot : bucket(hash)) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      const std::uint64_t head = slot.head.load(std::memory_order_relaxed) ^ data;
      if (same(head, wanted) && bound_of(head) != Bound::kNone) {
        return {.bound = bound_of(head),
                .depth = depth_of(head),
                .flags = static_cast<std::uint32_t>(head >> kFlagShift) & 3U,
                .value = static_cast<std::int32_t>(static_cast<std::uint32_t>(data >> 32)),
                .move = Move{static_cast<std::uint32_t>(data)}};
      }
    }
    return {};
  }

  // Greater depths count as kMaxDepth. An entry without a move keeps the move known before.
  void store(std::uint64_t hash, TableEntry entry) noexcept {
    const std::uint64_t wanted = head_of(hash);
    Bucket& slots = bucket(hash);
    Slot* victim = slots.data();
    std::uint64_t lowest = ~std::uint64_t{0};
    for (Slot& slot : slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      const std::uint64_t head = slot.head.load(std::memory_order_relaxed) ^ data;
      if (same(head, wanted) && bound_of(head) != Bound::kNone) {
        if (entry.move == kNoMove) entry.move = Move{static_cast<std::uint32_t>(data)};
        victim = &slot;
        break;
      }
      const bool empty = bound_of(head) == Bound::kNone || (head ^ wanted) & kEpochMask;
      const std::uint64_t worth = empty ? 0 : worth_of(head);
      if (worth < lowest) {
        victim = &slot;
        lowest = worth;
      }
    }
    const std::uint64_t data =
        std::uint64_t{static_cast<std::uint32_t>(entry.value)} << 32 | static_cast<std::uint32_t>(entry.move);
    const std::uint64_t head = wanted | std::uint64_t{entry.flags & 3U} << kFlagShift | generation_ << 12 |
                               std::uint64_t{static_cast<std::uint32_t>(entry.bound)} << 10 |
                               std::min(entry.depth, TableEntry::kMaxDepth);
    victim->data.store(data, std::memory_order_relaxed);
    victim->head.store(head ^ data, std::memory_order_relaxed);
  }

 private:
  static constexpr unsigned kKeyShift = 20;
  static constexpr unsigned kEpochShift = 16;
  static constexpr unsigned kFlagShift = 14;
  static constexpr std::uint64_t kEpochs = 16;
  static constexpr std::uint64_t kEpochMask = (kEpochs - 1) << kEpochShift;
  static constexpr std::uint64_t kGenerations = 4;

  struct Slot {
    std::atomic<std::uint64_t> head;
    std::atomic<std::uint64_t> data;
  };
  using Bucket = std::array<Slot, 4>;
  static_assert(sizeof(Bucket) == 64);

  // The leading bits of an entry of this position and epoch.
  [[nodiscard]] std::uint64_t head_of(std::uint64_t hash) const noexcept {
    return hash >> kKeyShift << kKeyShift | epoch_ << kEpochShift;
  }
  [[nodiscard]] static constexpr bool same(std::uint64_t head, std::uint64_t wanted) noexcept {
    return ((head ^ wanted) >> kEpochShift) == 0;
  }
  [[nodiscard]] static constexpr Bound bound_of(std::uint64_t head) noexcept {
    return static_cast<Bound>(static_cast<std::uint32_t>(head >> 10) & 3U);
  }
  [[nodiscard]] static constexpr std::uint32_t depth_of(std::uint64_t head) noexcept {
    return static_cast<std::uint32_t>(head) & TableEntry::kMaxDepth;
  }
  [[nodiscard]] Bucket& bucket(std::uint64_t hash) const noexcept {
    return static_cast<Bucket*>(pages_.data())[hash & mask_];
  }

  // Replacement value: younger, then deeper, then the greater hash; more than 0.
  [[nodiscard]] std::uint64_t worth_of(std::uint64_t head) const noexcept {
    const std::uint64_t age = (generation_ - (head >> 12)) % kGenerations;
    return (kGenerations - age) << 56 | std::uint64_t{depth_of(head)} << 46 | head >> kKeyShift;
  }

  PageBlock pages_;  // zero bytes are empty slots
  std::uint64_t mask_ = 0;
  std::uint64_t epoch_ = 1;
  std::uint64_t generation_ = 0;
};

}  // namespace ludex::agents::minimax
