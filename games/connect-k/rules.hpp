// Connect-k: stones drop to the lowest free cell of a column; k in a row wins (rules.md). Connect Four is the
// default: 7 columns, 6 rows, k = 4.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/game/game.hpp"
#include "core/game/rules.hpp"
#include "core/util/result.hpp"
#include "games/common/bits.hpp"
#include "games/common/grid_text.hpp"
#include "games/common/line_board.hpp"
#include "games/common/placement.hpp"
#include "games/common/svg.hpp"

namespace ludex::games::connect_k {

inline constexpr std::uint32_t kMaxSide = 19;

// Boards of at most 64 * W bits in Tromp's layout: columns side by side, each with one bit more than it has
// cells, row 0 lowest. Bit number = column * (height + 1) + row.
template <std::size_t W>
class ConnectKRules {
 public:
  using Board = Bits<W>;

  struct State {
    std::array<Board, 2> stones;
    std::uint64_t hash;
    std::uint32_t ply;
    GameStatus status;
  };

  ConnectKRules(std::uint32_t width, std::uint32_t height, std::uint32_t k)
      : width_(width), height_(height), k_(k), steps_{1, height + 1, height, height + 2}, short_(steps_, k) {}

  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kPerfectInformation | kDeterministic | kAlternating,
            .max_moves = width_,
            .max_plies = width_ * height_,
            .move_classes = width_ * height_,
            .state_size = 0,
            .state_align = 0};
  }

  [[nodiscard]] State initial() const { return State{}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.ply % 2; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return s.status; }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return s.hash; }

  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    const Board taken = s.stones[0] | s.stones[1];
    std::uint32_t n = 0;
    for (std::uint32_t x = 0; x < width_; ++x) {
      out[n] = Move{x};
      n += taken.test(bit(x, height_ - 1)) ? 0 : 1;
    }
    return n;
  }
  [[nodiscard]] std::uint32_t count_moves(const State& s) const noexcept {
    if (is_over(s.status)) return 0;
    const Board taken = s.stones[0] | s.stones[1];
    std::uint32_t n = 0;
    for (std::uint32_t x = 0; x < width_; ++x) n += taken.test(bit(x, height_ - 1)) ? 0 : 1;
    return n;
  }

  GameStatus apply(State& s, Move move) const noexcept {
    const Player mover = to_move(s);
    const std::uint32_t cell = landing_bit(s, static_cast<std::uint32_t>(move));
    s.stones[mover].set(cell);
    s.hash ^= stone_key(mover, cell);
    ++s.ply;
    if (wins_through(s.stones[mover], cell)) {
      s.status = win_for(mover);
    } else if (s.ply == width_ * height_) {
      s.status = GameStatus::kDraw;
    }
    return s.status;
  }

  // The cell where the stone lands: column by column, from the bottom.
  [[nodiscard]] std::uint32_t move_class(const State& s, Move move) const noexcept {
    const auto x = static_cast<std::uint32_t>(move);
    return landing_bit(s, x) - x;  // less the x spare bits of the columns to the left
  }

  std::uint32_t winning_moves(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    Board completing;
    for (const std::uint32_t step : steps_)
      completing |= completing_cells(s.stones[to_move(s)], step, k_, false);
    const Board taken = s.stones[0] | s.stones[1];
    std::uint32_t n = 0;
    for (std::uint32_t x = 0; x < width_; ++x) {
      if (!taken.test(bit(x, height_ - 1)) && completing.test(landing_bit(s, x))) out[n++] = Move{x};
    }
    return n;
  }

  // 0: identity, 1: left and right exchanged.
  [[nodiscard]] std::uint32_t symmetries() const noexcept { return 2; }
  [[nodiscard]] State map_state(const State& s, std::uint32_t symmetry) const noexcept {
    if (symmetry == 0) return s;
    State image = s;
    image.hash = 0;
    for (Player p = 0; p < 2; ++p) {
      image.stones[p] = {};
      s.stones[p].for_each([&](std::uint32_t cell) {
        const std::uint32_t there = bit(width_ - 1 - cell / (height_ + 1), cell % (height_ + 1));
        image.stones[p].set(there);
        image.hash ^= stone_key(p, there);
      });
    }
    return image;
  }
  [[nodiscard]] Move map_move(const State&, Move move, std::uint32_t symmetry) const noexcept {
    return symmetry == 0 ? move : Move{width_ - 1 - static_cast<std::uint32_t>(move)};
  }

  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept;

  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return std::string(1, static_cast<char>('a' + static_cast<std::uint32_t>(move)));
  }
  [[nodiscard]] Result<Move> parse_move(const State&, std::string_view text) const {
    if (text.size() != 1 || text[0] < 'a' || text[0] >= static_cast<char>('a' + static_cast<char>(width_))) {
      return Error{std::string("'").append(text).append("' is not a column: a..") +
                   static_cast<char>('a' + static_cast<char>(width_ - 1))};
    }
    return Move{static_cast<std::uint32_t>(text[0] - 'a')};
  }

  [[nodiscard]] std::string position_text(const State& s) const {
    return grid_position_text(width_, height_, kStones, to_move(s), [&](std::uint32_t x, std::uint32_t y) {
      return stone_at(s, x, height_ - 1 - y);
    });
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;
  [[nodiscard]] std::string board_text(const State& s) const;
  [[nodiscard]] std::string svg(const State& s, Move last) const;
  // A column is a cell.
  [[nodiscard]] std::string svg_cells(const State& s) const {
    SvgCellList cells;
    for (std::uint32_t x = 0; x < width_; ++x) cells.add(move_text(s, Move{x}), kLeft + x, kTop, 1, height_);
    return std::move(cells).finish();
  }
  [[nodiscard]] std::string svg_move_cells(const State& s, Move move) const { return move_text(s, move); }

 private:
  // Of the drawing, beside the board.
  static constexpr double kLeft = 0.7;
  static constexpr double kTop = 0.4;

  static constexpr const char* kStones = "xo";

  [[nodiscard]] std::uint32_t bit(std::uint32_t x, std::uint32_t row) const noexcept {
    return x * (height_ + 1) + row;
  }
  [[nodiscard]] std::uint32_t stone_at(const State& s, std::uint32_t x, std::uint32_t row) const noexcept {
    return s.stones[0].test(bit(x, row)) ? 1 : s.stones[1].test(bit(x, row)) ? 2 : 0;
  }
  // The lowest free bit of a column; the spare bit if it is full.
  [[nodiscard]] std::uint32_t landing_bit(const State& s, std::uint32_t x) const noexcept {
    const Board column = (s.stones[0] | s.stones[1]).down(bit(x, 0));
    return bit(x, static_cast<std::uint32_t>(std::countr_one(column.word[0])));
  }
  [[nodiscard]] bool has_line(const Board& b) const noexcept {
    return std::any_of(steps_.begin(), steps_.end(), [&](auto step) { return has_run(b, step, k_); });
  }
  // Whether a line goes through this new stone: on one word the whole board at once is cheaper than a look at
  // the neighbours.
  [[nodiscard]] bool wins_through(const Board& b, std::uint32_t cell) const noexcept {
    if constexpr (W == 1) {
      return short_.fit() ? short_.any(b.word[0]) : has_line(b);
    } else {
      return std::any_of(steps_.begin(), steps_.end(),
                         [&](auto step) { return run_through(b, cell, step) >= k_; });
    }
  }

  std::uint32_t width_;
  std::uint32_t height_;
  std::uint32_t k_;
  std::array<std::uint32_t, 4> steps_;  // vertical, horizontal, and the two diagonals
  ShortLines short_;
};

