// Text and drawings: PDN moves, PDN-FEN positions (rules.md), board diagrams.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/abi/types.hpp"
#include "core/util/result.hpp"
#include "games/checkers/board.hpp"

namespace ludex::games::checkers::notation {

// A position as described by its text.
struct Setup {
  Position board;
  std::uint32_t ply;
  std::uint32_t no_progress;
};
// Limits of a position's text.
struct Limits {
  int pieces;  // of a side
  std::uint32_t no_progress;
  std::uint32_t plies;
};

// "11-15", "22x15", and "22x15x8" with every visited square if another of the legal moves has the same ends.
[[nodiscard]] std::string move_text(const std::vector<Move>& legal, Move move);
// Accepts the full path of any capture too; with `merged`, any path equal in ends and captured pieces.
[[nodiscard]] Result<Move> parse_move(const std::vector<Move>& legal, bool merged, std::string_view text);

[[nodiscard]] std::string position_text(const Setup& setup);
[[nodiscard]] Result<Setup> parse_position(std::string_view text, const Limits& limits);

// The first player (b men, B kings) above, the second (w, W) below; dots are free squares.
[[nodiscard]] std::string board_text(const Position& board);
[[nodiscard]] std::string svg(const Position& board, Move last);
[[nodiscard]] std::string svg_cells();
[[nodiscard]] std::string svg_move_cells(Move move);

}  // namespace ludex::games::checkers::notation
