// Statistics of moves over all simulations of a search: what AMAF, MAST, NST and the progressive history are
// made of. All workers read and write them without a lock: of two samples that meet, one may be lost.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game/game.hpp"
#include "core/util/hash.hpp"

namespace ludex::agents::mcts {

// The mean of rewards in [-1, 1].
struct alignas(8) MeanReward {
  float sum = 0;
  std::uint32_t count = 0;

  // Both members as they are at one moment.
  [[nodiscard]] MeanReward load() const noexcept {
    MeanReward now;
    __atomic_load(this, &now, __ATOMIC_RELAXED);
    return now;
  }
  void add(float reward) noexcept {
    MeanReward now = load();
    now.sum += reward;
    ++now.count;
    __atomic_store(this, &now, __ATOMIC_RELAXED);
  }
  // `unseen` if there is none yet.
  [[nodiscard]] float mean(float unseen) const noexcept {
    const MeanReward now = load();
    return now.count == 0 ? unseen : now.sum / static_cast<float>(now.count);
  }
};

// One mean for every player and move class.
class MoveTable {
 public:
  void resize(const GameTraits& traits) {
    classes_ = traits.move_classes;
    means_.assign(std::size_t{traits.players} * classes_, {});
  }
  void clear() noexcept { std::fill(means_.begin(), means_.end(), MeanReward{}); }

  [[nodiscard]] std::size_t index(Player player, std::uint32_t move_class) const noexcept {
    return std::size_t{player} * classes_ + move_class;
  }
  [[nodiscard]] std::size_t size() const noexcept { return means_.size(); }
  [[nodiscard]] MeanReward& operator[](std::size_t index) noexcept { return means_[index]; }
  [[nodiscard]] const MeanReward& operator[](std::size_t index) const noexcept { return means_[index]; }

 private:
  std::size_t classes_ = 0;
  std::vector<MeanReward> means_;
};

// Means of sequences of two and three moves, in a hash table of fixed size. A sequence that finds its place
// taken is not counted: with some 100,000 different ones at most, that is rare.
class NGramTable {
 public:
  void resize() { entries_.assign(kSize, {}); }
  void clear() noexcept { std::fill(entries_.begin(), entries_.end(), Entry{}); }

  void add(std::uint64_t key, float reward) noexcept {
    Entry& entry = entries_[key % kSize];
    if (entry.mean.load().count == 0) __atomic_store_n(&entry.key, key, __ATOMIC_RELAXED);
    if (__atomic_load_n(&entry.key, __ATOMIC_RELAXED) == key) entry.mean.add(reward);
  }
  // nullptr if the sequence has not been seen.
  [[nodiscard]] const MeanReward* find(std::uint64_t key) const noexcept {
    const Entry& entry = entries_[key % kSize];
    const bool seen = entry.mean.load().count != 0 && __atomic_load_n(&entry.key, __ATOMIC_RELAXED) == key;
    return seen ? &entry.mean : nullptr;
  }

 private:
  static constexpr std::size_t kSize = std::size_t{1} << 18;
  struct Entry {
    std::uint64_t key = 0;
    MeanReward mean;
  };
  std::vector<Entry> entries_;
};

// The moves of one simulation, from the root to the end of the game.
struct Line {
  std::vector<TracedMove> moves;  // room for max_plies
  std::uint32_t size = 0;

  void push(Move move, std::uint32_t move_class, Player player) noexcept {
    if (size < moves.size()) moves[size++] = {move, move_class, player};
  }
  // The key of the last `length` - 1 moves before `end` followed by a move of this class.
  [[nodiscard]] std::uint64_t key(std::uint32_t end, std::uint32_t length, Player player,
                                  std::uint32_t move_class) const noexcept {
    std::uint64_t key = mix64(std::uint64_t{length} << 56 | std::uint64_t{player} << 32 | move_class);
    for (std::uint32_t i = 1; i < length; ++i) key = hash_combine(key, moves[end - i].move_class + 1ULL);
    return key;
  }
};

}  // namespace ludex::agents::mcts
