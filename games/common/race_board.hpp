// Common part of race games on a rectangle (Breakthrough, Knightthrough): two rows of identical men a side,
// the first player at the bottom moving up, a man on the far row wins. This file has the geometry, the state,
// its hash, text and mirror image; the rules define the moves of men and other ends of a game.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/abi/types.hpp"
#include "core/util/hash.hpp"
#include "core/util/result.hpp"
#include "games/common/fen.hpp"
#include "games/common/grid_text.hpp"
#include "games/common/square_set.hpp"
#include "games/common/svg.hpp"

namespace ludex::games::race {

using bits::SquareSet;

inline constexpr int kMaxSquares = 128;

// Square (x, y) from the lower left is bit y * width + x.
template <SquareSet W>
struct State {
  std::array<W, 2> men;  // of the first and the second player
  std::uint64_t hash;
  std::uint8_t to_move;
  std::uint8_t over;  // a GameStatus
  // Consecutive passes that led here, counted only where neither side can move (elsewhere they are
  // irrelevant, and equal positions must be equal); 2 ends the game.
  std::uint8_t passes;
  std::array<std::uint8_t, 5> reserved;

  [[nodiscard]] GameStatus status() const noexcept { return static_cast<GameStatus>(over); }
};

struct Keys {
  std::array<std::array<std::uint64_t, kMaxSquares>, 2> man;
  std::uint64_t second_to_move;
  std::array<std::uint64_t, 3> passes;
};

[[nodiscard]] constexpr Keys make_keys() noexcept {
  Keys keys{};
  Rng rng = Rng::seeded(0x7261636573ULL);
  for (auto& side : keys.man) {
    for (auto& key : side) key = rng.next();
  }
  keys.second_to_move = rng.next();
  keys.passes = {0, rng.next(), rng.next()};
  return keys;
}
inline constexpr Keys kKeys = make_keys();

template <SquareSet W>
struct Geometry {
  int width = 0;
  int height = 0;
  W all = 0;
  std::array<W, 2> start{};
  std::array<W, 2> goal{};      // the far row of each player
  std::array<W, 3> not_left{};  // [n]: squares with at least n columns to their left
  std::array<W, 3> not_right{};

  [[nodiscard]] constexpr int squares() const noexcept { return width * height; }

  [[nodiscard]] static constexpr Geometry make(int width, int height) noexcept {
    Geometry g;
    g.width = width;
    g.height = height;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const W square = bits::bit<W>(y * width + x);
        g.all |= square;
        if (y < 2) g.start[0] |= square;
        if (y >= height - 2) g.start[1] |= square;
        if (y == height - 1) g.goal[0] |= square;
        if (y == 0) g.goal[1] |= square;
        for (int n = 0; n < 3; ++n) {
          const auto i = static_cast<std::size_t>(n);
          if (x >= n) g.not_left[i] |= square;
          if (x < width - n) g.not_right[i] |= square;
        }
      }
    }
    return g;
  }
};

// A step of `rows` forward and `columns` to the right; forward is up for the first player. A step beyond the
// last row of a board that does not fill its word sets bits outside g.all.
template <SquareSet W, Player P>
[[nodiscard]] constexpr W advance(const Geometry<W>& g, W men, int columns, int rows) noexcept {
  if (columns < 0) men &= g.not_left[static_cast<std::size_t>(-columns)];
  if (columns > 0) men &= g.not_right[static_cast<std::size_t>(columns)];
  if constexpr (P == 0) {
    return static_cast<W>(men << (rows * g.width + columns));
  } else {
    return static_cast<W>(men >> (rows * g.width - columns));
  }
}
// The difference of square numbers that such a step makes.
template <SquareSet W, Player P>
[[nodiscard]] constexpr int distance(const Geometry<W>& g, int columns, int rows) noexcept {
  return P == 0 ? rows * g.width + columns : columns - rows * g.width;
}

// A move: origin, destination, and the index of the direction in the rules' own list.
[[nodiscard]] constexpr Move make_move(int from, int to, int direction) noexcept {
  return Move{static_cast<std::uint32_t>(from | to << 8 | direction << 16)};
}
[[nodiscard]] constexpr int origin(Move move) noexcept {
  return static_cast<int>(static_cast<std::uint32_t>(move) & 0xFF);
}
[[nodiscard]] constexpr int destination(Move move) noexcept {
  return static_cast<int>(static_cast<std::uint32_t>(move) >> 8 & 0xFF);
}
[[nodiscard]] constexpr int direction(Move move) noexcept {
  return static_cast<int>(static_cast<std::uint32_t>(move) >> 16);
}

