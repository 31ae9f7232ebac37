// The game as the plug-in presents it: its name, and the rules with the parameters of all race games.
#pragma once

#include "core/abi/plugin_info.hpp"
#include "games/common/race_rules.hpp"
#include "games/knightthrough/rules.hpp"

namespace ludex::games::knightthrough {

struct Knightthrough : race::RaceGame<Small, Large> {
  static constexpr PluginInfo kInfo{
      "knightthrough", "1.0.0", "Knightthrough: the first forward-leaping knight on the far row wins", "MIT"};
};

}  // namespace ludex::games::knightthrough
