#include "games/chess/chess.hpp"

#include "core/plugin/game_plugin.hpp"

LUDEX_GAME_PLUGIN(ludex::games::chess::Chess);
