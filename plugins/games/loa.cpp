#include "games/loa/loa.hpp"

#include "core/game/game_module.hpp"

LUDEX_GAME_PLUGIN(ludex::games::loa::Loa);
