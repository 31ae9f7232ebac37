// Placement games won by a line: players put a stone on any empty cell in turn; the first with k in a row (at
// least k, or exactly k) wins, a full board is a draw. The m,n,k-games and Gomoku are this with a name.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/game/game.hpp"
#include "core/game/rules.hpp"
#include "core/util/result.hpp"
#include "games/common/bits.hpp"
#include "games/common/grid_text.hpp"
#include "games/common/line_board.hpp"
#include "games/common/line_playout.hpp"
#include "games/common/placement.hpp"
#include "games/common/svg.hpp"

namespace ludex::games {

// How a line game looks: crosses and noughts in squares, or stones on the crossings of a wooden board.
enum class LineGameLook : std::uint8_t { kNoughtsAndCrosses, kStones };

struct LineGameSpec {
  std::uint32_t width;   // 1..19
  std::uint32_t height;  // 1..19
  std::uint32_t k;       // 1..19
  bool exact;            // whether a longer run does not win
  const char* stones;    // letters of the two players in texts; static lifetime
  LineGameLook look;

  [[nodiscard]] constexpr std::uint32_t cells() const noexcept { return width * height; }
  // Bits of the board with its padding column.
  [[nodiscard]] constexpr std::uint32_t bits() const noexcept { return (width + 1) * height; }
};

// Boards of at most 64 * W bits: rows one after the other from the lowest, each with an empty bit at its end.
// A move is the bit number of its cell.
template <std::size_t W>
class LineGameRules {
 public:
  using Board = Bits<W>;

  struct State {
    std::array<Board, 2> stones;
    std::uint64_t hash;
    std::uint32_t ply;
    GameStatus status;
  };

