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

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/rules.hpp"
#include "core/game/side.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "games/common/bits.hpp"
#include "games/common/grid_text.hpp"
#include "games/common/line_board.hpp"
#include "games/common/placement.hpp"
#include "games/common/stones_observed.hpp"
#include "games/connect-k/drawing.hpp"

namespace ludex::games::connect_k {

inline constexpr std::uint32_t kMaxSide = 19;

// Boards of at most 64 * W bits in Tromp's layout: columns side by side, each with one bit more than it has
// cells, row 0 lowest. Bit number = column * (height + 1) + row.
template <std::size_t W>
class ConnectKRules {
 public:
  using Offers =
      Extensions<CountMoves, Tactics, Symmetry, Features, Sides, Svg, SvgCells, OwnPlayout, OwnMoveReader>;
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

  // Sites: cells row by row from the lowest.
  [[nodiscard]] FeaturePlan feature_plan() const { return stones_plan(height_, width_); }
  void observe(const State& s, Player player, std::uint8_t* codes, float*) const noexcept {
    for (std::uint32_t row = 0; row < height_; ++row)
      for (std::uint32_t x = 0; x < width_; ++x) *codes++ = stone_code(stone_at(s, x, row), player);
  }
  [[nodiscard]] MoveSites move_sites(const State& s, Move move) const noexcept {
    const auto x = static_cast<std::uint32_t>(move);
    return {.to = (landing_bit(s, x) - bit(x, 0)) * width_ + x};
  }
  [[nodiscard]] std::uint32_t map_site(std::uint32_t site, std::uint32_t symmetry) const noexcept {
    return symmetry == 0 ? site : site - site % width_ + width_ - 1 - site % width_;
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
    return grid_position_text(width_, height_, kStones, to_move(s), cells(s));
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;
  [[nodiscard]] std::string board_text(const State& s) const {
    return draw_text(width_, height_, cells(s)) + status_line(status(s), to_move(s), "x", "o");
  }
  [[nodiscard]] static Side side(const State&, Player p) noexcept {
    return p == 0 ? Side{"Red", "#d7382d"} : Side{"Yellow", "#f4c430"};
  }
  [[nodiscard]] std::string svg(const State& s, Move last) const {
    return draw_svg(width_, height_, cells(s), static_cast<std::uint32_t>(last));
  }
  // A column is a cell.
  [[nodiscard]] std::string svg_cells(const State&) const { return draw_svg_cells(width_, height_); }
  [[nodiscard]] std::string svg_move_cells(const State& s, Move move) const { return move_text(s, move); }

 private:
  static constexpr const char* kStones = "xo";

  [[nodiscard]] std::uint32_t bit(std::uint32_t x, std::uint32_t row) const noexcept {
    return x * (height_ + 1) + row;
  }
  [[nodiscard]] std::uint32_t stone_at(const State& s, std::uint32_t x, std::uint32_t row) const noexcept {
    return s.stones[0].test(bit(x, row)) ? 1 : s.stones[1].test(bit(x, row)) ? 2 : 0;
  }
  // Row by row from the top, as in texts.
  [[nodiscard]] Cells cells(const State& s) const {
    return grid_cells(width_, height_,
                      [&](std::uint32_t x, std::uint32_t y) { return stone_at(s, x, height_ - 1 - y); });
  }
  // The lowest free bit of a column; the spare bit if it is full.
  [[nodiscard]] std::uint32_t landing_bit(const State& s, std::uint32_t x) const noexcept {
    const Board column = (s.stones[0] | s.stones[1]).down(bit(x, 0));
    return bit(x, static_cast<std::uint32_t>(std::countr_one(column.word[0])));
  }
  [[nodiscard]] bool has_line(const Board& b) const noexcept {
    return std::any_of(steps_.begin(), steps_.end(), [&](auto step) { return has_run(b, step, k_); });
  }
  // True if a line passes through this new stone: on one word, testing the whole board at once is cheaper
  // than testing the neighbours.
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

}  // namespace ludex::games::connect_k
