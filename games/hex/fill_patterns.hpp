// FillPatterns<W>: local patterns in which a few empty cells may be filled in, whatever the rest of the board
// (P. Henderson, "Playing and solving the game of Hex", PhD thesis, University of Alberta, 2010, chapter 3).
// Tests all places of the board at once.
//
// Captured by X: a set of empty cells in which X, answering every move of the opponent there, ends with
//   stones that connect whatever X's surrounding stones would connect if all of the set were X's. The whole
//   set may be filled. With one cell, in which X has no answer left, that is a dead cell.
// Permanently inferior for X: a cell v of a set with another cell m, such that v is dead once the opponent is
//   on m, or X on any third cell of the set; and X, answering on m any move of the opponent on another cell
//   of the set, has captured the set. Then v may be filled: suppose X wins with v filled, and play X's moves
//   of that game without it. In the set, the opponent gains only by m, which kills v; after any other of his
//   moves there X's answer on m captures the set, and X is one stone ahead. X's own move on m captures the
//   set as well, and one on a third cell kills v.
//
// The table has every such set of up to four cells that no smaller one explains; an exhaustive search
// confirms it (hex_fill_patterns_test.cpp).
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game/game.hpp"
#include "games/common/bits.hpp"
#include "games/hex/board.hpp"

namespace ludex::games::hex {

// Cells by column and row, as on the board, in a frame of the pattern's own.
struct FillPattern {
  std::string_view empty;   // the set
  std::string_view filled;  // the part that is filled
  std::string_view own;     // stones and lines of the player who fills it
  std::string_view other;   // the opponent's
};

inline constexpr std::size_t kFillPatternCount = 76;
extern const std::array<FillPattern, kFillPatternCount> kFillPatterns;

// The table in all its orientations, as a tree of conditions: common prefixes are tested once. Independent of
// the width of cell sets.
class FillPatternTree {
 public:
  using Step = std::pair<int, int>;  // rows and columns

  static constexpr std::size_t kMostViews = 96;
  static constexpr std::size_t kMostConditions = 16;
  static constexpr std::uint32_t kEmpty = 2;  // else a player's stones

  // The board shifted by a step: the cells for which the cell one step away is empty, or a stone or line of a
  // player.
  struct View {
    std::uint32_t kind;
    Step step;
  };
  // Cells of a set, as offsets from the matching cell; the last one repeated if there are fewer.
  using Cells = std::array<std::int16_t, 4>;
  struct Set {
    Player player;
    Cells empty;
    Cells filled;
    auto operator<=>(const Set&) const = default;
  };
  // Nodes are in depth-first order, children first.
  struct Node {
    std::uint8_t view;
    std::uint8_t depth;
    std::uint16_t next;   // the next node that is not below this one
    std::uint16_t first;  // set to fill where all conditions down to here hold
    std::uint16_t end;
  };

  // For boards of `width` columns.
  explicit FillPatternTree(std::uint32_t width);

  [[nodiscard]] const std::vector<View>& views() const noexcept { return views_; }
  [[nodiscard]] const std::vector<Node>& nodes() const noexcept { return nodes_; }
  [[nodiscard]] const Set& set(std::uint32_t i) const noexcept { return sets_[i]; }
  // Distance from the first cell of a set to its farthest neighbouring cell.
  [[nodiscard]] std::uint32_t reach() const noexcept { return reach_; }

 private:
  using Conditions = std::vector<std::uint8_t>;  // views in which a cell must be
  struct Place {
    Conditions conditions;
    Set set;
    auto operator<=>(const Place&) const = default;
  };

  // Adds the nodes for sorted places that share the first `depth` conditions, and one more each.
  void grow(const Place* begin, const Place* end, std::size_t depth);
  [[nodiscard]] Place place(const FillPattern& pattern, Player player, std::uint32_t turn);
  [[nodiscard]] std::uint8_t view(std::uint32_t kind, Step step);

  int width_;
  std::uint32_t reach_ = 0;
  std::vector<View> views_;
  std::vector<Node> nodes_;
  std::vector<Set> sets_;
};

template <std::size_t W>
class FillPatterns {
 public:
  using Board = Bits<W>;
  using Stones = std::array<Board, 2>;

  explicit FillPatterns(const HexBoard<W>& board);

  // Fills in matches until there are none. True if it filled anything.
  bool fill(Stones& stones) const;

 private:
  using Tree = FillPatternTree;

  struct View {
    std::uint32_t kind;
    bool back;
    std::uint32_t distance;
    Board inside;
    Board line;
  };

  // The same once, for sets that begin at these cells.
  bool look(const Board& near, Stones& stones) const;
  [[nodiscard]] static bool fill(const Tree::Set& set, const Board& places, Board& empty, Stones& stones) {
    bool any = false;
    places.for_each([&](std::uint32_t cell) {
      const auto at = [&](std::int16_t offset) {
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(cell) + offset);
      };
      // Another pattern may have filled some of it meanwhile.
      for (const std::int16_t offset : set.empty) {
        if (!empty.test(at(offset))) return;
      }
      for (const std::int16_t offset : set.filled) {
        empty.reset(at(offset));
        stones[set.player].set(at(offset));
      }
      any = true;
    });
    return any;
  }

  const HexBoard<W>& board_;
  const Tree tree_;
  std::vector<View> views_;
};

}  // namespace ludex::games::hex