  // Precondition: spec.bits() <= 64 * W.
  explicit LineGameRules(const LineGameSpec& spec)
      : spec_(spec),
        stride_(spec.width + 1),
        steps_{1, stride_, stride_ + 1, stride_ - 1},
        short_(steps_, spec.exact ? 0 : spec.k) {
    for (std::uint32_t y = 0; y < spec.height; ++y) {
      for (std::uint32_t x = 0; x < spec.width; ++x) {
        board_.set(bit(x, y));
        class_of_[bit(x, y)] = static_cast<std::uint16_t>(y * spec.width + x);
      }
    }
  }

  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kPerfectInformation | kDeterministic | kAlternating,
            .max_moves = spec_.cells(),
            .max_plies = spec_.cells(),
            .move_classes = spec_.cells(),
            .state_size = 0,
            .state_align = 0};
  }

  [[nodiscard]] State initial() const { return State{}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.ply % 2; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return s.status; }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return s.hash; }

  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    return write_moves(empty(s), out);
  }
  [[nodiscard]] std::uint32_t count_moves(const State& s) const noexcept {
    return is_over(s.status) ? 0 : spec_.cells() - s.ply;
  }

  GameStatus apply(State& s, Move move) const noexcept {
    const Player mover = to_move(s);
    const auto cell = static_cast<std::uint32_t>(move);
    s.stones[mover].set(cell);
    s.hash ^= stone_key(mover, cell);
    ++s.ply;
    if (wins_through(s.stones[mover], cell)) {
      s.status = win_for(mover);
    } else if (s.ply == spec_.cells()) {
      s.status = GameStatus::kDraw;
    }
    return s.status;
  }

  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return class_of_[static_cast<std::uint32_t>(move)];
  }

  std::uint32_t winning_moves(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    Board completing;
    for (const std::uint32_t step : steps_)
      completing |= completing_cells(s.stones[to_move(s)], step, spec_.k, spec_.exact);
    return write_moves(completing & empty(s), out);
  }

  // All symmetries of the rectangle: bit 0 mirrors left-right, bit 1 upside down, bit 2 (squares only)
  // exchanges rows and columns first.
  [[nodiscard]] std::uint32_t symmetries() const noexcept { return spec_.width == spec_.height ? 8 : 4; }
  [[nodiscard]] State map_state(const State& s, std::uint32_t symmetry) const noexcept {
    State image = s;
    image.hash = 0;
    for (Player p = 0; p < 2; ++p) {
      image.stones[p] = {};
      s.stones[p].for_each([&](std::uint32_t cell) {
        const std::uint32_t there = map_cell(cell, symmetry);
        image.stones[p].set(there);
        image.hash ^= stone_key(p, there);
      });
    }
    return image;
  }
  [[nodiscard]] Move map_move(const State&, Move move, std::uint32_t symmetry) const noexcept {
    return Move{map_cell(static_cast<std::uint32_t>(move), symmetry)};
  }

  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept;

  [[nodiscard]] std::string move_text(const State&, Move move) const {
    const auto cell = static_cast<std::uint32_t>(move);
    return cell_text(cell % stride_, cell / stride_ + 1);
  }
  [[nodiscard]] Result<Move> parse_move(const State&, std::string_view text) const {
    const auto cell = parse_cell(text, spec_.width, spec_.height);
    if (!cell) {
      return Error{std::string("'").append(text).append("' is not a cell: a1..") +
                   cell_text(spec_.width - 1, spec_.height)};
    }
    return Move{bit(cell->x, cell->row - 1)};
  }

  [[nodiscard]] std::string position_text(const State& s) const {
    return grid_position_text(
        spec_.width, spec_.height, spec_.stones, to_move(s),
        [&](std::uint32_t x, std::uint32_t y) { return stone_at(s, x, spec_.height - 1 - y); });
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;
  [[nodiscard]] std::string board_text(const State& s) const;
  [[nodiscard]] std::string svg(const State& s, Move last) const;
  [[nodiscard]] std::string svg_cells(const State&) const {
    return svg_grid_cells(kLeft, kTop, spec_.width, spec_.height,
                          [&](std::uint32_t x, std::uint32_t y) { return cell_text(x, spec_.height - y); });
  }
  [[nodiscard]] std::string svg_move_cells(const State& s, Move move) const { return move_text(s, move); }

 private:
  // Of the drawing, beside the board.
  static constexpr double kLeft = 0.8;
  static constexpr double kTop = 0.3;

  template <bool traced>
  PlayoutResult playout_by_plies(State& s, Rng& rng, PlayoutTrace* trace) const noexcept;
  PlayoutResult playout_by_order(State& s, Rng& rng, PlayoutTrace* trace) const noexcept;

  [[nodiscard]] std::uint32_t bit(std::uint32_t x, std::uint32_t y) const noexcept { return y * stride_ + x; }
  [[nodiscard]] std::uint32_t map_cell(std::uint32_t cell, std::uint32_t symmetry) const noexcept {
    std::uint32_t x = cell % stride_;
    std::uint32_t y = cell / stride_;
    if (symmetry & 4U) std::swap(x, y);
    if (symmetry & 1U) x = spec_.width - 1 - x;
    if (symmetry & 2U) y = spec_.height - 1 - y;
    return bit(x, y);
  }
  [[nodiscard]] std::uint32_t stone_at(const State& s, std::uint32_t x, std::uint32_t y) const noexcept {
    return s.stones[0].test(bit(x, y)) ? 1 : s.stones[1].test(bit(x, y)) ? 2 : 0;
  }
  [[nodiscard]] Board empty(const State& s) const noexcept {
    return board_.without(s.stones[0] | s.stones[1]);
  }
  static std::uint32_t write_moves(const Board& cells, Move* out) noexcept {
    std::uint32_t n = 0;
    // On a large board eight cells at once while there is room for eight moves.
    Board rest = cells;
    if constexpr (W > 1) n = write_elements(rest, cells.count(), out);
    rest.for_each([&](std::uint32_t cell) { out[n++] = Move{cell}; });
    return n;
  }
  [[nodiscard]] bool has_line(const Board& b) const noexcept {
    return std::any_of(steps_.begin(), steps_.end(), [&](auto step) {
      return spec_.exact ? has_exact_run(b, step, spec_.k) : has_run(b, step, spec_.k);
    });
  }
  // Whether this new stone has made a line. On one word the whole board at once is cheaper.
  [[nodiscard]] bool wins_through(const Board& b, std::uint32_t cell) const noexcept {
    if constexpr (W == 1) {
      return short_.fit() ? short_.any(b.word[0]) : has_line(b);
    } else {
      return std::any_of(steps_.begin(), steps_.end(), [&](auto step) {
        const std::uint32_t run = run_through(b, cell, step);
        return spec_.exact ? run == spec_.k : run >= spec_.k;
      });
    }
  }

  LineGameSpec spec_;
  std::uint32_t stride_;
  std::array<std::uint32_t, 4> steps_;  // horizontal, vertical, and the two diagonals
  ShortLines short_;
  Board board_;  // every cell
  std::array<std::uint16_t, Board::kCapacity> class_of_{};
};

