#include "games/awari/awari.hpp"

#include "core/game/game_module.hpp"

LUDEX_GAME_PLUGIN(ludex::games::awari::Awari);
