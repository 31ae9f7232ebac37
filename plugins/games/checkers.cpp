#include "games/checkers/checkers.hpp"

#include "core/plugin/game_plugin.hpp"

LUDEX_GAME_PLUGIN(ludex::games::checkers::Checkers);
