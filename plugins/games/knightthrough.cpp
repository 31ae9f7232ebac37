#include "games/knightthrough/knightthrough.hpp"

#include "core/plugin/game_plugin.hpp"

LUDEX_GAME_PLUGIN(ludex::games::knightthrough::Knightthrough);
