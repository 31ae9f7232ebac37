// Statistics of moves over all simulations of a search, used by AMAF, MAST, NST and the progressive history
// (enhancements/). All workers read and write them without a lock: of two simultaneous updates one may be
// lost.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game/game.hpp"

namespace ludex::agents::mcts {

// The mean of rewards in [-1, 1].
struct alignas(8) MeanReward {
  float sum = 0;
  std::uint32_t count = 0;

  // Reads both members atomically.
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
  // The mean, or `unseen` if there is no sample.
  [[nodiscard]] float mean(float unseen) const noexcept {
    const MeanReward now = load();
    return now.count == 0 ? unseen : now.sum / static_cast<float>(now.count);
  }
};

// Maps every player and move class to a number.
class MoveIndex {
 public:
  MoveIndex() = default;
  explicit MoveIndex(const GameTraits& traits) noexcept
      : classes_(traits.move_classes), size_(std::size_t{traits.players} * classes_) {}

  [[nodiscard]] std::size_t operator()(Player player, std::uint32_t move_class) const noexcept {
    return std::size_t{player} * classes_ + move_class;
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  std::size_t classes_ = 0;
  std::size_t size_ = 0;
};

// One mean for every player and move class.
class MoveTable {
 public:
  void resize(const GameTraits& traits) {
    index_ = MoveIndex(traits);
    means_.assign(index_.size(), {});
  }
  void clear() noexcept { std::fill(means_.begin(), means_.end(), MeanReward{}); }

  [[nodiscard]] std::size_t index(Player player, std::uint32_t move_class) const noexcept {
    return index_(player, move_class);
  }
  [[nodiscard]] MeanReward& operator[](std::size_t index) noexcept { return means_[index]; }
  [[nodiscard]] const MeanReward& operator[](std::size_t index) const noexcept { return means_[index]; }

 private:
  MoveIndex index_;
  std::vector<MeanReward> means_;
};

// The moves of one simulation, from the root to the end of the game.
struct Line {
  std::vector<TracedMove> moves;  // room for max_plies
  std::uint32_t size = 0;

  void push(Move move, std::uint32_t move_class, Player player) noexcept {
    if (size < moves.size()) moves[size++] = {move, move_class, player};
  }
};

}  // namespace ludex::agents::mcts
