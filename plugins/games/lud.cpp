#include "games/lud/lud.hpp"

#include "core/plugin/game_plugin.hpp"

LUDEX_GAME_PLUGIN(ludex::games::lud::Lud);
