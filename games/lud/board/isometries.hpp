// Rotations and reflections of a board.
#pragma once

#include <vector>

#include "games/lud/board/topology.hpp"

namespace ludex::games::lud {

// Where a rotation or reflection takes the sites: of each kind of sites, the image of each.
using Isometry = std::vector<std::vector<int>>;

// The rotations and reflections of a board, at most 48, about the centre of its first kind of sites: the
// identity first, then the half turn if it is one of them. Neighbours stay neighbours.
[[nodiscard]] std::vector<Isometry> isometries(const std::vector<const Topology*>& kinds);

}  // namespace ludex::games::lud
