// Inferior<W>: cells that cannot matter, and moves that need not be tried (P. Henderson, "Playing and solving
// the game of Hex", PhD thesis, University of Alberta, 2010, chapter 3), by patterns (fill_patterns.hpp) and
// by tests on the graph of groups, which detect dependence on connections elsewhere:
//
// Dead: a cell on no minimal path of either player, whatever is played. For one player, with the groups
//   as points, a cell is dead if its neighbours all touch each other, or a group that the cell also touches:
//   every path through it has a shortcut. Adding stones elsewhere keeps it dead. It may be filled with any
//   stone.
// Captured by X: two empty cells such that X, answering on the other one, makes the cell that the opponent
//   took dead. Both may be filled with X's stones.
// Vulnerable: the opponent can answer a move there with one (the killer) that makes it dead, by itself or by
//   the cells it captures; dominated: another move would make it dead, or capture it. Neither need be tried
//   as long as killers and dominators are.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/game/game.hpp"
#include "games/common/bits.hpp"
#include "games/hex/board.hpp"
#include "games/hex/fill_patterns.hpp"
#include "games/hex/patterns.hpp"

namespace ludex::games::hex {

template <std::size_t W>
class Inferior {
 public:
  using Board = Bits<W>;
  using Stones = std::array<Board, 2>;

  Inferior(const HexBoard<W>& board, const Patterns<W>& patterns)
      : board_(board), patterns_(patterns), fill_patterns_(board) {}

  // Fills cells that are dead, captured or permanently inferior until none is known. Does not change the
  // outcome.
  void fill_in(Stones& stones) const;

  // Moves of the mover that need not be tried, given a filled-in position.
  [[nodiscard]] Board needless(const Stones& stones, Player mover) const;

 private:
  struct View {
    Stones stones;
    Board empty;
    std::array<Board, 2> beside;  // of each player: the cells beside own stones, and own lines
  };
  // For each empty cell, the cells that a stone of the player there would capture: pairs next to it, filled
  // in one after the other.
  using Captures = std::array<Board, Board::kCapacity>;

  [[nodiscard]] View look_at(const Stones& stones) const noexcept {
    View view{stones, board_.all().without(stones[0] | stones[1]), {}};
    for (Player p = 0; p < 2; ++p)
      view.beside[p] = board_.neighbours(stones[p]) | board_.first_edge(p) | board_.last_edge(p);
    return view;
  }
  void add(View& view, Player p, std::uint32_t cell) const noexcept {
    view.stones[p].set(cell);
    view.empty.reset(cell);
    view.beside[p] |= board_.neighbours(cell);
  }
  void add(View& view, Player p, const Board& cells) const noexcept {
    cells.for_each([&](std::uint32_t cell) { add(view, p, cell); });
  }

  // Fills in by the graph of groups until nothing more is found. True if it filled anything.
  bool fill_by_groups(Stones& stones) const {
    View view = look_at(stones);
    bool any = false;
    for (bool again = true; again;) {
      again = false;
      enclosed(view, 4).for_each([&](std::uint32_t cell) {
        if (!dead(view, cell)) return;
        add(view, 0, cell);
        any = again = true;
      });
      Board pairs = enclosed(view, 5);
      pairs.for_each([&](std::uint32_t a) {
        for (const std::uint32_t b : patterns_.near(a)) {
          if (b < a || !pairs.test(a) || !pairs.test(b)) continue;
          for (Player p = 0; p < 2; ++p) {
            if (!captured(view, p, a, b)) continue;
            add(view, p, a);
            add(view, p, b);
            pairs.reset(a);
            pairs.reset(b);
            any = again = true;
            break;
          }
        }
      });
    }
    stones = view.stones;
    return any;
  }

  void find_captures(const View& view, Player player, Captures& out) const {
    out = {};
    const Board pairs = enclosed(view, 5);
    pairs.for_each([&](std::uint32_t a) {
      const Board near = board_.neighbours(a) & view.empty;
      (near & pairs).for_each([&](std::uint32_t b) {
        if (b < a) return;
        (near & board_.neighbours(b)).for_each([&](std::uint32_t cell) {
          Board& captured_there = out[cell];
          if (captured_there.test(a) || captured_there.test(b)) return;
          View next = view;
          add(next, player, captured_there);
          add(next, player, cell);
          if (!captured(next, player, a, b)) return;
          captured_there.set(a);
          captured_there.set(b);
        });
      });
    });
  }

  [[nodiscard]] bool dead(const View& view, std::uint32_t cell) const {
    return closed_for(0, view, cell) || closed_for(1, view, cell);
  }
  [[nodiscard]] bool captured(const View& view, Player p, std::uint32_t a, std::uint32_t b) const {
    if (!may_kill(view, p, a, b) || !may_kill(view, p, b, a)) return false;
    View with_a = view;
    add(with_a, p, a);
    if (!dead(with_a, b)) return false;
    View with_b = view;
    add(with_b, p, b);
    return dead(with_b, a);
  }
  // True if a stone of the player may make an adjacent cell dead. A quick test without groups, which excludes
  // most cells.
  [[nodiscard]] bool may_kill(const View& view, Player p, std::uint32_t stone,
                              std::uint32_t cell) const noexcept {
    Board open = board_.neighbours(cell) & view.empty;
    open.reset(stone);
    if (!open.without(view.beside[p] | board_.neighbours(stone)).any()) return true;
    const Board& beside = view.beside[1 - p];
    return beside.test(cell) ? !open.without(beside).any() : open.count() <= 2;
  }

  // The empty cells that touch at most `most` others: no others can be dead, or soon become so.
  [[nodiscard]] Board enclosed(const View& view, std::uint32_t most) const noexcept {
    Board out;
    view.empty.for_each([&](std::uint32_t cell) {
      if ((board_.neighbours(cell) & view.empty).count() <= most) out.set(cell);
    });
    return out;
  }

  // A quick test without groups, which excludes most cells.
  [[nodiscard]] bool may_be_closed(Player p, const View& view, std::uint32_t cell) const noexcept {
    const Board open = board_.neighbours(cell) & view.empty;
    return view.beside[p].test(cell) ? !open.without(view.beside[p]).any() : open.count() <= 2;
  }
  // True if all neighbours of the empty cell on the player's graph touch each other.
  [[nodiscard]] bool closed_for(Player p, const View& view, std::uint32_t cell) const {
    if (!may_be_closed(p, view, cell)) return false;
    const Board& around = board_.neighbours(cell);
    const Board open = around & view.empty;
    if (!view.beside[p].test(cell))
      return open.count() < 2 || open.without(board_.neighbours(lowest_cell(open))).count() == 1;
    const std::array<Board, 2> lines{board_.first_edge(p), board_.last_edge(p)};
    const Board& own = view.stones[p];
    const Board touched = around & own;
    const std::array<bool, 2> at{lines[0].test(cell), lines[1].test(cell)};
    // The one group that contains all: from one stone or edge, with the edges as stones.
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
    for (std::uint32_t i = 0;; ++i) {
      if (set.word[i] != 0) return 64 * i + static_cast<std::uint32_t>(std::countr_zero(set.word[i]));
    }
  }
  [[nodiscard]] static Board lowest(const Board& set) noexcept { return Board::single(lowest_cell(set)); }

  const HexBoard<W>& board_;
  const Patterns<W>& patterns_;
  const FillPatterns<W> fill_patterns_;
};

}  // namespace ludex::games::hex
