#include "games/gomoku/gomoku.hpp"

#include "core/plugin/game_plugin.hpp"

// Compiled in games/gomoku/gomoku.cpp.
extern template class ludex::GameShell<ludex::games::gomoku::Gomoku>;
LUDEX_GAME_PLUGIN(ludex::games::gomoku::Gomoku);