template <SquareSet W>
[[nodiscard]] std::uint64_t full_hash(const State<W>& s) noexcept {
  std::uint64_t hash = kKeys.passes[s.passes] ^ (s.to_move == 1 ? kKeys.second_to_move : 0);
  for (std::size_t p = 0; p < 2; ++p) {
    for (W men = s.men[p]; men != 0;) hash ^= kKeys.man[p][static_cast<std::size_t>(bits::pop_lowest(men))];
  }
  return hash;
}

// Moves the man and captures on its destination; updates hash and side to move. The caller determines the
// result.
template <SquareSet W>
void move_man(State<W>& s, int from, int to) noexcept {
  const Player mover = s.to_move;
  const W target = bits::bit<W>(to);
  const W captured = s.men[1 - mover] & target;
  s.men[mover] ^= bits::bit<W>(from) | target;
  s.men[1 - mover] ^= captured;
  const auto key = [](Player p, int square) { return kKeys.man[p][static_cast<std::size_t>(square)]; };
  s.hash ^= kKeys.second_to_move ^ key(mover, from) ^ key(mover, to);
  s.hash ^= captured != 0 ? key(1 - mover, to) : 0;
  s.to_move ^= 1;
}

template <SquareSet W>
[[nodiscard]] W mirrored(const Geometry<W>& g, W men) noexcept {
  W image = 0;
  const W first_column = g.not_left[0] & ~g.not_left[1];
  for (int x = 0; x < g.width; ++x) image |= static_cast<W>((men >> x & first_column) << (g.width - 1 - x));
  return image;
}
template <SquareSet W>
[[nodiscard]] State<W> mirrored(const Geometry<W>& g, State<W> s) noexcept {
  for (W& men : s.men) men = mirrored(g, men);
  s.hash = full_hash(s);
  return s;
}
template <SquareSet W>
[[nodiscard]] int mirrored_square(const Geometry<W>& g, int square) noexcept {
  return square + g.width - 1 - 2 * (square % g.width);
}

template <SquareSet W>
[[nodiscard]] std::string square_text(const Geometry<W>& g, int square) {
  return static_cast<char>('a' + square % g.width) + std::to_string(square / g.width + 1);
}

template <SquareSet W>
[[nodiscard]] char letter_at(const Geometry<W>& g, const State<W>& s, int x, int y) {
  const W square = bits::bit<W>(y * g.width + x);
  return (s.men[0] & square) != 0 ? 'P' : (s.men[1] & square) != 0 ? 'p' : '\0';
}

// The six fields of a FEN: placement (P first player, p second), side to move (w, b), "-", passes ("-",
// "pass" or "end"), and the two counters of plies and turns, which are no part of a position: always "0 1".
template <SquareSet W>
[[nodiscard]] std::string position_text(const Geometry<W>& g, const State<W>& s) {
  static constexpr std::array<const char*, 3> kPasses{"-", "pass", "end"};
  std::string text =
      fen::write_placement(g.width, g.height, [&](int x, int y) { return letter_at(g, s, x, y); });
  text += s.to_move == 0 ? " w - " : " b - ";
  text += kPasses[s.passes];
  text += " 0 1";
  return text;
}

