// One agent with several values of a setting: {name: uct, agent: uct, sweep: {budget.iterations: [100, 200]}}
// stands for the agents uct-100 and uct-200.
#pragma once

#include "arena/run/config/tree.hpp"

namespace ludex::arena::run {

// Replaces each sweep by its agents, in the order of the values. Problems of `sweep` itself go to `problems`;
// the values are checked with the agents, at their own places.
void expand_sweeps(Node& root, Problems& problems);

}  // namespace ludex::arena::run
