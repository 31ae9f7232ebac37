// FunctionTable: memory of the depth-first search, by position: its two functions, the work spent on it, the
// last searched move, and a memo for each of its moves (error and RAVE counts).
//
// Slots of 128 bytes, four to a bucket; functions of few steps lie in the slot, others and the memos in
// blocks of a pool. When the pool is used up, functions are merged until they fit the slot and memos are
// dropped: that costs work, never a proof (agents/common/staircase). A look-up compares a key of 128 bits
// (agents/common/proof-number/proof_table.hpp has the probabilities). One thread at a time.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "agents/common/memory/node_pool.hpp"
#include "agents/common/memory/page_block.hpp"
#include "agents/common/memory/spin_lock.hpp"
#include "agents/common/proof-number/proof_table.hpp"
#include "agents/common/staircase/curve.hpp"
#include "agents/common/staircase/curve_accumulator.hpp"
#include "core/abi/types.hpp"

namespace ludex::agents::scns {

using staircase::Curve;
using staircase::LeafShape;
using staircase::ProofCount;
using staircase::Step;
using staircase::Value;

// The memo of a move; memos are in the order of legal_moves.
struct MoveMemo {
  Value error;
  std::uint16_t rave_wins;
  std::uint16_t rave_losses;
};
static_assert(sizeof(MoveMemo) == sizeof(Step));

class FunctionTable {
  static constexpr std::size_t kInline = 9;

 public:
  struct Slot {
    std::uint64_t low;
    std::uint64_t high;
    std::uint32_t work;
    Move last;
    std::uint32_t memo;   // block
    std::uint32_t steps;  // block; unused while the steps lie in the slot
    Value own_x;
    Value other_x;
    ProofCount own_scale;
    ProofCount other_scale;
    std::uint16_t memo_size;
    std::uint8_t own_size;
    std::uint8_t other_size;
    std::uint16_t generation;
    SpinLock lock;        // the first slot's is the bucket's
    std::uint8_t search;  // the last search that stored it
    std::array<Step, kInline> inside;
  };
  static_assert(sizeof(Slot) == 128);

  FunctionTable() = default;
  // Uses at most `bytes`, but at least one bucket; `share` of it for the pool.
  FunctionTable(std::size_t bytes, double share)
      : pages_(std::max<std::size_t>(
                   static_cast<std::size_t>(static_cast<double>(bytes) * (1 - share)) / sizeof(Bucket), 1) *
               sizeof(Bucket)),
        buckets_(pages_.size() / sizeof(Bucket)),
        pool_(std::max<std::size_t>(bytes - std::min(bytes, pages_.size()), 4096)) {}

  [[nodiscard]] std::size_t size_bytes() const noexcept { return pages_.size() + pool_.budget_bytes(); }
  // Forgets everything.
  void clear() noexcept;
  // Keeps entries for another search that reuses them; call it while no thread uses the table. To leave at
  // least half of slots and pool free, it drops positions that the last searches have not stored, the older
  // first, then those of least work.
  void keep();
  // Before a search: number of threads that will use the table at once, numbered from 0; 1: no locks.
  void share(std::uint32_t threads);

  void prefetch(const WideKey& key) const noexcept {
    const char* const at = reinterpret_cast<const char*>(&bucket(key));
    for (std::size_t i = 0; i < sizeof(Bucket); i += sizeof(Slot)) __builtin_prefetch(at + i);
  }

  // Calls f(slot) if the position is there; f must not use the table otherwise.
  template <class F>
  bool read(const WideKey& key, F&& f) const {
    Bucket& slots = bucket(key);
    for (Slot& slot : slots) {
      if (low_of(slot).load(std::memory_order_relaxed) != key.low) continue;
      const Guard guard(slots, shared_);
      if (!holds(slot, key)) continue;
      f(std::as_const(slot));
      return true;
    }
    return false;
  }
  // The functions of a slot, for the side to move and for the opponent.
  [[nodiscard]] Curve own(const Slot& slot) const noexcept {
    return {slot.own_x, slot.own_scale, {steps(slot), slot.own_size}};
  }
  [[nodiscard]] Curve other(const Slot& slot) const noexcept {
    return {slot.other_x, slot.other_scale, {steps(slot) + slot.own_size, slot.other_size}};
  }
  [[nodiscard]] std::span<const MoveMemo> memo(const Slot& slot) const noexcept {
    if (slot.memo_size == 0) return {};
    return {reinterpret_cast<const MoveMemo*>(pool_[slot.memo]), slot.memo_size};
  }