// Reads the text of position_text with any counters, or its first two fields only. Checks the properties
// common to race games: numbers of men, and that at most one man has reached its goal, just now. Sets
// everything but `over`.
template <SquareSet W>
[[nodiscard]] Result<State<W>> parse_position(const Geometry<W>& g, std::string_view text) {
  const auto fields = fen::fields(text);
  if (fields.size() != 2 && fields.size() != 6)
    return Error{"the position has " + std::to_string(fields.size()) +
                 " fields, expected 2 or 6: board, side to move, -, passes, quiet plies, turn"};
  State<W> s{};
  const auto board = fen::read_placement(fields[0], g.width, g.height, [&](char c, int x, int y) {
    if (c != 'P' && c != 'p') return false;
    s.men[c == 'P' ? 0 : 1] |= bits::bit<W>(y * g.width + x);
    return true;
  });
  if (!board) return Error{board.error()};
  if (fields[1] != "w" && fields[1] != "b")
    return Error{"the side to move is '" + std::string(fields[1]) + "', expected w or b"};
  s.to_move = fields[1] == "b" ? 1 : 0;
  if (fields.size() == 6) {
    if (fields[2] != "-") return Error{"field 3 is '" + std::string(fields[2]) + "', expected -"};
    if (fields[3] != "-" && fields[3] != "pass" && fields[3] != "end")
      return Error{"field 4 is '" + std::string(fields[3]) + "', expected -, pass or end"};
    s.passes = fields[3] == "-" ? 0 : fields[3] == "pass" ? 1 : 2;
    const auto quiet = fen::number(fields[4], "the number of plies since the last capture", 0, 99999);
    if (!quiet) return Error{quiet.error()};
    const auto turn = fen::number(fields[5], "the number of the turn", 1, 99999);
    if (!turn) return Error{turn.error()};
  }
  for (std::size_t p = 0; p < 2; ++p) {
    const std::string who = p == 0 ? "the first player" : "the second player";
    if (bits::count(s.men[p]) > 2 * g.width)
      return Error{who + " has " + std::to_string(bits::count(s.men[p])) + " men, at most " +
                   std::to_string(2 * g.width) + " are possible"};
    const W arrived = s.men[p] & g.goal[p];
    if (arrived != 0 && s.to_move == p)
      return Error{who + " has a man on the last row and is to move: the game ended before"};
    if (arrived != 0 && !bits::single(arrived)) return Error{who + " has several men on the last row"};
  }
  if (s.men[0] == 0 && s.men[1] == 0) return Error{"the board is empty"};
  s.hash = full_hash(s);
  return s;
}

template <SquareSet W>
[[nodiscard]] std::string board_text(const Geometry<W>& g, const State<W>& s) {
  std::string text;
  for (int y = g.height - 1; y >= 0; --y) {
    if (y < 9) text += ' ';
    text += std::to_string(y + 1);
    for (int x = 0; x < g.width; ++x) {
      const char c = letter_at(g, s, x, y);
      text += ' ';
      text += c == 'P' ? 'O' : c == 'p' ? 'X' : '.';
    }
    text += '\n';
  }
  text += "  ";
  for (int x = 0; x < g.width; ++x) {
    text += ' ';
    text += static_cast<char>('a' + x);
  }
  return text + '\n' + status_line(s.status(), s.to_move, "O (up)", "X (down)");
}

inline constexpr double kMargin = 0.7;  // of the drawing, around the board

[[nodiscard]] inline std::string svg_cells(int width, int height) {
  const auto columns = static_cast<std::uint32_t>(width), rows = static_cast<std::uint32_t>(height);
  return svg_grid_cells(kMargin, kMargin, columns, rows,
                        [&](std::uint32_t x, std::uint32_t y) { return cell_text(x, rows - y); });
}
template <SquareSet W>
[[nodiscard]] std::string svg_move_cells(const Geometry<W>& g, Move move) {
  if (origin(move) == destination(move)) return "";
  return square_text(g, origin(move)) + ' ' + square_text(g, destination(move));
}

// A chequered board, the last move's two squares tinted, men as discs.
template <SquareSet W>
[[nodiscard]] std::string svg(const Geometry<W>& g, const State<W>& s, Move last) {
  SvgWriter out(g.width + 2 * kMargin, g.height + 2 * kMargin);
  out.rectangle(0, 0, g.width + 2 * kMargin, g.height + 2 * kMargin, "#fff");
  const bool marked = last != kNoMove && origin(last) != destination(last);
  for (int square = 0; square < g.squares(); ++square) {
    const int x = square % g.width;
    const int y = square / g.width;
    const double left = kMargin + x;
    const double top = kMargin + g.height - 1 - y;
    const bool moved = marked && (square == origin(last) || square == destination(last));
    out.rectangle(left, top, 1, 1, moved ? "#e8d77a" : (x + y) % 2 == 0 ? "#c9b18d" : "#f1e6d0");
    const char c = letter_at(g, s, x, y);
    if (c != '\0') out.circle(left + 0.5, top + 0.5, 0.36, c == 'P' ? "#fff" : "#222", "#222", 0.05);
  }
  out.rectangle(kMargin, kMargin, g.width, g.height, "none", "#444");
  out.coordinates(kMargin, kMargin, g.width, g.height);
  return std::move(out).finish();
}

}  // namespace ludex::games::race
