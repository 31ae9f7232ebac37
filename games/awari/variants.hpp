// The two rule sets (rules.md) as constants and small functions that AwariRules reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/game.hpp"
#include "games/awari/sowing.hpp"

namespace ludex::games::awari {

// Both rows, player 1 (south) first.
using Board = std::array<Row, 2>;

[[nodiscard]] constexpr GameStatus by_seeds(unsigned first, unsigned second) noexcept {
  return first > second ? win_for(0) : second > first ? win_for(1) : GameStatus::kDraw;
}

// Empty history for rules without repetition.
struct NoHistory {
  void clear() noexcept {}
  void push(std::uint64_t) noexcept {}
  void copy_from(const NoHistory&) noexcept {}
  [[nodiscard]] std::uint32_t count(std::uint64_t, std::uint32_t) const noexcept { return 0; }
};

// The hashes of the last kCapacity positions since a capture, without the present one.
class RecentPositions {
 public:
  static constexpr std::uint32_t kCapacity = 256;

  void clear() noexcept { size_ = 0; }
  void push(std::uint64_t hash) noexcept { hashes_[size_++ % kCapacity] = hash; }
  void copy_from(const RecentPositions& other) noexcept {
    size_ = other.size_;
    const std::uint32_t used = size_ < kCapacity ? size_ : kCapacity;
    for (std::uint32_t i = 0; i < used; ++i) hashes_[i] = other.hashes_[i];
  }
  // Counts the occurrences of a position that comes `ahead` plies after the present one. Its equals are an
  // even number of plies older.
  [[nodiscard]] std::uint32_t count(std::uint64_t hash, std::uint32_t ahead) const noexcept {
    const std::uint32_t used = size_ < kCapacity ? size_ : kCapacity;
    std::uint32_t found = 0;
    for (std::uint32_t i = (size_ + ahead) & 1U; i < used; i += 2) found += hashes_[i] == hash ? 1U : 0U;
    return found;
  }

 private:
  std::uint32_t size_ = 0;
  std::uint64_t hashes_[kCapacity];
};

// Awari as Ludii 1.3.12 plays it, the domain of the PN-MCTS experiments.
struct LudiiVariant {
  static constexpr bool kBarrenReturn = true;
  static constexpr bool kPass = true;  // a player without a legal move passes
  static constexpr std::uint32_t kFlags = kPassPossible;
  using History = NoHistory;

  // `mover` is to move next.
  [[nodiscard]] static GameStatus judge(const Board& board, Player, std::uint32_t passes,
                                        std::uint32_t) noexcept {
    if (!some_pit_holds(board[0] | board[1], 2)) return by_seeds(store_of(board[0]), store_of(board[1]));
    return passes >= 2 ? GameStatus::kDraw : GameStatus::kOngoing;
  }
};

// The game solved by Romein and Bal.
struct AbapaVariant {
  static constexpr bool kBarrenReturn = false;
  static constexpr bool kPass = false;  // a move that starves the opponent is legal if there is no other
  static constexpr std::uint32_t kFlags = 0;
  using History = RecentPositions;

  [[nodiscard]] static GameStatus judge(const Board& board, Player mover, std::uint32_t,
                                        std::uint32_t earlier) noexcept {
    const unsigned first = store_of(board[0]), second = store_of(board[1]);
    if (first > kSeeds / 2 || second > kSeeds / 2) return by_seeds(first, second);
    // A player who cannot move leaves the remaining seeds to their owner, the opponent.
    if (!has_seeds(board[mover])) {
      return by_seeds(first + seeds_in_pits(board[0]), second + seeds_in_pits(board[1]));
    }
    // At the third occurrence the rest is divided evenly.
    return earlier >= 2 ? by_seeds(first, second) : GameStatus::kOngoing;
  }
};

}  // namespace ludex::games::awari
