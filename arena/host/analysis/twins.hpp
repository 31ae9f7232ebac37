// Moves that lead to the same position up to a symmetry of the rules.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/game/position.hpp"

namespace ludex::arena::host {

// For each of the legal moves of `start`, the index of the first one that a symmetry of the position maps to
// it (ludex.symmetry/1), or its own: both lead to positions of the same value. The identity in games whose
// positions recur, because the game so far may not have been symmetric.
[[nodiscard]] std::vector<std::size_t> first_twins(const Position& start, std::span<const Move> moves);

}  // namespace ludex::arena::host
