// Text of boards with one stone per cell: cells as "a1" and positions as rows from the top, separated by '/',
// with a decimal number for a run of empty cells, then a space and the side to move: "3/1x1/2o x". Every
// position has exactly one such text, and the parser accepts no other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/abi/types.hpp"
#include "core/util/result.hpp"

namespace ludex::games {

// Column x (0 = a) and 1-based row number.
[[nodiscard]] std::string cell_text(std::uint32_t x, std::uint32_t row);

// The last line of a drawing: "x to move", "x has won" or "drawn".
[[nodiscard]] std::string status_line(GameStatus status, Player to_move, const char* first,
                                      const char* second);

struct CellName {
  std::uint32_t x;    // 0-based column
  std::uint32_t row;  // 1-based row
};

// Strict: a lower-case letter and a number without leading zeros, on the board (at most 26 columns).
[[nodiscard]] std::optional<CellName> parse_cell(std::string_view text, std::uint32_t width,
                                                 std::uint32_t height);

// A parsed position: cells row by row from the top, 0 empty, 1 and 2 the players; and the side to move.
struct GridPosition {
  std::vector<std::uint8_t> cells;
  std::uint32_t to_move = 0;
  std::uint32_t count[2] = {0, 0};
};

// The cells of a GridPosition; `cell(column, row_from_top)` returns 0, 1 or 2.
template <class F>
[[nodiscard]] std::vector<std::uint8_t> grid_cells(std::uint32_t width, std::uint32_t height, F&& cell) {
  std::vector<std::uint8_t> cells;
  cells.reserve(static_cast<std::size_t>(width) * height);
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) cells.push_back(static_cast<std::uint8_t>(cell(x, y)));
  return cells;
}

// `cells` as in GridPosition.
[[nodiscard]] std::string grid_position_text(std::uint32_t width, std::uint32_t height, const char* stones,
                                             std::uint32_t to_move, const std::vector<std::uint8_t>& cells);

[[nodiscard]] Result<GridPosition> parse_grid_position(std::string_view text, std::uint32_t width,
                                                       std::uint32_t height, const char* stones);

// Checks stone counts against the turn, for games in which players alternate and every move adds a stone.
[[nodiscard]] Result<void> check_alternation(const GridPosition& p, const char* stones);

}  // namespace ludex::games
