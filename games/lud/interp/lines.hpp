// Which line goes on behind a site.
#pragma once

#include "games/lud/board/topology.hpp"

namespace ludex::games::lud {

// The line from a site that continues another from there backwards, null if there is none: of the same kind,
// if that is a kind of neighbours, and straight on but for a tenth of a radian. Around circles it goes back
// along the circle, or through the middle.
[[nodiscard]] const Radial* opposite_of(const Topology& board, int kind, int site, const Radial& line);

}  // namespace ludex::games::lud