template <std::size_t W>
PlayoutResult ConnectKRules<W>::playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
  if (trace != nullptr) trace->size = 0;
  if (is_over(s.status)) return {s.status, 0};

  // Columns that are not full, in any order, and the next free bit of each column.
  std::array<std::uint8_t, kMaxSide + 1> open;
  std::array<std::uint16_t, kMaxSide + 1> next;
  std::uint32_t columns = 0;
  for (std::uint32_t x = 0; x < width_; ++x) {
    next[x] = static_cast<std::uint16_t>(landing_bit(s, x));
    open[columns] = static_cast<std::uint8_t>(x);
    columns += next[x] < bit(x, height_) ? 1 : 0;
  }

  Board mine = s.stones[to_move(s)];
  Board theirs = s.stones[1 - to_move(s)];
  const std::uint32_t first_ply = s.ply;
  for (;;) {
    const std::uint32_t i = rng.below(columns);
    const std::uint32_t x = open[i];
    const std::uint32_t cell = next[x]++;
    // A column that has become full is replaced by the last of the list, without a branch.
    const std::uint32_t full = cell + 1 == bit(x, height_) ? 1 : 0;
    columns -= full;
    open[i] = open[full != 0 ? columns : i];

    const Player mover = s.ply % 2;
    mine.set(cell);
    s.hash ^= stone_key(mover, cell);
    if (trace != nullptr) record(trace, Move{x}, cell - x, mover);
    ++s.ply;

    const bool won = wins_through(mine, cell);
    if (won || columns == 0) {
      s.status = won ? win_for(mover) : GameStatus::kDraw;
      s.stones[mover] = mine;
      s.stones[1 - mover] = theirs;
      return {s.status, s.ply - first_ply};
    }
    std::swap(mine, theirs);
  }
}

