// Observations on the stack.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/game/draft/features.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::model {

// Games with larger observations have no models.
inline constexpr std::size_t kMostPlaces = 8192;
inline constexpr std::size_t kMostNumbers = 256;
[[nodiscard]] inline bool fits(const FeatureShape& shape) noexcept {
  return std::size_t{shape.layers} * shape.sites <= kMostPlaces && shape.numbers <= kMostNumbers;
}

// The player whose view values a position: the mover, or player 0 where chance decides.
[[nodiscard]] inline Player viewer_of(const Game& game, const State* state) noexcept {
  const Player mover = game.to_move(state);
  return mover == kChance ? 0 : mover;
}

// A position as `player` sees it.
struct Observed {
  Observed(const Features& features, const State* state, Player player) noexcept {
    features.observe(state, player, codes.data(), numbers.data());
  }
  std::array<std::uint8_t, kMostPlaces> codes;  // [layer][site]
  std::array<float, kMostNumbers> numbers;
};

}  // namespace ludex::agents::model
