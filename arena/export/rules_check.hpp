// Whether the rules allow what a record says.
#pragma once

#include "arena/export/replay.hpp"
#include "arena/model/game_record.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// An error, which names the game, if a move is not legal, if the rules end the game elsewhere or otherwise
// than the record says, or if its counts of plies and moves are not those of its moves. What an ending of
// another kind (a fault, a proof, the ply limit) is true of, only the records of its time know; that it can
// be true is checked: the game is not over, and somebody has lost by a fault.
[[nodiscard]] Result<void> check_by_rules(const Game& game, const GameRecord& record);

}  // namespace ludex::arena
