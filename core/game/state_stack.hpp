// StateStack: room for positions of one game, for agents: a scratch state, or one state a ply.
#pragma once

#include <cstddef>

#include "core/game/game.hpp"
#include "core/util/page_block.hpp"

namespace ludex {

class StateStack {
 public:
  StateStack() = default;
  // Room for `count` positions; only those used take memory.
  StateStack(const GameTraits& traits, std::size_t count)
      : stride_((traits.state_size + kLine - 1) / kLine * kLine), pages_(stride_ * count) {}

  // Uninitialised until a position is written. Aligned to a cache line, hence for every game.
  [[nodiscard]] State* operator[](std::size_t i) const noexcept {
    return reinterpret_cast<State*>(static_cast<std::byte*>(pages_.data()) + i * stride_);
  }

 private:
  static constexpr std::size_t kLine = 64;

  std::size_t stride_ = 0;
  PageBlock pages_;
};

}  // namespace ludex
