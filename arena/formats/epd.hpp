// Extended Position Description (PGN standard, section 16.2), for any game: a line "POSITION [OPCODE
// OPERANDS;]...", the position as the game writes it.
#pragma once

#include <string>
#include <string_view>

#include "core/game/position.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

struct EpdPosition {
  std::string text;  // what of the line the game has read, and the clocks of hmvc and fmvn
  Position position;
  std::string operations;  // the rest of the line
};

// What comes before the operations is the longest part of the line that is a position of the game. Operations
// other than hmvc and fmvn say nothing about the position and are not looked at. The error is the game's own.
[[nodiscard]] Result<EpdPosition> read_epd_position(const Game& game, std::string_view line);

// The operands of `opcode` among operations, as they are written; empty if it is not there.
[[nodiscard]] std::string_view epd_operands(std::string_view operations, std::string_view opcode);

}  // namespace ludex::arena
