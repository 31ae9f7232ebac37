// The players in drawings, by the number of their pieces.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/game/side.hpp"

namespace ludex::games::lud {

// Distinct on light and dark pages, and from the board's browns.
inline constexpr std::array<Side, 8> kSides{sides::kWhite,
                                            sides::kBlack,
                                            Side{"Third", "#c8322b"},
                                            Side{"Fourth", "#2962c4"},
                                            Side{"Fifth", "#2e8b3d"},
                                            Side{"Sixth", "#e0a800"},
                                            Side{"Seventh", "#8e3fb0"},
                                            Side{"Eighth", "#1aa6a6"}};

[[nodiscard]] constexpr const Side& side_of(std::size_t colour) noexcept {
  return kSides[std::min(colour, kSides.size() - 1)];
}
// The colour of a piece, by its owner: 1 is the first player, 0 and numbers beyond the players nobody.
[[nodiscard]] constexpr const char* piece_colour(int owner) noexcept {
  return owner >= 1 && owner <= static_cast<int>(kSides.size())
             ? kSides[static_cast<std::size_t>(owner) - 1].colour
             : "#a0522d";
}

}  // namespace ludex::games::lud
