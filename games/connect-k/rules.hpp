// Connect-k: stones drop to the lowest free cell of a column; k in a row wins (rules.md). Connect Four is the
// default: 7 columns, 6 rows, k = 4.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
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
#include "games/connect-k/drawing.hpp"
#include "games/connect-k/endgame.hpp"
#include "games/connect-k/threats.hpp"

namespace ludex::games::connect_k {

inline constexpr std::uint32_t kMaxSide = 19;

// Boards of at most 64 * W bits in Tromp's layout: columns side by side, each with one bit more than it has
// cells, row 0 lowest. Bit number = column * (height + 1) + row.
template <std::size_t W>
class ConnectKRules {
 public:
  using Offers =
      Extensions<CountMoves, Tactics, MustPlay, MoveScores, Score, Symmetry, Sides, Svg, SvgCells, OwnPlayout,
                 OwnMoveReader, WideHash, ExtensionsIf<W == 1, Stage, Successors, ExactScore>>;
  using Board = Bits<W>;

  struct State {
    std::array<Board, 2> stones;
    std::uint64_t hash;
    std::uint32_t ply;
    GameStatus status;
  };

  ConnectKRules(std::uint32_t width, std::uint32_t height, std::uint32_t k)
      : width_(width),
        height_(height),
        k_(k),
        steps_{1, height + 1, height, height + 2},
        short_(steps_, k),
        threats_(width, height, k),
        endgame_(width, height, k),
        cells_(width * height) {}

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
    return is_over(s.status) ? 0 : write_columns(winning_cells(s), out);
  }
  // Leaves out the moves after which the other side wins at once.
  std::uint32_t must_play(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    const Board wins = winning_cells(s);
    return write_columns(wins.any() ? wins : threats_.safe(s.stones[to_move(s)], s.stones[1 - to_move(s)]),
                         out);
  }
  // The number of cells where the mover then completes a line; of equal ones the nearest to the centre.
  void move_scores(const State& s, const Move* moves, std::uint32_t n, float* out) const noexcept {
    const Board& own = s.stones[to_move(s)];
    const Board taken = s.stones[0] | s.stones[1];
    for (std::uint32_t i = 0; i < n; ++i) {
      const auto x = static_cast<std::uint32_t>(moves[i]);
      const Board stone = Board::single(landing_bit(s, x));
      const std::uint32_t made = threats_.completing(own | stone, taken | stone).count();
      out[i] = static_cast<float>(1 + kMaxSide * made + std::min(x, width_ - 1 - x));
    }
  }

  // A win scores 1 with the last stone that the winner may have, one more for each stone less.
  [[nodiscard]] std::int32_t max_score() const noexcept { return std::max(win_at(2 * k_ - 2), 1); }
  [[nodiscard]] std::int32_t score(const State& s, Player player) const noexcept {
    const Player winner = winner_of(s.status);
    return winner == kNobody ? 0 : winner == player ? win_at(s.ply - 1) : -win_at(s.ply - 1);
  }

  // For searches to the end of the game, on boards of one word.
  [[nodiscard]] std::uint32_t stage(const State& s) const noexcept requires(W == 1) {
    return cells_ - 1 - std::min(s.ply, cells_ - 1);
  }
  static constexpr bool kInjectiveHash = W == 1;
  [[nodiscard]] std::array<std::uint64_t, 2> wide_hash(const State& s) const noexcept {
    if constexpr (W == 1) {
      return key(own(s), other(s));
    } else {
      std::array<std::uint64_t, 2> key{s.ply, s.hash};
      for (const Board& stones : s.stones) {
        for (const std::uint64_t word : stones.word) key = {key[1], mix64(key[0] + mix64(word ^ key[1]))};
      }
      return key;
    }
  }
  std::uint32_t successors(const State& s, Successor* out) const noexcept requires(W == 1) {
    if (is_over(s.status)) return 0;
    const Board wins = winning_cells(s);
    const std::uint64_t taken = own(s) | other(s);
    std::uint32_t n = 0;
    for (std::uint32_t x = 0; x < width_; ++x) {
      const std::uint32_t cell = landing_bit(s, x);
      if (cell == bit(x, height_)) continue;
      const GameStatus status = wins.test(cell)       ? win_for(to_move(s))
                                : s.ply + 1 == cells_ ? GameStatus::kDraw
                                                      : GameStatus::kOngoing;
      const std::uint64_t stone = std::uint64_t{1} << cell;
      const auto next = key(other(s), own(s) | stone);
      const std::uint32_t replies = is_over(status) ? 0 : threats_.landing({{taken | stone}}).count();
      out[n++] = {Move{x}, status, stage(s) - (s.ply + 1 < cells_ ? 1 : 0), replies, {next[0], next[1]}, {}};
    }
    return n;
  }
  void evaluate_successors(const State&, const Successor*, const std::uint32_t*, std::uint32_t,
                           std::int32_t*) const noexcept requires(W == 1) {}  // there is no evaluation
  [[nodiscard]] bool near_end(const State& s) const noexcept requires(W == 1) {
    return s.ply + kNearEnd >= cells_;
  }
  [[nodiscard]] std::int32_t solve_score(const State& s, std::int32_t alpha, std::int32_t beta,
                                         std::uint64_t& nodes) const noexcept requires(W == 1) {
    return endgame_.solve(own(s), other(s), s.ply, alpha, beta, nodes);
  }
  [[nodiscard]] ScoreRange score_range(const State& s) const noexcept requires(W == 1) {
    return endgame_.range(own(s), other(s), s.ply);
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
  static constexpr std::uint32_t kNearEnd = 12;  // free cells that are solved directly

  [[nodiscard]] std::int32_t win_at(std::uint32_t ply) const noexcept {
    return static_cast<std::int32_t>((cells_ + 1) / 2) - static_cast<std::int32_t>(ply / 2);
  }
  [[nodiscard]] std::uint64_t own(const State& s) const noexcept { return s.stones[to_move(s)].word[0]; }
  [[nodiscard]] std::uint64_t other(const State& s) const noexcept {
    return s.stones[1 - to_move(s)].word[0];
  }
  // A column of h stones adds its own stones and 2^h - 1 to the sum, which tells all columns apart.
  [[nodiscard]] static std::array<std::uint64_t, 2> key(std::uint64_t own, std::uint64_t other) noexcept {
    const std::uint64_t sum = own + (own | other);
    return {mix64(sum), mix64(sum + 0x9FB21C651E98DF25ULL)};
  }
  [[nodiscard]] Board winning_cells(const State& s) const noexcept {
    const Board taken = s.stones[0] | s.stones[1];
    return threats_.completing(s.stones[to_move(s)], taken) & threats_.landing(taken);
  }
  // The columns of landing cells, from the left.
  std::uint32_t write_columns(const Board& cells, Move* out) const noexcept {
    std::uint32_t n = 0;
    std::uint32_t x = 0;
    cells.for_each([&](std::uint32_t cell) {
      while (cell >= bit(x + 1, 0)) ++x;
      out[n++] = Move{x};
    });
    return n;
  }
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
  Threats<W> threats_;
  struct NoEndgame {
    NoEndgame(std::uint32_t, std::uint32_t, std::uint32_t) {}
  };
  std::conditional_t<W == 1, Endgame, NoEndgame> endgame_;
  std::uint32_t cells_;
};

}  // namespace ludex::games::connect_k
