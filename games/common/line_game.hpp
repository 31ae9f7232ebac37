// Placement games won by a line: players alternately put a stone on any empty cell; the first with k in a row
// (at least k, or exactly k) wins, a full board is a draw. The m,n,k-games and Gomoku are named instances.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

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

namespace ludex::games {

// Appearance of a line game: crosses and noughts in squares, or stones on the crossings of a wooden board.
enum class LineGameLook : std::uint8_t { kNoughtsAndCrosses, kStones };

struct LineGameSpec {
  std::uint32_t width;   // 1..19
  std::uint32_t height;  // 1..19
  std::uint32_t k;       // 1..19
  bool exact;            // a longer run does not win
  const char* stones;    // letters of the two players in texts; static lifetime
  LineGameLook look;

  [[nodiscard]] constexpr std::uint32_t cells() const noexcept { return width * height; }
  // Bits of the board with its padding column.
  [[nodiscard]] constexpr std::uint32_t bits() const noexcept { return (width + 1) * height; }
};

// Pictures; `cells` row by row from the top, 0 empty, 1 and 2 the players, `last` an index of it or beyond.
[[nodiscard]] std::string line_game_text(const LineGameSpec& spec, const std::vector<std::uint8_t>& cells,
                                         GameStatus status, Player to_move);
[[nodiscard]] std::string line_game_svg(const LineGameSpec& spec, const std::vector<std::uint8_t>& cells,
                                        std::uint32_t last);
[[nodiscard]] std::string line_game_svg_cells(const LineGameSpec& spec);

// Boards of at most 64 * W bits: rows one after the other from the lowest, each with an empty bit at its end.
// A move is the bit number of its cell. Compiled for 1, 2, 4 and 6 words.
template <std::size_t W>
class LineGameRules {
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

  // Sites: cells row by row from the lowest, as move_class.
  [[nodiscard]] FeaturePlan feature_plan() const { return stones_plan(spec_.height, spec_.width); }
  void observe(const State& s, Player player, std::uint8_t* codes, float*) const noexcept {
    for (std::uint32_t y = 0; y < spec_.height; ++y)
      for (std::uint32_t x = 0; x < spec_.width; ++x) *codes++ = stone_code(stone_at(s, x, y), player);
  }
  [[nodiscard]] MoveSites move_sites(const State& s, Move move) const noexcept {
    return {.to = move_class(s, move)};
  }
  [[nodiscard]] std::uint32_t map_site(std::uint32_t site, std::uint32_t symmetry) const noexcept {
    return class_of_[map_cell(bit(site % spec_.width, site / spec_.width), symmetry)];
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
    return grid_position_text(spec_.width, spec_.height, spec_.stones, to_move(s), cells(s));
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;
  [[nodiscard]] std::string board_text(const State& s) const {
    return line_game_text(spec_, cells(s), status(s), to_move(s));
  }
  [[nodiscard]] Side side(const State&, Player p) const noexcept {
    if (spec_.look == LineGameLook::kStones) return p == 0 ? sides::kBlack : sides::kWhite;
    return p == 0 ? Side{"X", "#1f4e8c"} : Side{"O", "#b3261e"};
  }
  [[nodiscard]] std::string svg(const State& s, Move last) const {
    return line_game_svg(spec_, cells(s), last == kNoMove ? spec_.cells() : place_from_top(last));
  }
  [[nodiscard]] std::string svg_cells(const State&) const { return line_game_svg_cells(spec_); }
  [[nodiscard]] std::string svg_move_cells(const State& s, Move move) const { return move_text(s, move); }

 private:
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
  // Row by row from the top, as in texts.
  [[nodiscard]] std::vector<std::uint8_t> cells(const State& s) const {
    return grid_cells(spec_.width, spec_.height,
                      [&](std::uint32_t x, std::uint32_t y) { return stone_at(s, x, spec_.height - 1 - y); });
  }
  [[nodiscard]] std::uint32_t place_from_top(Move move) const noexcept {
    const auto cell = static_cast<std::uint32_t>(move);
    return (spec_.height - 1 - cell / stride_) * spec_.width + cell % stride_;
  }
  [[nodiscard]] Board empty(const State& s) const noexcept {
    return board_.without(s.stones[0] | s.stones[1]);
  }
  static std::uint32_t write_moves(const Board& cells, Move* out) noexcept {
    std::uint32_t n = 0;
    // Writes eight cells at once on a large board, while there is room for eight moves.
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
  // True if this new stone has made a line. On one word, testing the whole board at once is cheaper.
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
