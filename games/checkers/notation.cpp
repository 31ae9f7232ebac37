#include "games/checkers/notation.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

#include "games/checkers/generator.hpp"
#include "games/common/svg.hpp"

namespace ludex::games::checkers::notation {
namespace {

constexpr char kLetters[2] = {'B', 'W'};

// The squares of a move's path, origin first.
std::vector<int> squares_of(Path path) {
  Board at = Board{1} << path.origin();
  std::vector<int> squares{square_of(at)};
  if (path.jumps() == 0) squares.push_back(square_of(step(at, path.direction(0))));
  for (unsigned i = 0; i < path.jumps(); ++i) {
    at = step(step(at, path.direction(i)), path.direction(i));
    squares.push_back(square_of(at));
  }
  return squares;
}

// Takes a decimal number without sign or leading zero from the front of the text.
std::optional<std::uint32_t> take_number(std::string_view& text) {
  std::uint32_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (code != std::errc{} || (length > 1 && text.front() == '0')) return std::nullopt;
  text.remove_prefix(length);
  return value;
}

std::string quoted(std::string_view text) {
  std::string out(1, '\'');
  out.append(text).append(1, '\'');
  return out;
}

// The path of a written capture; nothing if its squares are not successive jumps.
std::optional<Path> path_of(const std::vector<int>& squares) {
  if (squares.size() - 1 > Path::kMaxJumps) return std::nullopt;
  Path path = Path::from(static_cast<unsigned>(bit_of(squares.front())));
  for (std::size_t i = 1; i < squares.size(); ++i) {
    const auto d = std::find_if(kDirections.begin(), kDirections.end(), [&](unsigned direction) {
      return step(step(board_of(squares[i - 1]), direction), direction) == board_of(squares[i]);
    });
    if (d == kDirections.end()) return std::nullopt;
    path = path.jumped(*d);
  }
  return path;
}

bool same_effect(const Effect& a, const Effect& b) {
  return a.from == b.from && a.to == b.to && a.captured == b.captured;
}

// One side of a position: "W18,24,K27" or "W".
std::string side_text(const Position& board, int side) {
  std::string text(1, kLetters[side]);
  for (int square = 1; square <= 32; ++square) {
    if ((board.pieces[static_cast<std::size_t>(side)] & board_of(square)) == 0) continue;
    if (text.size() > 1) text += ',';
    if ((board.kings & board_of(square)) != 0) text += 'K';
    text += std::to_string(square);
  }
  return text;
}

// Adds the pieces of a field such as "W18,24,K27"; returns an error text, or "".
std::string add_side(std::string_view field, std::size_t side, int limit, Position& board) {
  const std::string name = quoted(field);
  field.remove_prefix(1);
  while (!field.empty()) {
    const bool king = field.front() == 'K';
    if (king) field.remove_prefix(1);
    const auto square = take_number(field);
    if (!square || *square < 1 || *square > 32) return "expected a square 1..32, K before a king, in " + name;
    const Board piece = board_of(static_cast<int>(*square));
    if (((board.pieces[0] | board.pieces[1]) & piece) != 0) {
      return "square " + std::to_string(*square) + " is occupied twice";
    }
    if (!king && (piece & kKingRow[side]) != 0) {
      return "a man cannot be on its king row: square " + std::to_string(*square) + " in " + name;
    }
    board.pieces[side] |= piece;
    if (king) board.kings |= piece;
    if (field.empty()) break;
    if (field.front() != ',' || field.size() == 1) return "expected squares separated by commas in " + name;
    field.remove_prefix(1);
  }
  if (std::popcount(board.pieces[side]) > limit)
    return "more than " + std::to_string(limit) + " pieces in " + name;
  return "";
}

}  // namespace

std::string move_text(const std::vector<Move>& legal, Move move) {
  const Path path(move);
  const std::vector<int> squares = squares_of(path);
  if (path.jumps() == 0) return std::to_string(squares.front()) + "-" + std::to_string(squares.back());
  const Effect effect = effect_of(path);
  const auto rivals = std::count_if(legal.begin(), legal.end(), [&](Move other) {
    const Effect e = effect_of(Path(other));
    return e.from == effect.from && e.to == effect.to;
  });
  if (rivals <= 1) return std::to_string(squares.front()) + "x" + std::to_string(squares.back());
  std::string text = std::to_string(squares.front());
  for (std::size_t i = 1; i < squares.size(); ++i) text.append(1, 'x').append(std::to_string(squares[i]));
  return text;
}

Result<Move> parse_move(const std::vector<Move>& legal, bool merged, std::string_view text) {
  const Error malformed{quoted(text) + " is not a move: expected squares as in 11-15, 22x15 or 22x15x8"};
  std::vector<int> squares;
  char separator = 0;
  for (std::string_view rest = text;;) {
    const auto square = take_number(rest);
    if (!square || *square < 1 || *square > 32) return malformed;
    squares.push_back(static_cast<int>(*square));
    if (rest.empty()) break;
    if (rest.front() != 'x' && (rest.front() != '-' || squares.size() > 1)) return malformed;
    if (separator == '-') return malformed;
    separator = rest.front();
    rest.remove_prefix(1);
  }
  if (squares.size() < 2) return malformed;

  const Board from = board_of(squares.front()), to = board_of(squares.back());
  const bool capture = separator == 'x';
  const std::optional<Path> path = capture ? path_of(squares) : std::nullopt;
  std::optional<Move> found;
  for (const Move move : legal) {
    const Effect effect = effect_of(Path(move));
    if ((Path(move).jumps() != 0) != capture || effect.from != from || effect.to != to) continue;
    // Squares that are successive jumps are a full path first; two squares may also be the ends of one.
    if (path && (path->move() == move || (merged && same_effect(effect, effect_of(*path))))) return move;
    if (squares.size() > 2) continue;
    if (found) return Error{quoted(text) + " is ambiguous: write every square of the path"};
    found = move;
  }
  if (!found) return Error{quoted(text) + " is not legal here"};
  return *found;
}

std::string position_text(const Setup& setup) {
  std::string text(1, kLetters[setup.ply % 2]);
  text.append(1, ':').append(side_text(setup.board, 1)).append(1, ':').append(side_text(setup.board, 0));
  if (setup.no_progress != 0) text.append(":H").append(std::to_string(setup.no_progress));
  if (setup.ply >= 2) text.append(":F").append(std::to_string(setup.ply / 2 + 1));
  return text;
}

Result<Setup> parse_position(std::string_view text, const Limits& limits) {
  std::vector<std::string_view> fields;
  for (std::string_view rest = text;;) {
    const std::size_t colon = rest.find(':');
    fields.push_back(rest.substr(0, colon));
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  if (fields.size() < 3 || fields.size() > 5) {
    return Error{"expected a position such as 'B:W18,24,K27:B1,2' with optional ':H<plies>' and ':F<move>'"};
  }
  if (fields[0] != "B" && fields[0] != "W") {
    return Error{"expected the side to move, B or W, found " + quoted(fields[0])};
  }

  Setup setup{};
  std::array<bool, 2> seen{};
  for (const std::string_view field : {fields[1], fields[2]}) {
    const char letter = field.empty() ? ' ' : field.front();
    const std::size_t side = letter == kLetters[0] ? 0 : 1;
    if (letter != kLetters[side] || seen[side]) {
      return Error{"expected the pieces of W and of B once each, found " + quoted(field)};
    }
    seen[side] = true;
    const std::string error = add_side(field, side, limits.pieces, setup.board);
    if (!error.empty()) return Error{error};
  }
  if ((setup.board.pieces[0] | setup.board.pieces[1]) == 0) return Error{"the board is empty"};

  std::uint32_t move_number = 1;
  char last = 'B';
  for (std::size_t i = 3; i < fields.size(); ++i) {
    std::string_view field = fields[i];
    const char letter = field.empty() ? ' ' : field.front();
    if ((letter != 'H' && letter != 'F') || (last == 'H' ? letter != 'F' : last == 'F')) {
      return Error{"expected H<plies> and then F<move>, found " + quoted(fields[i])};
    }
    last = letter;
    field.remove_prefix(1);
    const auto number = take_number(field);
    if (!number || !field.empty()) return Error{"expected a number in " + quoted(fields[i])};
    if (letter == 'H' && *number > limits.no_progress) {
      return Error{quoted(fields[i]) + ": at most " + std::to_string(limits.no_progress) +
                   " plies without capture or man move are possible"};
    }
    if (letter == 'F' && (*number < 1 || *number > limits.plies / 2 + 1)) {
      return Error{quoted(fields[i]) + ": expected a move number 1.." + std::to_string(limits.plies / 2 + 1)};
    }
    (letter == 'H' ? setup.no_progress : move_number) = *number;
  }
  setup.ply = 2 * (move_number - 1) + (fields[0] == "W" ? 1 : 0);
  if (setup.ply > limits.plies) return Error{"the game ends at ply " + std::to_string(limits.plies)};
  return setup;
}

std::string board_text(const Position& board) {
  std::string text;
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      if ((row + column) % 2 == 0) {
        text += "  ";
        continue;
      }
      const Board square = Board{1} << bit_at(row, column);
      const bool king = (board.kings & square) != 0;
      text += (board.pieces[0] & square) != 0   ? (king ? 'B' : 'b')
              : (board.pieces[1] & square) != 0 ? (king ? 'W' : 'w')
                                                : '.';
      text += ' ';
    }
    text.append(1, ' ')
        .append(std::to_string(4 * row + 1))
        .append(1, '-')
        .append(std::to_string(4 * row + 4))
        .append(1, '\n');
  }
  return text;
}

