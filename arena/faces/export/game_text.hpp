// A game of a log as readable text.
#pragma once

#include <cstddef>
#include <string>

#include "arena/faces/export/replay.hpp"
#include "arena/model/game_record.hpp"

namespace ludex::arena::exports {

// Players, result and moves; `number` is the game's number in the log, from 1.
[[nodiscard]] std::string game_head(const GameRecord& record, const Replay& replay, std::size_t number);
// One line per move: player, value, depth, nodes, time.
[[nodiscard]] std::string move_table(const GameRecord& record, const Replay& replay);
// The board after `plies` plies, and the position as text.
[[nodiscard]] std::string board_after(const Replay& replay, std::size_t plies);

}  // namespace ludex::arena::exports
