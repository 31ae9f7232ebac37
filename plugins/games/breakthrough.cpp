#include "games/breakthrough/breakthrough.hpp"

#include "core/game/game_module.hpp"

LUDEX_GAME_PLUGIN(ludex::games::breakthrough::Breakthrough);
