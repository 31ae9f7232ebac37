#include "games/minishogi/minishogi.hpp"

#include "core/game/game_module.hpp"

LUDEX_GAME_PLUGIN(ludex::games::minishogi::Minishogi);
