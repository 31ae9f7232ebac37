#include "core/plugin/game_plugin.hpp"
#include "games/connect-k/connect_k.hpp"

// Compiled in games/connect-k/connect_k.cpp.
extern template class ludex::GameShell<ludex::games::connect_k::ConnectK>;
LUDEX_GAME_PLUGIN(ludex::games::connect_k::ConnectK);
