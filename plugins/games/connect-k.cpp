#include "core/plugin/game_plugin.hpp"
#include "games/connect-k/connect_k.hpp"

LUDEX_GAME_PLUGIN(ludex::games::connect_k::ConnectK);
