#include "games/knightthrough/knightthrough.hpp"

#include "core/game/game_module.hpp"

LUDEX_GAME_PLUGIN(ludex::games::knightthrough::Knightthrough);
