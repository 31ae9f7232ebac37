#include "games/gomoku/gomoku.hpp"

#include "core/game/game_module.hpp"

LUDEX_GAME_PLUGIN(ludex::games::gomoku::Gomoku);
