#include "games/othello/othello.hpp"

#include "core/plugin/game_plugin.hpp"

// Compiled in games/othello/othello.cpp.
extern template class ludex::GameShell<ludex::games::othello::Othello>;
LUDEX_GAME_PLUGIN(ludex::games::othello::Othello);
