// Extended Position Description (PGN standard, section 16.2), for any game: a line "POSITION [OPCODE
// OPERANDS;]...", the position as the game writes it. Lists of FEN, and suites of perft ("POSITION ;D1 20 ;D2
// 400"), are read alike: the last semicolon may be missing, and one may stand before the first operation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/game/position.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

struct EpdPosition {
  std::string text;  // what of the line the game has read, and the clocks of hmvc and fmvn
  Position position;
  std::string operations;  // the rest of the line
  std::string warning;     // what the game has dropped of the text; "": nothing
};

// What comes before the operations is the longest part of the line that is a position of the game. Operations
// other than hmvc and fmvn say nothing about the position and are not looked at. The error is the game's own.
[[nodiscard]] Result<EpdPosition> read_epd_position(const Game& game, std::string_view line);

// Whether a line is blank or a comment: '#', '%' or ';' is its first character.
[[nodiscard]] bool is_epd_comment(std::string_view line) noexcept;

struct EpdOperation {
  std::string_view opcode;
  std::string_view operands;  // as they are written
};
// Part of `operations`, in their order.
[[nodiscard]] std::vector<EpdOperation> epd_operations(std::string_view operations);
// The operands of `opcode` among operations; empty if it is not there.
[[nodiscard]] std::string_view epd_operands(std::string_view operations, std::string_view opcode);

}  // namespace ludex::arena
