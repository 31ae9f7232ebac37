#include "games/connect-k/rules.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/game/game.hpp"
#include "core/game/rules.hpp"
#include "core/util/result.hpp"
#include "games/common/grid_text.hpp"
#include "games/common/placement.hpp"

namespace ludex::games::connect_k {

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
    // Replaces a column that has become full by the last of the list, without a branch.
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
        return Error{"the stone on " + cell_text(x, row + 1) + " has an empty cell below it"};
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
    // The winning stone was the last one, so it is on top of a column and part of every line.
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

template PlayoutResult ConnectKRules<1>::playout(ConnectKRules<1>::State&, Rng&,
                                                 PlayoutTrace*) const noexcept;
template PlayoutResult ConnectKRules<2>::playout(ConnectKRules<2>::State&, Rng&,
                                                 PlayoutTrace*) const noexcept;
template PlayoutResult ConnectKRules<6>::playout(ConnectKRules<6>::State&, Rng&,
                                                 PlayoutTrace*) const noexcept;
template Result<ConnectKRules<1>::State> ConnectKRules<1>::parse_position(std::string_view) const;
template Result<ConnectKRules<2>::State> ConnectKRules<2>::parse_position(std::string_view) const;
template Result<ConnectKRules<6>::State> ConnectKRules<6>::parse_position(std::string_view) const;

}  // namespace ludex::games::connect_k
