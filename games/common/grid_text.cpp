#include "games/common/grid_text.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/abi/types.hpp"
#include "core/util/result.hpp"

namespace ludex::games {

std::string cell_text(std::uint32_t x, std::uint32_t row) {
  return static_cast<char>('a' + x) + std::to_string(row);
}

std::string status_line(GameStatus status, Player to_move, const char* first, const char* second) {
  const auto name = [&](Player player) { return std::string(player == 0 ? first : second); };
  if (status == GameStatus::kOngoing) return name(to_move) + " to move\n";
  if (status == GameStatus::kDraw) return "drawn\n";
  return name(winner_of(status)) + " has won\n";
}

std::optional<CellName> parse_cell(std::string_view text, std::uint32_t width, std::uint32_t height) {
  if (text.size() < 2 || text.size() > 3 || text[0] < 'a' || text[1] == '0') return std::nullopt;
  CellName cell{static_cast<std::uint32_t>(text[0] - 'a'), 0};
  const char* const end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data() + 1, end, cell.row);
  if (code != std::errc{} || rest != end || cell.x >= width || cell.row > height) return std::nullopt;
  return cell;
}

std::string grid_position_text(std::uint32_t width, std::uint32_t height, const char* stones,
                               std::uint32_t to_move, const std::vector<std::uint8_t>& cells) {
  std::string text;
  for (std::uint32_t y = 0; y < height; ++y) {
    if (y > 0) text += '/';
    std::uint32_t empty = 0;
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::uint32_t stone = cells[std::size_t{y} * width + x];
      if (stone == 0) {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      text += stones[stone - 1];
    }
    if (empty > 0) text += std::to_string(empty);
  }
  text += ' ';
  text += stones[to_move];
  return text;
}

Result<GridPosition> parse_grid_position(std::string_view text, std::uint32_t width, std::uint32_t height,
                                         const char* stones) {
  const auto where = [&](std::size_t i) { return " (character " + std::to_string(i + 1) + ")"; };
  GridPosition position;
  position.cells.reserve(static_cast<std::size_t>(width) * height);
  std::size_t i = 0;
  for (std::uint32_t y = 0; y < height; ++y) {
    if (y > 0) {
      if (i >= text.size() || text[i] != '/')
        return Error{"expected '/' after row " + std::to_string(y) + where(i)};
      ++i;
    }
    std::uint32_t x = 0;
    while (i < text.size() && text[i] != '/' && text[i] != ' ') {
      const char c = text[i];
      if (c == stones[0] || c == stones[1]) {
        const std::uint8_t player = c == stones[0] ? 0 : 1;
        if (x >= width) return Error{"row " + std::to_string(y + 1) + " from the top is too long" + where(i)};
        position.cells.push_back(static_cast<std::uint8_t>(player + 1));
        ++position.count[player];
        ++x;
        ++i;
      } else if (c >= '1' && c <= '9') {
        std::uint32_t run = 0;
        const auto [rest, code] = std::from_chars(text.data() + i, text.data() + text.size(), run);
        if (code != std::errc{} || run > width - x)
          return Error{"row " + std::to_string(y + 1) + " from the top is too long" + where(i)};
        position.cells.insert(position.cells.end(), run, 0);
        x += run;
        i = static_cast<std::size_t>(rest - text.data());
      } else {
        return Error{std::string("expected '") + stones[0] + "', '" + stones[1] +
                     "' or a number of empty cells, found '" + c + "'" + where(i)};
      }
    }
    if (x < width)
      return Error{"row " + std::to_string(y + 1) + " from the top has " + std::to_string(x) +
                   " cells, expected " + std::to_string(width) + where(i)};
  }
  if (text.size() != i + 2 || text[i] != ' ' || (text[i + 1] != stones[0] && text[i + 1] != stones[1]))
    return Error{std::string("expected a space and the side to move, '") + stones[0] + "' or '" + stones[1] +
                 "', at the end" + where(i)};
  position.to_move = text[i + 1] == stones[0] ? 0 : 1;
  return position;
}

Result<void> check_alternation(const GridPosition& p, const char* stones) {
  if (p.count[0] == p.count[1] + p.to_move) return {};
  return Error{std::to_string(p.count[0]) + " '" + stones[0] + "' and " + std::to_string(p.count[1]) + " '" +
               stones[1] + "' do not fit '" + stones[p.to_move] + "' to move"};
}

}  // namespace ludex::games
