#include "games/hex/hex.hpp"

#include "core/plugin/game_plugin.hpp"

// Compiled in games/hex/hex.cpp.
extern template class ludex::GameShell<ludex::games::hex::Hex>;
LUDEX_GAME_PLUGIN(ludex::games::hex::Hex);
