#include "games/othello/notation.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/abi/types.hpp"
#include "core/util/result.hpp"
#include "games/common/fen.hpp"
#include "games/common/grid_text.hpp"
#include "games/common/sgf.hpp"
#include "games/common/svg.hpp"

namespace ludex::games::othello {

namespace {

constexpr double kMargin = 0.7;  // of the drawing, around the board

}  // namespace

std::string write_position(const PositionText& position) {
  std::string text = position.letters + (position.to_move == 0 ? " X" : " O");
  if (position.passes > 0) text += position.passes == 1 ? " pass" : " end";
  return text;
}

Result<PositionText> read_position(std::string_view text, std::uint32_t n, bool passes_count) {
  const auto fields = fen::fields(text);
  if (fields.size() < 2 || fields.size() > 3)
    return Error{"the position has " + std::to_string(fields.size()) +
                 " fields, expected the board, X or O to move, and perhaps pass or end"};
  if (fields[0].size() != std::size_t{n} * n)
    return Error{"the board has " + std::to_string(fields[0].size()) + " squares, expected " +
                 std::to_string(n * n)};
  PositionText position{std::string(fields[0]), 0, 0};
  for (std::uint32_t square = 0; square < n * n; ++square) {
    const char c = position.letters[square];
    if (c != 'X' && c != 'O' && c != '-')
      return Error{"square " + cell_text(square % n, square / n + 1) + " is '" + std::string(1, c) +
                   "', expected X, O or -"};
  }
  if (fields[1] != "X" && fields[1] != "O")
    return Error{"the side to move is '" + std::string(fields[1]) + "', expected X or O"};
  position.to_move = fields[1] == "O" ? 1 : 0;
  const std::size_t centre = std::size_t{n / 2 - 1} * n + n / 2 - 1;
  for (const std::size_t square : {centre, centre + 1, centre + n, centre + n + 1}) {
    if (position.letters[square] == '-')
      return Error{"one of the four centre squares is empty, but they are occupied from the start"};
  }
  if (fields.size() == 3) {
    if (fields[2] != "pass" && fields[2] != "end")
      return Error{"field 3 is '" + std::string(fields[2]) + "', expected pass or end"};
    if (!passes_count) return Error{"field 3 is not allowed with end=no-moves"};
    position.passes = fields[2] == "pass" ? 1 : 2;
  }
  return position;
}

std::string write_sgf_setup(const std::string& letters, std::uint32_t n, Player to_move) {
  SgfSetup setup;
  for (std::uint32_t square = 0; square < n * n; ++square) {
    if (letters[square] != '-') setup.add(letters[square] == 'X' ? 0 : 1, sgf_point(square % n, square / n));
  }
  return setup.text(to_move);
}

std::string draw_text(const std::string& letters, std::uint32_t n, GameStatus status, Player to_move) {
  std::string columns = "  ";
  for (std::uint32_t x = 0; x < n; ++x) {
    columns += ' ';
    columns += static_cast<char>('a' + x);
  }
  columns += '\n';
  std::string text = columns;
  for (std::uint32_t y = 0; y < n; ++y) {
    if (y < 9) text += ' ';
    text += std::to_string(y + 1);
    for (std::uint32_t x = 0; x < n; ++x) {
      text += ' ';
      text += letters[y * n + x];
    }
    text += '\n';
  }
  text += "X " + std::to_string(std::count(letters.begin(), letters.end(), 'X')) + ", O " +
          std::to_string(std::count(letters.begin(), letters.end(), 'O'));
  if (!is_over(status)) {
    text += to_move == 0 ? "; X to move\n" : "; O to move\n";
  } else if (status == GameStatus::kDraw) {
    text += "; drawn\n";
  } else {
    text += winner_of(status) == 0 ? "; X has won\n" : "; O has won\n";
  }
  return text;
}

std::string draw_svg(const std::string& letters, std::uint32_t n, std::uint32_t last) {
  const auto side = static_cast<int>(n);
  SvgWriter out(side + 2 * kMargin, side + 2 * kMargin);
  out.rectangle(0, 0, side + 2 * kMargin, side + 2 * kMargin, "#fff");
  out.rectangle(kMargin, kMargin, side, side, "#4f9d69", "#222");
  for (int i = 1; i < side; ++i) {
    out.line(kMargin + i, kMargin, kMargin + i, kMargin + side, "#222");
    out.line(kMargin, kMargin + i, kMargin + side, kMargin + i, "#222");
  }
  // The four small marks two squares from the corners, as on a tournament board.
  for (const int x : {2, side - 2}) {
    for (const int y : {2, side - 2}) out.circle(kMargin + x, kMargin + y, 0.07, "#222");
  }
  for (int square = 0; square < side * side; ++square) {
    const double x = kMargin + square % side + 0.5;
    const double y = kMargin + square / side + 0.5;
    const char c = letters[static_cast<std::size_t>(square)];
    if (c != '-') out.circle(x, y, 0.4, c == 'X' ? "#111" : "#fff", "#111");
    if (last == static_cast<std::uint32_t>(square)) out.circle(x, y, 0.12, "#d33");
  }
  out.coordinates(kMargin, kMargin, side, side, "#444", true);
  return std::move(out).finish();
}

std::string draw_svg_cells(std::uint32_t n) {
  return svg_grid_cells(kMargin, kMargin, n, n,
                        [](std::uint32_t x, std::uint32_t y) { return cell_text(x, y + 1); });
}

}  // namespace ludex::games::othello
