#include "games/einstein/einstein.hpp"

#include "core/plugin/game_plugin.hpp"

LUDEX_GAME_PLUGIN(ludex::games::einstein::Einstein);
