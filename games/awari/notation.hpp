// Text and drawings (rules.md): pits A-F of player 1 (south) and a-f of player 2 (north), in sowing order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/abi/types.hpp"
#include "core/util/result.hpp"
#include "games/awari/variants.hpp"

namespace ludex::games::awari::notation {

// Moves 0..5 sow A..F, 6..11 a..f.
inline constexpr Move kPass{2 * kPits};
inline constexpr std::uint32_t kMoveCount = 2 * kPits + 1;

// A position as described by its text.
struct Setup {
  Board board;
  std::uint32_t ply;
  std::uint32_t passes;
};

[[nodiscard]] std::string move_text(Move move);
// "4,4,4,4,4,4/4,4,4,4,4,4 0:0 S 0 1": pits of south and north, captured seeds of south and north, side to
// move, consecutive passes, number of the move.
[[nodiscard]] std::string position_text(const Setup& setup);
[[nodiscard]] Result<Setup> parse_position(std::string_view text, std::uint32_t max_plies,
                                           std::uint32_t max_passes);
// North at the top, both rows sown counter-clockwise; captured seeds next to the rows.
[[nodiscard]] std::string board_text(const Board& board);
// `mover`: the side whose name is marked; kNobody when the game is over.
[[nodiscard]] std::string svg(const Board& board, Move last, Player mover);
[[nodiscard]] std::string svg_cells();

}  // namespace ludex::games::awari::notation
