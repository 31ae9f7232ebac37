// Piece-square tables from a text file (format: rules.md).
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/util/result.hpp"
#include "games/chess/bitboard.hpp"

namespace ludex::games::chess {

// Bound of a value, that of an evaluation (ludex.evaluate/1).
inline constexpr std::int32_t kMostPoints = 30'000;

// Value of a piece on a square by colour, in hundredths of a pawn, material included.
struct PieceSquares {
  std::array<std::array<std::array<std::int16_t, 64>, kPieceTypes>, 2> value{};
};

// The error begins with "FILE:LINE: " if a line is wrong.
[[nodiscard]] Result<PieceSquares> read_piece_squares(const std::string& file);

}  // namespace ludex::games::chess
