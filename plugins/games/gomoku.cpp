#include "games/gomoku/gomoku.hpp"

#include "core/plugin/game_plugin.hpp"

LUDEX_GAME_PLUGIN(ludex::games::gomoku::Gomoku);
