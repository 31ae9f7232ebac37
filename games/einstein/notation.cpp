#include <algorithm>
#include <bit>
#include <string>
#include <string_view>
#include <utility>

#include "games/common/fen.hpp"
#include "games/common/grid_text.hpp"
#include "games/common/svg.hpp"
#include "games/einstein/rules.hpp"

namespace ludex::games::einstein {
namespace {

constexpr double kLeft = 0.7;
constexpr double kTop = 0.4;

std::string name_of(std::uint32_t cell) {
  return cell_text(column_of(cell), row_of(cell) + 1);
}
// '1'..'6' of player 0, 'a'..'f' of player 1; '\0' if the cell is empty.
char letter_at(const EinsteinRules::State& s, std::uint32_t cell) {
  for (std::uint32_t stone = 0; stone < kStones; ++stone) {
    if (s.cell[0][stone] == cell) return static_cast<char>('1' + stone);
    if (s.cell[1][stone] == cell) return static_cast<char>('a' + stone);
  }
  return '\0';
}

}  // namespace

std::string EinsteinRules::move_text(const State& s, Move move) const {
  const auto number = static_cast<std::uint32_t>(move);
  if (number >= kFirstOutcome) return std::to_string(number - kFirstOutcome + 1);
  if (number < kFirstStep) return std::to_string(number / kCells + 1) + '@' + name_of(number % kCells);
  const std::uint32_t from = s.cell[s.mover][(number - kFirstStep) / 3];
  return name_of(from) + '-' + name_of(target(s.mover, from, (number - kFirstStep) % 3));
}

// Rows from the top, '.' an empty cell: digits are decimal numbers in FEN.
std::string EinsteinRules::position_text(const State& s) const {
  std::string text;
  for (std::uint32_t y = kSize; y-- > 0;) {
    for (std::uint32_t x = 0; x < kSize; ++x) {
      const char letter = letter_at(s, y * kSize + x);
      text += letter == '\0' ? '.' : letter;
    }
    if (y > 0) text += '/';
  }
  const bool placing = s.placed < 2 * kStones;
  return text + (s.mover == 0 ? " blue " : " red ") + (placing ? "place" : std::to_string(s.rolled));
}

Result<EinsteinRules::State> EinsteinRules::parse_position(std::string_view text) const {
  const auto fields = fen::fields(text);
  if (fields.size() != 3 || fields[0].size() != kCells + kSize - 1)
    return Error{"expected a position such as '123../45.../6...f/...ed/..cba blue 0'"};
  State s{};
  for (auto& cells : s.cell) cells.fill(kNoCell);
  for (std::uint32_t i = 0; i < fields[0].size(); ++i) {
    const char letter = fields[0][i];
    if (i % (kSize + 1) == kSize) {
      if (letter != '/') return Error{"expected rows of five cells, separated by /"};
      continue;
    }
    if (letter == '.') continue;
    const bool first = letter >= '1' && letter <= '6';
    if (!first && (letter < 'a' || letter > 'f'))
      return Error{"unknown stone '" + std::string(1, letter) + "', expected 1..6, a..f or ."};
    const auto stone = static_cast<std::uint32_t>(letter - (first ? '1' : 'a'));
    const Player p = first ? 0 : 1;
    if ((s.alive[p] >> stone & 1U) != 0) return Error{"stone " + std::string(1, letter) + " occurs twice"};
    place(s, p, stone, (kSize - 1 - i / (kSize + 1)) * kSize + i % (kSize + 1));
  }
  if (fields[1] != "blue" && fields[1] != "red")
    return Error{"the side is '" + std::string(fields[1]) + "', expected blue or red"};
  s.mover = fields[1] == "blue" ? 0 : 1;
  if (fields[2] == "place") {
    if (s.placed == 2 * kStones) return Error{"all stones are placed"};
    if (!placed_) return Error{"stones are placed with setup=placed only"};
    if (s.mover != s.placed % 2 || std::popcount(s.alive[0]) != std::popcount(s.alive[1]) + s.mover)
      return Error{"the stones placed do not fit the side to move"};
    for (Player p = 0; p < 2; ++p) {
      for (const std::uint8_t cell : s.cell[p]) {
        if (cell != kNoCell && std::find(kHome[p].begin(), kHome[p].end(), cell) == kHome[p].end())
          return Error{"stones are placed in the player's corner only"};
      }
    }
    return s;
  }
  s.placed = 2 * kStones;
  const auto rolled = fen::number(fields[2], "the roll", 0, kStones);
  if (!rolled) return Error{rolled.error()};
  s.rolled = static_cast<std::uint8_t>(*rolled);
  for (Player p = 0; p < 2; ++p) {
    const bool won = holds(s, p, goal(p)) || s.alive[1 - p] == 0;
    if (!won) continue;
    if (s.mover == p || s.rolled != 0 || s.alive[p] == 0)
      return Error{"the game is over, and the side to move is not the loser"};
    s.status = static_cast<std::uint8_t>(win_for(p));
  }
  return s;
}

std::string EinsteinRules::board_text(const State& s) const {
  std::string text;
  for (std::uint32_t y = kSize; y-- > 0;) {
    text += std::to_string(y + 1);
    for (std::uint32_t x = 0; x < kSize; ++x) {
      const char letter = letter_at(s, y * kSize + x);
      text += ' ';
      text += letter == '\0' ? '.' : letter;
    }
    text += '\n';
  }
  text += "  a b c d e    blue 1-6 goes to e1, red a-f to a5\n";
  if (s.rolled != 0) text += "rolled " + std::to_string(s.rolled) + "\n";
  if (to_move(s) == kChance && s.status == 0)
    return text + "the die is rolled for " + (s.mover == 0 ? "blue\n" : "red\n");
  return text + status_line(status(s), s.mover, "blue", "red");
}

std::string EinsteinRules::svg(const State& s, Move last) const {
  const bool placing = s.placed < 2 * kStones;
  SvgWriter out(kSize + 2.6, kSize + (placing ? 2.4 : 1.2));
  const auto stone_at = [&](double x, double y, Player p, std::uint32_t stone) {
    out.rectangle(x + 0.12, y + 0.12, 0.76, 0.76, side(s, p).colour, "#222222");
    out.label(std::to_string(stone + 1), x + 0.5, y + 0.5, 0.42, p == 0 ? "#ffffff" : "#fff3c4");
  };
  for (std::uint32_t cell = 0; cell < kCells; ++cell) {
    const double x = kLeft + column_of(cell);
    const double y = kTop + kSize - 1 - row_of(cell);
    const bool corner = cell == goal(0) || cell == goal(1);
    out.rectangle(x, y, 1, 1, corner ? "#e5cf9f" : "#f3e3c3", "#555555");
  }
  for (Player p = 0; p < 2; ++p) {
    for (std::uint32_t stone = 0; stone < kStones; ++stone) {
      const std::uint32_t cell = s.cell[p][stone];
      if (cell != kNoCell) stone_at(kLeft + column_of(cell), kTop + kSize - 1 - row_of(cell), p, stone);
      const bool in_hand = placing && p == s.mover && cell == kNoCell;
      if (in_hand) stone_at(kLeft + stone, kTop + kSize + 0.8, p, stone);
    }
  }
  if (last != kNoMove && static_cast<std::uint32_t>(last) < kFirstOutcome) {
    const Player p = 1U - s.mover;
    const auto number = static_cast<std::uint32_t>(last);
    const std::uint32_t stone = number < kFirstStep ? number / kCells : (number - kFirstStep) / 3;
    const std::uint32_t cell = s.cell[p][stone];
    if (cell != kNoCell)
      out.circle(kLeft + column_of(cell) + 0.76, kTop + kSize - 1 - row_of(cell) + 0.24, 0.09, "#f4c430");
  }
  if (s.rolled != 0) out.die(kSize + 1.3, 2, 1, s.rolled, "#ffffff", side(s, s.mover).colour);
  out.coordinates(kLeft, kTop, kSize, kSize);
  return std::move(out).finish();
}

std::string EinsteinRules::svg_cells(const State& s) const {
  std::string text = svg_grid_cells(kLeft, kTop, kSize, kSize,
                                    [](std::uint32_t x, std::uint32_t y) { return cell_text(x, kSize - y); });
  if (s.placed == 2 * kStones) return text;
  SvgCellList hand;
  for (std::uint32_t stone = 0; stone < kStones; ++stone) {
    if (s.cell[s.mover][stone] == kNoCell)
      hand.add("hand" + std::to_string(stone + 1), kLeft + stone, kTop + kSize + 0.8, 1, 1);
  }
  return text + std::move(hand).finish();
}

std::string EinsteinRules::svg_move_cells(const State& s, Move move) const {
  const auto number = static_cast<std::uint32_t>(move);
  if (number >= kFirstOutcome) return "";
  if (number < kFirstStep)
    return "hand" + std::to_string(number / kCells + 1) + ' ' + name_of(number % kCells);
  std::string cells = move_text(s, move);
  cells[2] = ' ';
  return cells;
}

}  // namespace ludex::games::einstein