template <std::size_t W>
PlayoutResult LineGameRules<W>::playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
  if (trace != nullptr) trace->size = 0;
  if (is_over(s.status)) return {s.status, 0};
  if constexpr (W == 1) {
    return trace == nullptr ? playout_by_plies<false>(s, rng, trace) : playout_by_plies<true>(s, rng, trace);
  } else {
    return playout_by_order(s, rng, trace);
  }
}

// Small boards: ply by ply.
template <std::size_t W>
template <bool traced>
PlayoutResult LineGameRules<W>::playout_by_plies(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
  std::array<std::uint8_t, Board::kCapacity> cells;
  std::uint32_t n = 0;
  empty(s).for_each([&](std::uint32_t cell) { cells[n++] = static_cast<std::uint8_t>(cell); });
  const std::uint32_t first_ply = s.ply;
  for (;;) {
    const std::uint32_t i = rng.below(n);
    const std::uint32_t cell = cells[i];
    cells[i] = cells[--n];
    if constexpr (traced) record(trace, Move{cell}, class_of_[cell], to_move(s));
    if (is_over(apply(s, Move{cell}))) return {s.status, s.ply - first_ply};
  }
}

// Large boards: draw the order of the cells, then find the ply of the first line; what comes after it is
// never played. The draws stop at 60 % of the board, where most games of five in a row are over, and go on to
// the end if there is no line by then.
template <std::size_t W>
PlayoutResult LineGameRules<W>::playout_by_order(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
  // Four words hold at most 243 cells: plies fit a byte.
  using Clock = LineClock<Board::kCapacity, std::conditional_t<W <= 4, std::uint8_t, std::uint16_t>>;
  constexpr std::uint32_t kWorthStopping = 24;
  Clock clock;
  for (Player p = 0; p < 2; ++p) s.stones[p].for_each([&](std::uint32_t cell) { clock.fill(p, cell, 0); });
  std::array<std::uint16_t, Board::kCapacity> cells;
  std::array<std::uint16_t, Board::kCapacity> order;
  std::uint32_t n = 0;
  empty(s).for_each([&](std::uint32_t cell) { cells[n++] = static_cast<std::uint16_t>(cell); });

  const Player first = to_move(s);
  const std::uint32_t stop = spec_.cells() * 3 / 5;
  std::uint32_t drawn = 0;
  std::uint32_t plies = Clock::kNever;
  while (plies == Clock::kNever && drawn < n) {
    const std::uint32_t until = s.ply + drawn + kWorthStopping <= stop ? stop - s.ply : n;
    draw_cells(rng, cells.data(), n - drawn, order.data() + drawn, until - drawn);
    for (; drawn < until; ++drawn) clock.fill((first + drawn) % 2, order[drawn], drawn + 1);
    plies = clock.first_line(steps_, spec_.bits(), spec_.k, spec_.exact);
  }

  const bool won = plies != Clock::kNever;
  if (!won) plies = n;
  for (std::uint32_t i = 0; i < plies; ++i) {
    const Player mover = (first + i) % 2;
    s.stones[mover].set(order[i]);
    s.hash ^= stone_key(mover, order[i]);
    if (trace != nullptr) record(trace, Move{order[i]}, class_of_[order[i]], mover);
  }
  s.ply += plies;
  s.status = won ? win_for((first + plies - 1) % 2) : GameStatus::kDraw;
  return {s.status, plies};
}

template <std::size_t W>
auto LineGameRules<W>::parse_position(std::string_view text) const -> Result<State> {
  const Result<GridPosition> grid = parse_grid_position(text, spec_.width, spec_.height, spec_.stones);
  if (!grid) return Error{grid.error()};
  if (const auto turn = check_alternation(*grid, spec_.stones); !turn) return Error{turn.error()};
  State s{};
  s.ply = grid->count[0] + grid->count[1];
  for (std::uint32_t y = 0; y < spec_.height; ++y) {
    for (std::uint32_t x = 0; x < spec_.width; ++x) {
      const std::uint32_t stone = grid->cells[(spec_.height - 1 - y) * spec_.width + x];
      if (stone == 0) continue;
      s.stones[stone - 1].set(bit(x, y));
      s.hash ^= stone_key(stone - 1, bit(x, y));
    }
  }
  const std::string line = (spec_.exact ? "exactly " : "") + std::to_string(spec_.k) + " in a row";
  const std::array<bool, 2> won{has_line(s.stones[0]), has_line(s.stones[1])};
  if (won[0] && won[1]) return Error{"both players have " + line};
  if (won[to_move(s)])
    return Error{std::string("'") + spec_.stones[to_move(s)] + "' has " + line + " but is to move"};
  if (won[0] || won[1]) {
    // Without the winning stone, the last one, there was no line.
    const Player winner = won[0] ? 0 : 1;
    bool possible = false;
    s.stones[winner].for_each([&](std::uint32_t cell) {
      Board before = s.stones[winner];
      before.reset(cell);
      possible = possible || !has_line(before);
    });
    if (!possible) return Error{"the game was over before the last move"};
    s.status = win_for(winner);
  } else if (s.ply == spec_.cells()) {
    s.status = GameStatus::kDraw;
  }
  return s;
}

