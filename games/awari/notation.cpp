#include "games/awari/notation.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "games/common/svg.hpp"

namespace ludex::games::awari::notation {
namespace {

std::string quoted(std::string_view text) {
  std::string out(1, '\'');
  out.append(text).append(1, '\'');
  return out;
}

// Reads a text from left to right, strictly.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  [[nodiscard]] std::string_view rest() const { return rest_; }
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // Reads a decimal number without sign or leading zero.
  std::optional<std::uint32_t> take_number() {
    std::uint32_t value = 0;
    const auto [end, code] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    const auto length = static_cast<std::size_t>(end - rest_.data());
    if (code != std::errc{} || (length > 1 && rest_.front() == '0')) return std::nullopt;
    rest_.remove_prefix(length);
    return value;
  }

 private:
  std::string_view rest_;
};

// Reads the seeds of one pit; their sum is checked later, so each is bounded here.
bool take_seeds(Reader& reader, Row& row, unsigned at) {
  const auto seeds = reader.take_number();
  if (!seeds || *seeds > kSeeds) return false;
  row |= Row{*seeds} << (8 * at);
  return true;
}

bool take_board(Reader& reader, Board& board) {
  for (std::size_t player = 0; player < 2; ++player) {
    for (unsigned pit = 0; pit < kPits; ++pit) {
      if (!take_seeds(reader, board[player], pit)) return false;
      if (!reader.take(pit + 1 < kPits ? ',' : player == 0 ? '/' : ' ')) return false;
    }
  }
  return take_seeds(reader, board[0], kPits) && reader.take(':') && take_seeds(reader, board[1], kPits) &&
         reader.take(' ');
}

}  // namespace

std::string move_text(Move move) {
  const auto index = static_cast<unsigned>(move);
  if (move == kPass) return "pass";
  return std::string(1, static_cast<char>(index < kPits ? 'A' + index : 'a' + (index - kPits)));
}

std::string position_text(const Setup& setup) {
  std::string text;
  for (std::size_t player = 0; player < 2; ++player) {
    for (unsigned pit = 0; pit < kPits; ++pit) {
      text.append(std::to_string(pit_of(setup.board[player], pit)));
      text.append(1, pit + 1 < kPits ? ',' : player == 0 ? '/' : ' ');
    }
  }
  text.append(std::to_string(store_of(setup.board[0]))).append(1, ':');
  text.append(std::to_string(store_of(setup.board[1]))).append(setup.ply % 2 == 0 ? " S " : " N ");
  text.append(std::to_string(setup.passes)).append(1, ' ').append(std::to_string(setup.ply / 2 + 1));
  return text;
}

Result<Setup> parse_position(std::string_view text, std::uint32_t max_plies, std::uint32_t max_passes) {
  const Error malformed{quoted(text) +
                        " is not a position: expected '4,4,4,4,4,4/4,4,4,4,4,4 0:0 S 0 1' (pits "
                        "A-F/a-f, captured by south:north, S or N to move, passes, move number)"};
  Reader reader(text);
  Setup setup{};
  if (!take_board(reader, setup.board)) return malformed;
  const bool north = reader.take('N');
  if ((!north && !reader.take('S')) || !reader.take(' ')) return malformed;
  const auto passes = reader.take_number();
  if (!passes || !reader.take(' ')) return malformed;
  const auto number = reader.take_number();
  if (!number || !reader.rest().empty()) return malformed;

  const unsigned seeds = seeds_in_pits(setup.board[0]) + seeds_in_pits(setup.board[1]) +
                         store_of(setup.board[0]) + store_of(setup.board[1]);
  if (seeds != kSeeds) return Error{quoted(text) + " has " + std::to_string(seeds) + " seeds instead of 48"};
  if (*passes > max_passes) {
    return Error{quoted(text) + " has " + std::to_string(*passes) + " passes, at most " +
                 std::to_string(max_passes) + " are possible"};
  }
  if (*number < 1 || *number > max_plies / 2 + 1) {
    return Error{quoted(text) + ": expected a move number 1.." + std::to_string(max_plies / 2 + 1)};
  }
  setup.passes = *passes;
  setup.ply = 2 * (*number - 1) + (north ? 1 : 0);
  if (setup.ply > max_plies) return Error{"the game ends at ply " + std::to_string(max_plies)};
  if (setup.passes > setup.ply) return Error{quoted(text) + " has more passes than plies"};
  return setup;
}

