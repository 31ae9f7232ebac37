// ProofTable: memory of a depth-first proof-number search. A fixed number of bytes, from 1 KiB up; entries of
// 32 bytes, four to a bucket (two cache lines); safe for any number of threads without locks.
//
// A wrong proof is a solver's worst error, so a look-up compares a whole key of 128 bits, none of which is
// implied by the bucket. With N positions stored and L looked up, some look-up finds the entry of another
// position with probability at most N L / 2^k, k being the number of informative bits of the key:
//   k = 64    the game has only Game::hash: 0.2 % for N = 2^25, L = 1e9
//   k = 128   ludex.wide-hash/1: 1e-22
//   an injective wide hash (Othello up to 8x8): 0
//
// Layout, four 64-bit words: low key xor the three others, high key, phi | delta, generation 8 | work 24 |
// move. Hyatt & Mann
// ("A lockless transposition-table implementation for parallel search", ICGA J. 2002): an entry torn by two
// threads fails the comparison. Loads and stores are relaxed atomics.
//
// Entries of another generation count as empty, so a search in a used table equals one in a new table.
// Replacement (the local form of Nagai's SmallTreeGC): the same position; else the entry with the least work
// (search effort below it) of the bucket. The search keeps the root and the nodes on its path, which must not
// be lost, on its own stack.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "agents/common/memory/page_block.hpp"
#include "agents/common/path/identity.hpp"
#include "agents/common/proof-number/proof_number.hpp"
#include "core/abi/types.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::proof_number {

struct ProofEntry {
  bool found = false;
  PnDn value;              // for the side to move
  std::uint32_t work = 0;  // visits spent below, saturating at kMaxWork
  Move move = kNoMove;     // of a proven position: a proving move
};

class ProofTable {
 public:
  static constexpr std::uint32_t kMaxWork = (1U << 24) - 1;
  static constexpr std::size_t kMinBytes = 1024;

  ProofTable() = default;
  // Uses at most `bytes`, but at least kMinBytes.
  explicit ProofTable(std::size_t bytes)
      : pages_(std::max(bytes, kMinBytes) / sizeof(Bucket) * sizeof(Bucket)),
        buckets_(pages_.size() / sizeof(Bucket)) {}

  [[nodiscard]] std::size_t size_bytes() const noexcept { return pages_.size(); }
  [[nodiscard]] std::size_t capacity() const noexcept { return buckets_ * 4; }

  // Invalidates all entries. Not while other threads use the table. Takes time only once in 255 calls.
  void clear() noexcept {
    if (++generation_ <= kGenerations) return;
    generation_ = 1;
    pages_.clear();
  }

  void prefetch(const WideKey& key) const noexcept {
    const Bucket& slots = bucket(key);
    __builtin_prefetch(&slots[0]);
    __builtin_prefetch(&slots[2]);
  }

  [[nodiscard]] ProofEntry find(const WideKey& key) const noexcept {
    for (const Slot& slot : bucket(key)) {
      const Words words = read(slot);
      if (words.is(key, generation_)) return words.entry();
    }
    return {};
  }

  // A solved value is never replaced by an unsolved one of the same position.
  void store(const WideKey& key, const ProofEntry& entry) noexcept {
    Bucket& slots = bucket(key);
    Slot* victim = slots.data();
    std::uint64_t least = ~std::uint64_t{0};
    for (Slot& slot : slots) {
      const Words words = read(slot);
      if (words.is(key, generation_)) {
        if (words.entry().value.solved() && !entry.value.solved()) return;
        victim = &slot;
        break;
      }
      const std::uint64_t work = words.empty(generation_) ? 0 : words.work() + 1ULL;
      if (work < least) {
        victim = &slot;
        least = work;
      }
    }
    const Words words{key.low, key.high,
                      std::uint64_t{entry.value.phi.value()} << 32 | entry.value.delta.value(),
                      generation_ << 56 | std::uint64_t{std::min(entry.work, kMaxWork)} << 32 |
                          static_cast<std::uint32_t>(entry.move)};
    victim->low.store(words.low ^ words.high ^ words.numbers ^ words.data, std::memory_order_relaxed);
    victim->high.store(words.high, std::memory_order_relaxed);
    victim->numbers.store(words.numbers, std::memory_order_relaxed);
    victim->data.store(words.data, std::memory_order_relaxed);
  }

  // The share of entries in use, from a sample.
  [[nodiscard]] double fill() const noexcept {
    const std::size_t sample = std::min<std::size_t>(buckets_, 1024);
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample; ++i) {
      for (const Slot& slot : buckets()[i]) used += read(slot).empty(generation_) ? 0U : 1U;
    }
    return sample == 0 ? 0 : static_cast<double>(used) / static_cast<double>(4 * sample);
  }

 private:
  struct Slot {
    std::atomic<std::uint64_t> low;
    std::atomic<std::uint64_t> high;
    std::atomic<std::uint64_t> numbers;
    std::atomic<std::uint64_t> data;
  };
  using Bucket = std::array<Slot, 4>;
  static_assert(sizeof(Bucket) == 128);

  struct Words {
    std::uint64_t low;
    std::uint64_t high;
    std::uint64_t numbers;
    std::uint64_t data;

    [[nodiscard]] bool empty(std::uint64_t generation) const noexcept { return data >> 56 != generation; }
    [[nodiscard]] bool is(const WideKey& key, std::uint64_t generation) const noexcept {
      return low == key.low && high == key.high && !empty(generation);
    }
    [[nodiscard]] std::uint32_t work() const noexcept {
      return static_cast<std::uint32_t>(data >> 32) & kMaxWork;
    }
    [[nodiscard]] ProofEntry entry() const noexcept {
      return {.found = true,
              .value = {ProofNumber(static_cast<std::uint32_t>(numbers >> 32)),
                        ProofNumber(static_cast<std::uint32_t>(numbers))},
              .work = work(),
              .move = Move{static_cast<std::uint32_t>(data)}};
    }
  };
  [[nodiscard]] static Words read(const Slot& slot) noexcept {
    Words words{slot.low.load(std::memory_order_relaxed), slot.high.load(std::memory_order_relaxed),
                slot.numbers.load(std::memory_order_relaxed), slot.data.load(std::memory_order_relaxed)};
    words.low ^= words.high ^ words.numbers ^ words.data;
    return words;
  }

  [[nodiscard]] Bucket* buckets() const noexcept { return static_cast<Bucket*>(pages_.data()); }
  // The high bits of a product allow any number of buckets.
  [[nodiscard]] Bucket& bucket(const WideKey& key) const noexcept {
    __extension__ using Wide = unsigned __int128;
    return buckets()[static_cast<std::size_t>(Wide{mix64(key.low)} * buckets_ >> 64)];
  }

  static constexpr std::uint64_t kGenerations = 255;

  PageBlock pages_;  // zero bytes are empty slots
  std::size_t buckets_ = 0;
  std::uint64_t generation_ = 1;  // 1..kGenerations
};

}  // namespace ludex::agents::proof_number
