#include "games/pig/pig.hpp"

#include "core/plugin/game_plugin.hpp"

LUDEX_GAME_PLUGIN(ludex::games::pig::Pig);
