#include "games/backgammon/backgammon.hpp"

#include "core/plugin/game_plugin.hpp"

LUDEX_GAME_PLUGIN(ludex::games::backgammon::Backgammon);