namespace {
constexpr double kFrame = 0.3;  // of the drawing, around the board
}

std::string svg_cells() {
  SvgCellList cells;
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      if ((row + column) % 2 == 0) continue;
      cells.add(std::to_string(square_of(Board{1} << bit_at(row, column))), kFrame + column, kFrame + row, 1,
                1);
    }
  }
  return std::move(cells).finish();
}

std::string svg_move_cells(Move move) {
  std::string text;
  for (const int square : squares_of(Path(move))) text += (text.empty() ? "" : " ") + std::to_string(square);
  return text;
}

std::string svg(const Position& board, Move last) {
  // A crown: a band and three points.
  constexpr std::string_view kCrown = "M-.5 .35H.5L.62 -.35L.25 .0L0 -.45L-.25 .0L-.62 -.35Z";
  SvgWriter out(8 + 2 * kFrame, 8 + 2 * kFrame);
  out.rectangle(0, 0, 8 + 2 * kFrame, 8 + 2 * kFrame, "#fff");
  Board marked = 0;
  std::vector<int> way;
  if (last != kNoMove) {
    way = squares_of(Path(last));
    for (const int square : way) marked |= board_of(square);
  }
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      const bool dark = (row + column) % 2 != 0;
      const Board square = dark ? Board{1} << bit_at(row, column) : 0;
      const double x = kFrame + column, y = kFrame + row;
      out.rectangle(x, y, 1, 1, !dark ? "#f2ead8" : (marked & square) != 0 ? "#b9c46a" : "#8fa37f");
      if (!dark) continue;
      out.label(std::to_string(square_of(square)), x + 0.15, y + 0.13, 0.14, "#3a4a30");
      const bool first = (board.pieces[0] & square) != 0;
      if (!first && (board.pieces[1] & square) == 0) continue;
      const std::string_view fill = first ? "#333" : "#fff", ink = first ? "#fff" : "#333";
      out.circle(x + 0.5, y + 0.53, 0.38, fill, "#111");
      if ((board.kings & square) != 0) {
        out.path(kCrown, x + 0.5, y + 0.54, 0.36, ink);
      } else {
        out.circle(x + 0.5, y + 0.53, 0.27, "none", ink, 0.02);
      }
    }
  }
  for (std::size_t i = 1; i < way.size(); ++i) {
    const auto centre = [&](int square, bool vertical) {
      return kFrame + 0.5 + (vertical ? row_of(square) : column_of(square));
    };
    out.line(centre(way[i - 1], false), centre(way[i - 1], true), centre(way[i], false), centre(way[i], true),
             "#c33", 0.06);
  }
  out.rectangle(kFrame, kFrame, 8, 8, "none", "#333");
  return std::move(out).finish();
}

}  // namespace ludex::games::checkers::notation
