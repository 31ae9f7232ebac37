#include "games/mnk/mnk.hpp"

#include "core/plugin/game_plugin.hpp"

// Compiled in games/mnk/mnk.cpp.
extern template class ludex::GameShell<ludex::games::mnk::Mnk>;
LUDEX_GAME_PLUGIN(ludex::games::mnk::Mnk);
