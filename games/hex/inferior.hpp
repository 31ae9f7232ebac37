// Inferior<W>: cells that cannot matter, and moves that need not be tried (P. Henderson, "Playing and solving
// the game of Hex", PhD thesis, University of Alberta, 2010, chapter 3), by local tests on the graph of
// groups.
//
// Dead: a cell on no minimal path of either player, whatever is played. Seen by one player, with the groups
//   as points, a cell whose neighbours all touch each other, or a group that it touches, too, is dead: every
//   path through it has a shortcut.
//   Adding stones elsewhere keeps it dead. It may be filled with any stone.
// Captured by X: two empty cells of which X, answering in the other one, makes whichever the opponent has
//   taken dead. Both may be filled with X's stones.
// Vulnerable: the opponent can answer a move there with one (the killer) that makes it dead, by itself or by
//   what it captures; dominated: another move would make it dead, or capture it. Neither need be tried as
//   long as killers and dominators are.
#pragma once

#include <array>
#include <cstdint>

#include "core/game/game.hpp"
#include "games/common/bits.hpp"
#include "games/hex/board.hpp"
#include "games/hex/patterns.hpp"

namespace ludex::games::hex {

template <std::size_t W>
class Inferior {
 public:
  using Board = Bits<W>;
  using Stones = std::array<Board, 2>;

  Inferior(const HexBoard<W>& board, const Patterns<W>& patterns) : board_(board), patterns_(patterns) {}

  // Fills dead and captured cells until there are none. Both players' fortunes are what they were.
  void fill_in(Stones& stones) const {
    for (bool again = true; again;) {
      again = false;
      enclosed(stones, 4).for_each([&](std::uint32_t cell) {
        if (!dead(stones, cell)) return;
        stones[0].set(cell);
        again = true;
      });
      Board pairs = enclosed(stones, 5);
      pairs.for_each([&](std::uint32_t a) {
        for (const std::uint32_t b : patterns_.near(a)) {
          if (b < a || !pairs.test(a) || !pairs.test(b)) continue;
          for (Player p = 0; p < 2; ++p) {
            if (!captured(stones, p, a, b)) continue;
            stones[p].set(a);
            stones[p].set(b);
            pairs.reset(a);
            pairs.reset(b);
            again = true;
            break;
          }
        }
      });
    }
  }

  // Moves of the mover that need not be tried, given a filled-in position.
  [[nodiscard]] Board needless(const Stones& stones, Player mover) const {
    Board out;
    Board reasons;  // killers and dominators: to be kept
    const Board empty = empty_cells(stones);
    std::array<Captures, 2> captures;
    for (Player p = 0; p < 2; ++p) find_captures(stones, p, captures[p]);
    empty.for_each([&](std::uint32_t cell) {
      if (out.test(cell)) return;
      const Board worse = captures[mover][cell].without(reasons | out);
      if (!worse.any()) return;
      out |= worse;
      reasons.set(cell);
    });
    enclosed(stones, 5).without(out).for_each([&](std::uint32_t cell) {
      if (reasons.test(cell)) return;
      // Only the cells around can shut a cell off whose own surroundings are not nearly closed.
      for (const std::uint32_t other : patterns_.near(cell)) {
        if (!empty.test(other) || out.test(other)) continue;
        bool idle = false;
        for (Player p = 0; p < 2 && !idle; ++p) {
          Stones next = stones;
          next[p].set(other);
          // What the stone captures, too, as long as that is not the cell itself or its pair.
          if (!captures[p][other].test(cell)) next[p] |= captures[p][other];
          idle = dead(next, cell);
        }
        if (!idle) continue;
        out.set(cell);
        reasons.set(other);
        return;
      }
    });
    return out;
  }

