// Observations (ludex.draft.features/1) of boards with at most one stone of two players on each cell.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/draft/features.hpp"

namespace ludex::games {

[[nodiscard]] inline FeaturePlan stones_plan(std::uint32_t rows, std::uint32_t columns,
                                             FeaturePlan::Grid grid = FeaturePlan::Grid::kSquare) {
  return {.rows = rows, .columns = columns, .grid = grid, .layers = {{"empty", "own stone", "other stone"}}};
}

// `stone`: 0 empty, 1 and 2 the players. The code of stones_plan.
[[nodiscard]] constexpr std::uint8_t stone_code(std::uint32_t stone, Player player) noexcept {
  return static_cast<std::uint8_t>(stone == 0 ? 0 : stone - 1 == player ? 1 : 2);
}

}  // namespace ludex::games
