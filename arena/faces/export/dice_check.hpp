// Checks the outcomes of chance in a record.
#pragma once

#include <cstdint>

#include "arena/model/game_record.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::exports {

// Draws all outcomes after the opening again, from the specification's seed for dice, and returns their
// number. An error, which names the game and the first outcome that differs, or the move that is illegal. The
// game leaves something to chance.
[[nodiscard]] Result<std::uint64_t> check_dice(const Game& game, const GameRecord& record,
                                               std::uint64_t seed);

}  // namespace ludex::arena::exports
