// Moves along lines as sets: slides and shots.
#pragma once

#include "games/lud/ludemes/code.hpp"

namespace ludex::games::lud {

// The lines of a (move Slide ...) or (move Shoot ...), which pass the sites of one set and stop at those of
// another. Throws Unknown if conditions are no sets, or numbers neither grow nor fall along the lines.
// `passes_ends`: both conditions hold on every site that it passes, and it ends on no other.
codegen::SlideWay lines_as_sets(const Node* between, const Node* to, const KnownDirections& directions,
                                bool passes_ends, Emitter& e, codegen::WayWriter& out);

}  // namespace ludex::games::lud