template <std::size_t W>
std::string LineGameRules<W>::board_text(const State& s) const {
  std::string text;
  for (std::uint32_t y = spec_.height; y-- > 0;) {
    text += y + 1 < 10 ? " " : "";
    text += std::to_string(y + 1);
    for (std::uint32_t x = 0; x < spec_.width; ++x) {
      const std::uint32_t stone = stone_at(s, x, y);
      text += ' ';
      text += stone == 0 ? '.' : spec_.stones[stone - 1];
    }
    text += '\n';
  }
  text += "  ";
  for (std::uint32_t x = 0; x < spec_.width; ++x) {
    text += ' ';
    text += static_cast<char>('a' + x);
  }
  const char names[2][2] = {{spec_.stones[0], '\0'}, {spec_.stones[1], '\0'}};
  return text + '\n' + status_line(status(s), to_move(s), names[0], names[1]);
}

template <std::size_t W>
std::string LineGameRules<W>::svg(const State& s, Move last) const {
  const bool wooden = spec_.look == LineGameLook::kStones;
  const double w = spec_.width;
  const double h = spec_.height;
  SvgWriter out(w + 1.2, h + 1.2);
  const double x0 = kLeft;
  const double y0 = kTop;
  out.rectangle(x0, y0, w, h, wooden ? "#e3bd75" : "#ffffff", "#444444", 0.04);
  for (double i = wooden ? 0.5 : 1; i < w; ++i)
    out.line(x0 + i, wooden ? y0 + 0.5 : y0, x0 + i, wooden ? y0 + h - 0.5 : y0 + h, "#444444");
  for (double i = wooden ? 0.5 : 1; i < h; ++i)
    out.line(wooden ? x0 + 0.5 : x0, y0 + i, wooden ? x0 + w - 0.5 : x0 + w, y0 + i, "#444444");
  for (std::uint32_t y = 0; y < spec_.height; ++y) {
    for (std::uint32_t x = 0; x < spec_.width; ++x) {
      const std::uint32_t stone = stone_at(s, x, y);
      if (stone == 0) continue;
      const double cx = x0 + x + 0.5;
      const double cy = y0 + (spec_.height - 1 - y) + 0.5;
      const bool is_last = last != kNoMove && static_cast<std::uint32_t>(last) == bit(x, y);
      if (wooden) {
        out.circle(cx, cy, 0.45, stone == 1 ? "#111111" : "#ffffff", "#111111");
        if (is_last) out.circle(cx, cy, 0.14, "#d7382d");
        continue;
      }
      if (is_last) out.rectangle(cx - 0.47, cy - 0.47, 0.94, 0.94, "#fbe9a3");
      if (stone == 1) {
        out.line(cx - 0.3, cy - 0.3, cx + 0.3, cy + 0.3, "#1f4e8c", 0.1);
        out.line(cx - 0.3, cy + 0.3, cx + 0.3, cy - 0.3, "#1f4e8c", 0.1);
      } else {
        out.circle(cx, cy, 0.32, "none", "#b3261e", 0.1);
      }
    }
  }
  out.coordinates(x0, y0, static_cast<int>(spec_.width), static_cast<int>(spec_.height));
  return std::move(out).finish();
}

// The rules with the smallest state for this board; V is a std::variant of LineGameRules by ascending size,
// the last of which holds any board.
template <class V, std::size_t i = 0>
[[nodiscard]] V make_line_game(const LineGameSpec& spec) {
  using Candidate = std::variant_alternative_t<i, V>;
  if constexpr (i + 1 < std::variant_size_v<V>) {
    if (spec.bits() > Candidate::Board::kCapacity) return make_line_game<V, i + 1>(spec);
  }
  return V(Candidate(spec));
}

}  // namespace ludex::games