std::string board_text(const Board& board) {
  const auto pits = [&](std::size_t player, bool reversed) {
    std::string out;
    for (unsigned i = 0; i < kPits; ++i) {
      const unsigned seeds = pit_of(board[player], reversed ? kPits - 1 - i : i);
      out += (seeds < 10 ? "|  " : "| ") + std::to_string(seeds) + ' ';
    }
    return out + '|';
  };
  const auto captured = [&](std::size_t player) {
    return " captured " + std::to_string(store_of(board[player])) + '\n';
  };
  const std::string rule = "       +----+----+----+----+----+----+\n";
  return "          f    e    d    c    b    a\n" + rule + " north " + pits(1, true) + captured(1) + rule +
         " south " + pits(0, false) + captured(0) + rule + "          A    B    C    D    E    F\n";
}

namespace {
// Centres of a player's pits in the drawing.
constexpr double kSouth = 2.35;
constexpr double kNorth = 1.25;
constexpr double south_x(unsigned pit) {
  return 2.1 + pit;
}
constexpr double north_x(unsigned pit) {
  return 2.1 + (kPits - 1 - pit);
}
}  // namespace

std::string svg_cells() {
  SvgCellList cells;
  for (unsigned i = 0; i < kPits; ++i) {
    cells.add(move_text(Move{i}), south_x(i) - 0.5, kSouth - 0.5, 1, 1);
    cells.add(move_text(Move{kPits + i}), north_x(i) - 0.5, kNorth - 0.5, 1, 1);
  }
  return std::move(cells).finish();
}

std::string svg(const Board& board, Move last, Player mover) {
  SvgWriter out(7.9, 3.6);
  out.rectangle(0, 0, 7.9, 3.6, "#fff");
  out.rectangle(0.1, 0.6, 7.7, 2.4, "#b98a58", "#6b4a2a");
  // The seeds of a pit on rings around its centre, and their number next to the name.
  const auto pit = [&](double x, double y, unsigned seeds, bool marked, std::string_view name, bool above) {
    out.circle(x, y, 0.46, "#8f6538", marked ? "#c33" : "#6b4a2a", marked ? 0.06 : 0.03);
    for (unsigned i = 0; i < seeds; ++i) {
      // Sunflower arrangement (Vogel 1979): even spacing for any number.
      const double radius = 0.36 * std::sqrt((i + 0.5) / std::max(seeds, 6U)), angle = 2.39996 * i;
      out.circle(x + radius * std::cos(angle), y + radius * std::sin(angle), 0.06, "#f4ecd8", "#555", 0.015);
    }
    out.label(name, x - 0.18, above ? y - 0.98 : y + 0.98, 0.24, "#444");
    out.label(std::to_string(seeds), x + 0.2, above ? y - 0.98 : y + 0.98, 0.24, "#a33");
  };
  for (unsigned i = 0; i < kPits; ++i) {
    pit(south_x(i), kSouth, pit_of(board[0], i), last == Move{i}, move_text(Move{i}), false);
    pit(north_x(i), kNorth, pit_of(board[1], i), last == Move{kPits + i}, move_text(Move{kPits + i}), true);
  }
  // Each row's captured seeds at its left end of the board, the side to move marked.
  for (Player player = 0; player < 2; ++player) {
    const double y = player == 0 ? kSouth : kNorth;
    out.label(player == 0 ? "south" : "north", 0.75, y - 0.3, 0.24, "#fff");
    out.label(std::to_string(store_of(board[player])), 0.75, y + 0.15, 0.4, "#fff");
    if (player == mover) out.circle(1.4, y, 0.09, "#c33", "#fff", 0.02);
  }
  return std::move(out).finish();
}

}  // namespace ludex::games::awari::notation
