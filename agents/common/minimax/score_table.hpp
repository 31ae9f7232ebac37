// ScoreTable: bounds on the scores of positions, for searches of games with scores. A fixed amount of memory,
// one thread. A look-up compares the whole key of 128 bits (ludex.wide-hash/1): with an injective key no
// position ever gets another's bounds.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "agents/common/memory/page_block.hpp"
#include "core/abi/types.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::minimax {

struct ScoreBounds {
  std::int16_t low = 0;
  std::int16_t high = 0;
  Move move = kNoMove;  // the best move, or one that caused a cutoff
};

class ScoreTable {
 public:
  ScoreTable() = default;
  // Uses at most `bytes`, rounded down to a power of two of buckets, at least one.
  explicit ScoreTable(std::size_t bytes)
      : buckets_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1))),
        pages_(buckets_ * sizeof(Bucket)) {}

  [[nodiscard]] std::size_t size_bytes() const noexcept { return pages_.size(); }

  // Invalidates all entries.
  void forget() noexcept {
    if (++generation_ != 0) return;
    generation_ = 1;
    pages_.clear();
  }
  void prefetch(const std::uint64_t key[2]) const noexcept { __builtin_prefetch(&bucket(key)); }

  [[nodiscard]] bool find(const std::uint64_t key[2], ScoreBounds& out) const noexcept {
    for (const Entry& entry : bucket(key)) {
      if (!entry.is(key, generation_)) continue;
      out = {entry.low, entry.high, entry.move};
      return true;
    }
    return false;
  }
  // `rank`: value of the entry, for example the plies left. Replaces the entry of least rank in the bucket.
  void store(const std::uint64_t key[2], std::uint32_t rank, const ScoreBounds& bounds) noexcept {
    Bucket& entries = bucket(key);
    Entry* victim = nullptr;
    for (Entry& entry : entries) {
      if (entry.is(key, generation_)) {
        victim = &entry;
        break;
      }
      const auto worth = [&](const Entry& e) { return e.generation == generation_ ? e.rank + 1U : 0U; };
      if (victim == nullptr || worth(entry) < worth(*victim)) victim = &entry;
    }
    *victim = {key[0],     key[1],      bounds.move,
               bounds.low, bounds.high, static_cast<std::uint8_t>(std::min(rank, 254U)),
               0,          generation_};
  }

 private:
  struct Entry {
    std::uint64_t low_key;
    std::uint64_t high_key;
    Move move;
    std::int16_t low;
    std::int16_t high;
    std::uint8_t rank;
    std::uint8_t reserved;
    std::uint16_t generation;  // 0: empty

    [[nodiscard]] bool is(const std::uint64_t key[2], std::uint16_t now) const noexcept {
      return low_key == key[0] && high_key == key[1] && generation == now;
    }
  };
  using Bucket = std::array<Entry, 2>;
  static_assert(sizeof(Bucket) == 64);

  [[nodiscard]] Bucket& bucket(const std::uint64_t key[2]) const noexcept {
    return static_cast<Bucket*>(pages_.data())[mix64(key[0] ^ key[1]) & (buckets_ - 1)];
  }

  std::size_t buckets_ = 0;
  PageBlock pages_;
  std::uint16_t generation_ = 1;
};

}  // namespace ludex::agents::minimax
