#include "games/minishogi/minishogi.hpp"

#include "core/plugin/game_plugin.hpp"

LUDEX_GAME_PLUGIN(ludex::games::minishogi::Minishogi);
