// A game of a log for people.
#pragma once

#include <cstddef>
#include <string>

#include "arena/export/replay.hpp"
#include "arena/model/game_record.hpp"

namespace ludex::arena {

// Who played, how it ended, and the moves; `number` is that of the game in the log, from 1.
[[nodiscard]] std::string game_head(const GameRecord& record, const Replay& replay, std::size_t number);
// One line a move: who, value, depth, nodes, time.
[[nodiscard]] std::string move_table(const GameRecord& record, const Replay& replay);
// The board after so many plies, and the position as text.
[[nodiscard]] std::string board_after(const Replay& replay, std::size_t plies);

}  // namespace ludex::arena
