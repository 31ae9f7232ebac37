#include "core/plugin/game_plugin.hpp"
#include "games/chinese-checkers/chinese_checkers.hpp"

LUDEX_GAME_PLUGIN(ludex::games::chinese_checkers::ChineseCheckers);