template <std::size_t W>
auto ConnectKRules<W>::parse_position(std::string_view text) const -> Result<State> {
  const Result<GridPosition> grid = parse_grid_position(text, width_, height_, kStones);
  if (!grid) return Error{grid.error()};
  if (const auto turn = check_alternation(*grid, kStones); !turn) return Error{turn.error()};
  State s{};
  s.ply = grid->count[0] + grid->count[1];
  for (std::uint32_t x = 0; x < width_; ++x) {
    for (std::uint32_t row = 0; row < height_; ++row) {
      const std::uint32_t stone = grid->cells[(height_ - 1 - row) * width_ + x];
      if (stone == 0) continue;
      if (row > 0 && stone_at(s, x, row - 1) == 0)
        return Error{"the stone on " + cell_text(x, row + 1) + " hangs in the air"};
      s.stones[stone - 1].set(bit(x, row));
      s.hash ^= stone_key(stone - 1, bit(x, row));
    }
  }
  const std::array<bool, 2> won{has_line(s.stones[0]), has_line(s.stones[1])};
  if (won[0] && won[1]) return Error{"both players have " + std::to_string(k_) + " in a row"};
  if (won[to_move(s)]) {
    return Error{std::string("'") + kStones[to_move(s)] + "' has " + std::to_string(k_) +
                 " in a row but is to move"};
  }
  if (won[0] || won[1]) {
    // The winning stone was the last one, so it is the top of a column and took part in every line.
    const Player winner = won[0] ? 0 : 1;
    bool possible = false;
    for (std::uint32_t x = 0; x < width_ && !possible; ++x) {
      const std::uint32_t next = landing_bit(s, x);
      if (next == bit(x, 0) || !s.stones[winner].test(next - 1)) continue;
      Board before = s.stones[winner];
      before.reset(next - 1);
      possible = !has_line(before);
    }
    if (!possible) return Error{"the game was over before the last move"};
    s.status = win_for(winner);
  } else if (s.ply == width_ * height_) {
    s.status = GameStatus::kDraw;
  }
  return s;
}

template <std::size_t W>
std::string ConnectKRules<W>::board_text(const State& s) const {
  std::string text;
  for (std::uint32_t row = height_; row-- > 0;) {
    text += row + 1 < 10 ? " " : "";
    text += std::to_string(row + 1);
    for (std::uint32_t x = 0; x < width_; ++x) {
      text += ' ';
      text += ".xo"[stone_at(s, x, row)];
    }
    text += '\n';
  }
  text += "  ";
  for (std::uint32_t x = 0; x < width_; ++x) {
    text += ' ';
    text += static_cast<char>('a' + x);
  }
  return text + '\n' + status_line(status(s), to_move(s), "x", "o");
}

template <std::size_t W>
std::string ConnectKRules<W>::svg(const State& s, Move last) const {
  SvgWriter out(width_ + 1.2, height_ + 1.2);
  const double x0 = kLeft;
  const double y0 = kTop;
  out.rectangle(x0, y0, width_, height_, "#2b5fab", "#1d4075", 0.06);
  for (std::uint32_t x = 0; x < width_; ++x) {
    for (std::uint32_t row = 0; row < height_; ++row) {
      const std::uint32_t stone = stone_at(s, x, row);
      const double cx = x0 + x + 0.5;
      const double cy = y0 + (height_ - 1 - row) + 0.5;
      out.circle(cx, cy, 0.4, stone == 0 ? "#ffffff" : stone == 1 ? "#d7382d" : "#f4c430", "#1d4075");
      const bool is_last = last != kNoMove && static_cast<std::uint32_t>(last) == x && stone != 0 &&
                           (row + 1 == height_ || stone_at(s, x, row + 1) == 0);
      if (is_last) out.circle(cx, cy, 0.13, "#222222");
    }
  }
  out.coordinates(x0, y0, static_cast<int>(width_), static_cast<int>(height_));
  return std::move(out).finish();
}

}  // namespace ludex::games::connect_k
