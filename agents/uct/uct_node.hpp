// The node of the UCT tree: 32 bytes, no position, no pointer to the parent.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/abi/types.hpp"

namespace ludex::agents::uct {

struct UctNode {
  double sum;              // of the rewards of `player`, the one whose move led here
  std::uint32_t visits;    // simulations that went through this node
  float inverse_root;      // 1 / sqrt(visits): the scan over siblings needs no division and no root
  Move move;               // that led here
  std::uint32_t children;  // block in the pool, meaningless while size is 0
  std::uint16_t size;      // children in the tree
  std::uint16_t legal;     // legal moves here; 0: not asked yet, or the game is over
  std::uint16_t slot;      // index of `move` among its parent's legal moves
  std::uint8_t proven;     // a GameStatus: the proven result, kOngoing while unknown
  std::uint8_t player;

  [[nodiscard]] GameStatus result() const noexcept { return static_cast<GameStatus>(proven); }
  [[nodiscard]] bool terminal() const noexcept { return proven != 0 && legal == 0; }
  [[nodiscard]] double mean() const noexcept { return visits == 0 ? 0.0 : sum / visits; }

  void add(float reward) noexcept {
    sum += static_cast<double>(reward);
    ++visits;
    inverse_root = 1.0F / std::sqrt(static_cast<float>(visits));
  }
};
static_assert(sizeof(UctNode) == 32);

}  // namespace ludex::agents::uct
