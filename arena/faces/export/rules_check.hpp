// Checks a record against the rules.
#pragma once

#include "arena/faces/export/replay.hpp"
#include "arena/model/game_record.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::exports {

// An error, which names the game, if a move is illegal, if the rules end the game elsewhere or otherwise than
// recorded, or if its counts of plies and moves are wrong. Other endings (a fault, a proof, the ply limit)
// cannot be verified afterwards; only their possibility is checked: the game is not over, and a fault has
// lost.
[[nodiscard]] Result<void> check_by_rules(const Game& game, const GameRecord& record);

}  // namespace ludex::arena::exports
