// Moves that lead to the same position but for a symmetry of the rules.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/game/position.hpp"

namespace ludex::arena {

// For each of the legal moves of `start`, the index of the first one that a symmetry of the position maps to
// it (ludex.symmetry/1), its own if there is none: both lead to positions of the same value. In games whose
// positions recur nothing is said, as the way to a position may not have been symmetric.
[[nodiscard]] std::vector<std::size_t> first_twins(const Position& start, std::span<const Move> moves);

}  // namespace ludex::arena
