#include "games/checkers/checkers.hpp"

#include "core/game/game_module.hpp"

LUDEX_GAME_PLUGIN(ludex::games::checkers::Checkers);