  // Replaces the entry of the position, but while threads share the table a solved one only by a solved
  // one; an empty `memo` keeps the old memo. `user`: the number of the thread.
  void store(const WideKey& key, const Curve& own, const Curve& other, std::uint32_t work, Move last,
             std::span<const MoveMemo> memo, std::uint32_t user);

  // The share of slots in use, from a sample.
  [[nodiscard]] double fill() const noexcept;

 private:
  using Bucket = std::array<Slot, 4>;
  struct Use {
    std::size_t slots = 0;
    std::size_t bytes = 0;  // of the pool

    Use& operator+=(const Use& more) noexcept { return slots += more.slots, bytes += more.bytes, *this; }
    Use& operator-=(const Use& less) noexcept { return slots -= less.slots, bytes -= less.bytes, *this; }
  };
  // The order of forgetting: by searches since it was stored, then by the power of two of its work.
  static constexpr std::uint32_t kOldest = 4;
  static constexpr std::size_t kRanks = kOldest - 1 + 33;
  [[nodiscard]] std::size_t rank(const Slot& slot) const noexcept;
  [[nodiscard]] std::size_t pool_bytes(const Slot& slot) const noexcept;
  template <class F>
  void each(F&& f);
  struct alignas(64) User {
    NodePool<Step>::Slice slice;
    std::vector<Step> scratch;
  };
  class Guard {
   public:
    Guard(Bucket& slots, bool shared) noexcept : lock_(shared ? &slots[0].lock : nullptr) {
      if (lock_ != nullptr) lock_->lock();
    }
    ~Guard() {
      if (lock_ != nullptr) lock_->unlock();
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    SpinLock* lock_;
  };

  [[nodiscard]] static std::atomic_ref<std::uint64_t> low_of(Slot& slot) noexcept {
    return std::atomic_ref(slot.low);
  }
  [[nodiscard]] bool holds(const Slot& slot, const WideKey& key) const noexcept {
    return slot.low == key.low && slot.high == key.high && slot.generation == generation_;
  }

  [[nodiscard]] std::uint32_t allocate(std::uint32_t count, std::uint32_t user) noexcept {
    return shared_ ? pool_.allocate(users_[user].slice, count) : pool_.allocate(count);
  }
  void release(std::uint32_t block, std::uint32_t count, std::uint32_t user) noexcept;

  [[nodiscard]] const Step* steps(const Slot& slot) const noexcept {
    return in_pool(slot) ? pool_[slot.steps] : slot.inside.data();
  }
  [[nodiscard]] static bool in_pool(const Slot& slot) noexcept {
    return std::size_t{slot.own_size} + slot.other_size > kInline;
  }
  void release(Slot& slot, std::uint32_t user) noexcept;

  void store_steps(Slot& slot, std::span<const Step> own, std::span<const Step> other, std::uint32_t user);

  // Merges steps to at most half of the slot's room.
  std::uint8_t squeeze(std::span<const Step> steps, Step* to, std::uint32_t user);

  void store_memo(Slot& slot, std::span<const MoveMemo> memo, std::uint32_t user) noexcept;

  [[nodiscard]] Bucket* data() const noexcept { return static_cast<Bucket*>(pages_.data()); }
  // The high bits of a product allow any number of buckets.
  [[nodiscard]] Bucket& bucket(const WideKey& key) const noexcept {
    __extension__ using Wide = unsigned __int128;
    return data()[static_cast<std::size_t>(Wide{mix64(key.low)} * buckets_ >> 64)];
  }

  PageBlock pages_;  // zero bytes are empty slots
  std::size_t buckets_ = 0;
  NodePool<Step> pool_;
  std::uint16_t generation_ = 1;
  std::uint8_t search_ = 0;
  bool shared_ = false;
  std::vector<User> users_;
  std::vector<Step> scratch_;
};

}  // namespace ludex::agents::scns
