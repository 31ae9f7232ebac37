#include "games/chess/chess.hpp"

#include "core/game/game_module.hpp"

LUDEX_GAME_PLUGIN(ludex::games::chess::Chess);
