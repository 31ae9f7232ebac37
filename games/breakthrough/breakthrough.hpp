// The game as the plug-in presents it: its name, and the rules with the parameters of all race games.
#pragma once

#include "core/abi/plugin_info.hpp"
#include "games/breakthrough/rules.hpp"
#include "games/common/race_rules.hpp"

namespace ludex::games::breakthrough {

struct Breakthrough : race::RaceGame<Small, Large> {
  static constexpr PluginInfo kInfo{"breakthrough", "1.1.0",
                                    "Breakthrough: the first man to reach the far row wins", "MIT"};
};

}  // namespace ludex::games::breakthrough
