// Texts and pictures of a board of N x N squares: its letters are X, O and - (empty), row by row from the
// top.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/abi/types.hpp"
#include "core/util/result.hpp"

namespace ludex::games::othello {

struct PositionText {
  std::string letters;
  std::uint8_t to_move;
  std::uint8_t passes;  // in succession, where neither side can move
};

[[nodiscard]] std::string write_position(const PositionText& position);
// Does not check whether neither side can move. `passes_count`: a third field may hold the passes.
[[nodiscard]] Result<PositionText> read_position(std::string_view text, std::uint32_t n, bool passes_count);
[[nodiscard]] std::string write_sgf_setup(const std::string& letters, std::uint32_t n, Player to_move);

[[nodiscard]] std::string draw_text(const std::string& letters, std::uint32_t n, GameStatus status,
                                    Player to_move);
// Marks the square `last`, if there is one.
[[nodiscard]] std::string draw_svg(const std::string& letters, std::uint32_t n, std::uint32_t last);
[[nodiscard]] std::string draw_svg_cells(std::uint32_t n);

}  // namespace ludex::games::othello
