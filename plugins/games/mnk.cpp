#include "games/mnk/mnk.hpp"

#include "core/game/game_module.hpp"

LUDEX_GAME_PLUGIN(ludex::games::mnk::Mnk);
