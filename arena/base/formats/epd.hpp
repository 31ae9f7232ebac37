// Extended Position Description (PGN standard, section 16.2), for any game: a line "POSITION [OPCODE
// OPERANDS;]...", the position in the game's notation. Also reads lists of FEN and perft suites ("POSITION
// ;D1 20 ;D2 400"): the last semicolon is optional, and one may precede the first operation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/game/position.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

struct EpdPosition {
  std::string text;  // the part of the line that the game has read, with the clocks of hmvc and fmvn
  Position position;
  std::string operations;  // the rest of the line
  std::string warning;     // parts of the text that the game dropped; "" if none
};

// The position is the longest prefix of the line that the game accepts. Ignores operations other than hmvc
// and fmvn. The error is the game's own.
[[nodiscard]] Result<EpdPosition> read_epd_position(const Game& game, std::string_view line);

// Whether a line is blank or a comment, starting with '#', '%' or ';'.
[[nodiscard]] bool is_epd_comment(std::string_view line) noexcept;

struct EpdOperation {
  std::string_view opcode;
  std::string_view operands;  // as written
};
// The parts of `operations`, in order.
[[nodiscard]] std::vector<EpdOperation> epd_operations(std::string_view operations);
// The operands of `opcode`; empty if it is missing.
[[nodiscard]] std::string_view epd_operands(std::string_view operations, std::string_view opcode);

}  // namespace ludex::arena
