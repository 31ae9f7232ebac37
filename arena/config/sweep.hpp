// One agent with many values of one setting: {name: uct, agent: uct, sweep: {budget.iterations: [100, 200]}}
// stands for the agents uct-100 and uct-200.
#pragma once

#include "arena/config/tree.hpp"

namespace ludex::arena {

// Puts the agents that a sweep stands for in its place, in the order of the values. Whatever is wrong with
// `sweep` itself goes to `problems`; the values are judged with the agents, at their own places.
void expand_sweeps(Node& root, Problems& problems);

}  // namespace ludex::arena
