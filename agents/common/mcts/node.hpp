// Base of all nodes of the family: 32 bytes, no position, no pointer to the parent. An agent that keeps more
// derives its node from this one.
#pragma once

#include <cmath>
#include <cstdint>

#include "agents/common/memory/spin_lock.hpp"
#include "core/abi/types.hpp"

namespace ludex::agents::mcts {

// A double aligned to four bytes, so that derived nodes are not padded to a multiple of eight.
using LooseDouble [[gnu::aligned(4)]] = double;

struct Node {
  LooseDouble sum;           // of the rewards of `player`, whose move led here
  std::uint32_t visits;      // simulations that went through this node
  float inverse_root;        // 1 / sqrt(visits): the scan over siblings needs no division and no root
  Move move;                 // that led here
  std::uint32_t children;    // block in the pool, undefined while there are none
  std::uint16_t size;        // children tried
  std::uint16_t legal : 15;  // legal moves here; 0: not asked yet, or the game is over
  std::uint16_t whole : 1;   // the block of the children has room for all of them
  std::uint16_t slot;        // index of `move` among its parent's legal moves
  std::uint8_t proven : 4;   // a GameStatus: how the game ended or must end, kOngoing while unknown
  std::uint8_t chance : 1;   // games with chance only (chance.hpp): it decides after this move
  std::uint8_t player : 3;
  SpinLock lock;  // with several workers; README.md, "Threads", says what it guards

  [[nodiscard]] GameStatus result() const noexcept { return static_cast<GameStatus>(proven); }
  void set_result(GameStatus result) noexcept { proven = static_cast<std::uint8_t>(result) & 15U; }
  [[nodiscard]] bool over() const noexcept { return proven != 0; }
  [[nodiscard]] bool terminal() const noexcept { return proven != 0 && legal == 0; }
  [[nodiscard]] bool complete() const noexcept { return legal != 0 && size == legal; }
  [[nodiscard]] double mean() const noexcept { return visits == 0 ? 0.0 : sum / visits; }

  // The visits, read without the parent's lock, under which they are counted.
  [[nodiscard]] std::uint32_t count() const noexcept { return __atomic_load_n(&visits, __ATOMIC_RELAXED); }

  // Adds the same reward `times` times.
  void add(float reward, std::uint32_t times = 1) noexcept {
    sum += static_cast<double>(reward) * times;
    __atomic_store_n(&visits, visits + times, __ATOMIC_RELAXED);
    inverse_root = 1.0F / std::sqrt(static_cast<float>(visits));
  }
  // Adds the summed rewards of `times` simulations.
  void add_all(float rewards, std::uint32_t times) noexcept {
    sum += static_cast<double>(rewards);
    visits += times;
    inverse_root = 1.0F / std::sqrt(static_cast<float>(visits));
  }
  // Replaces the provisional rewards that add() gave to simulations under way by their summed true rewards.
  void replace_in_flight(float added, float rewards, std::uint32_t times = 1) noexcept {
    sum += static_cast<double>(rewards) - static_cast<double>(added) * times;
  }
};
static_assert(sizeof(Node) == 32 && alignof(Node) == 4 && kMaxPlayers <= 8);

}  // namespace ludex::agents::mcts
