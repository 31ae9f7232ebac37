#include "games/breakthrough/breakthrough.hpp"

#include "core/plugin/game_plugin.hpp"

LUDEX_GAME_PLUGIN(ludex::games::breakthrough::Breakthrough);
