#include "games/mnk/mnk.hpp"

#include "core/plugin/game_plugin.hpp"

LUDEX_GAME_PLUGIN(ludex::games::mnk::Mnk);