  // What a stone of the player's on each empty cell would capture: pairs beside it, filled in one after the
  // other.
  using Captures = std::array<Board, Board::kCapacity>;
  void find_captures(const Stones& stones, Player player, Captures& out) const {
    out = {};
    const Board empty = empty_cells(stones);
    const Board pairs = enclosed(stones, 5);
    pairs.for_each([&](std::uint32_t a) {
      const Board near = board_.neighbours(a) & empty;
      (near & pairs).for_each([&](std::uint32_t b) {
        if (b < a) return;
        (near & board_.neighbours(b)).for_each([&](std::uint32_t cell) {
          Board& captured_there = out[cell];
          if (captured_there.test(a) || captured_there.test(b)) return;
          Stones next = stones;
          next[player] |= captured_there;
          next[player].set(cell);
          if (!captured(next, player, a, b)) return;
          captured_there.set(a);
          captured_there.set(b);
        });
      });
    });
  }

  [[nodiscard]] bool dead(const Stones& stones, std::uint32_t cell) const {
    return closed_for(0, stones, cell) || closed_for(1, stones, cell);
  }
  [[nodiscard]] bool captured(const Stones& stones, Player p, std::uint32_t a, std::uint32_t b) const {
    Stones next = stones;
    next[p].set(a);
    if (!dead(next, b)) return false;
    next = stones;
    next[p].set(b);
    return dead(next, a);
  }

 private:
  [[nodiscard]] Board empty_cells(const Stones& stones) const noexcept {
    return board_.all().without(stones[0] | stones[1]);
  }

  // The empty cells that touch so many others at most: no others can be dead, or soon be.
  [[nodiscard]] Board enclosed(const Stones& stones, std::uint32_t most) const noexcept {
    const Board empty = empty_cells(stones);
    Board out;
    empty.for_each([&](std::uint32_t cell) {
      if ((board_.neighbours(cell) & empty).count() <= most) out.set(cell);
    });
    return out;
  }

  // Whether all that the empty cell touches on the player's graph touches each other.
  [[nodiscard]] bool closed_for(Player p, const Stones& stones, std::uint32_t cell) const {
    const Board& around = board_.neighbours(cell);
    const Board open = around & empty_cells(stones);
    const std::array<Board, 2> lines{board_.first_edge(p), board_.last_edge(p)};
    const Board& own = stones[p];
    const Board touched = around & own;
    std::array<bool, 2> at{lines[0].test(cell), lines[1].test(cell)};
    if (!touched.any() && !at[0] && !at[1]) {
      const std::uint32_t count = open.count();
      return count < 2 || (count == 2 && open.without(board_.neighbours(lowest_cell(open))).count() == 1);
    }
    // The one group that holds all: from one stone or edge, with the edges as stones.
    Board seeds = touched.any() ? lowest(touched) : at[0] ? own & lines[0] : own & lines[1];
    std::array<bool, 2> joined{!touched.any() && at[0], !touched.any() && !at[0] && at[1]};
    Board group;
    for (bool again = true; again;) {
      group = board_.flood(seeds, own);
      again = false;
      for (std::uint32_t e = 0; e < 2; ++e) {
        if (joined[e] || !group.intersects(lines[e])) continue;
        joined[e] = again = true;
        seeds = group | (own & lines[e]);
      }
    }
    if (touched.without(group).any()) return false;
    Board reach = board_.neighbours(group);
    for (std::uint32_t e = 0; e < 2; ++e) {
      if (at[e] && !joined[e]) return false;
      if (joined[e]) reach |= lines[e];
    }
    return !open.without(reach).any();
  }

  [[nodiscard]] static std::uint32_t lowest_cell(const Board& set) noexcept {
    std::uint32_t cell = 0;
    while (!set.test(cell)) ++cell;
    return cell;
  }
  [[nodiscard]] static Board lowest(const Board& set) noexcept {
    Board out;
    for (std::size_t i = 0; i < W; ++i) {
      if (set.word[i] == 0) continue;
      out.word[i] = set.word[i] & (~set.word[i] + 1);
      break;
    }
    return out;
  }

  const HexBoard<W>& board_;
  const Patterns<W>& patterns_;
};

}  // namespace ludex::games::hex
