// NST, the N-gram selection technique: Tak, Winands & Bjornsson, "N-grams and the last-good-reply policy
// applied in general game playing", IEEE TCIAIG 4, 2012: like MAST, with the average of the means of the
// sequences of one, two and three moves that end with the move. Departure: a sequence counts from its first
// occurrence on (paper: from the seventh); the average stops at the first unseen one. No sequence
// has an outcome of chance in it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "agents/common/mcts/statistics.hpp"
#include "core/util/hash.hpp"

namespace ludex::agents::mcts {

// Means of sequences of two and three moves, in a hash table of fixed size. A sequence whose place is taken
// is not counted: with at most some 100,000 different ones, that is rare.
class NGramTable {
 public:
  void resize() { entries_.assign(kSize, {}); }
  void clear() noexcept { std::fill(entries_.begin(), entries_.end(), Entry{}); }

  // Updates the sequences that end with move i of the line.
  void learn(const Line& line, std::uint32_t i, float reward) noexcept {
    const TracedMove& m = line.moves[i];
    for (std::uint32_t length = 2; length <= std::min(i + 1, kLongest); ++length) {
      if (line.moves[i + 1 - length].player == kChance) break;
      add(key(line, i, length, m.player, m.move_class), reward);
    }
  }
  // The score of a move after the line; `mean` is the mean of the move alone.
  [[nodiscard]] float score(const Line& line, Player mover, std::uint32_t move_class,
                            float mean) const noexcept {
    float sum = mean;
    float count = 1;
    for (std::uint32_t length = 2; length <= std::min(line.size + 1, kLongest); ++length) {
      if (line.moves[line.size + 1 - length].player == kChance) break;
      const MeanReward* const found = find(key(line, line.size, length, mover, move_class));
      if (found == nullptr) break;
      sum += found->mean(0);
      count += 1;
    }
    return sum / count;
  }

 private:
  static constexpr std::uint32_t kLongest = 3;
  static constexpr std::size_t kSize = std::size_t{1} << 18;
  struct Entry {
    std::uint64_t key = 0;
    MeanReward mean;
  };

  // Key of the last `length` - 1 moves before `end` followed by a move of this class.
  [[nodiscard]] static std::uint64_t key(const Line& line, std::uint32_t end, std::uint32_t length,
                                         Player player, std::uint32_t move_class) noexcept {
    std::uint64_t key = mix64(std::uint64_t{length} << 56 | std::uint64_t{player} << 32 | move_class);
    for (std::uint32_t i = 1; i < length; ++i) key = hash_combine(key, line.moves[end - i].move_class + 1ULL);
    return key;
  }
  void add(std::uint64_t key, float reward) noexcept {
    Entry& entry = entries_[key % kSize];
    if (entry.mean.load().count == 0) __atomic_store_n(&entry.key, key, __ATOMIC_RELAXED);
    if (__atomic_load_n(&entry.key, __ATOMIC_RELAXED) == key) entry.mean.add(reward);
  }
  // nullptr if the sequence is unseen.
  [[nodiscard]] const MeanReward* find(std::uint64_t key) const noexcept {
    const Entry& entry = entries_[key % kSize];
    const bool seen = entry.mean.load().count != 0 && __atomic_load_n(&entry.key, __ATOMIC_RELAXED) == key;
    return seen ? &entry.mean : nullptr;
  }

  std::vector<Entry> entries_;
};

}  // namespace ludex::agents::mcts
