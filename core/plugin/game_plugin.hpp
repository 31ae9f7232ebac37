// The macro that exports a game as a plug-in.
#pragma once

#include "core/game/game_module.hpp"
#include "core/plugin/entry.hpp"

// The whole shell of a game plug-in: LUDEX_GAME_PLUGIN(ludex::games::hex::Hex);
#define LUDEX_GAME_PLUGIN(DESCRIPTOR) \
  LUDEX_EXPORT_PLUGIN(::ludex::PluginKind::kGame, DESCRIPTOR::kInfo, &::ludex::GameShell<DESCRIPTOR>::factory)
