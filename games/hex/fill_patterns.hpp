// FillPatterns<W>: where a few empty cells may be filled in, whatever else is on the board, by what is beside
// them (P. Henderson, "Playing and solving the game of Hex", PhD thesis, University of Alberta, 2010,
// chapter 3). All places of the board are tried at once.
//
// Captured by X: a set of empty cells in which X, answering every move of the opponent's there, ends with
//   stones that join whatever stones of X around would be joined were all of the set X's. All of it may be
//   filled. With one cell, in which X has no answer left, that is a dead cell.
// Permanently inferior for X: a cell v of a set with another cell m, such that v is dead once the opponent is
//   on m, or X on any third cell of the set; and X, answering on m any move of the opponent's on another cell
//   of the set, has captured the set. Then v may be filled: let X win with v filled, and play X's moves of
//   that game without it. In the set, the opponent gains nothing but by m, which kills v; after any other of
//   his moves there X's answer on m leaves nothing of it, and X one stone more. X's own move on m captures
//   the set as well, and one on a third cell kills v.
//
// The table holds every such set of up to four cells that no smaller one explains; a search of all of them
// finds it again (hex_fill_patterns_test.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game/game.hpp"
#include "games/common/bits.hpp"
#include "games/hex/board.hpp"

namespace ludex::games::hex {

// Cells by column and row, as on the board, of a frame of the pattern's own.
struct FillPattern {
  std::string_view empty;   // the set
  std::string_view filled;  // what of it
  std::string_view own;     // stones and lines of the player who fills it
  std::string_view other;   // the opponent's
};

inline constexpr std::array<FillPattern, 76> kFillPatterns{{
    {"d2", "d2", "d1 e1 c2 e2", ""},
    {"d2", "d2", "d1 e1 c2", "d3"},
    {"d2", "d2", "d1 e1", "c3 d3"},
    {"d2", "d2", "d1", "e2 c3 d3"},
    {"d2", "d2", "", "d1 e1 c2 e2"},
    {"d2 e2", "d2 e2", "d1 e1 f1 c2 f2", ""},
    {"d2 e2", "d2 e2", "d1 e1 f1 c2", "e3"},
    {"d2 e2", "d2 e2", "d1 e1 f1", "c3 e3"},
    {"d2 e2", "d2 e2", "d1 e1 f1 d3", ""},
    {"d2 e2", "d2 e2", "d1 e1 c2", "f2 e3"},
    {"d2 e2", "d2 e2", "d1 e1", "f2 c3 e3"},
    {"d2 e2", "d2 e2", "d1 e1 d3", "f2"},
    {"d2 e2", "d2 e2", "d1 e1 d3 e3", ""},
    {"d2 e2", "d2 e2", "d1 c2 c3", "f1 f2 e3"},
    {"d2 e2", "d2 e2", "", "d1 f1 c2 f2 c3 e3"},
    {"d2 e2", "d2 e2", "d3", "d1 f1 c2 f2"},
    {"d2 e2", "d2 e2", "e1 d3", "c2 f2"},
    {"d2 e2 f2", "d2 e2 f2", "d1 e1 d3", "g1 g2 f3"},
    {"d2 e2 f2", "d2 e2 f2", "f1 e3", "d1 c2 g2 c3"},
    {"d2 e2 c3", "d2 e2 c3", "d1 e1 f1 f2", "b3 b4 c4"},
    {"d2 e2 c3", "d2 e2 c3", "d1 e1 f1", "b3 e3 b4 c4"},
    {"d2 e2 c3", "d2 e2 c3", "d1 e1", "f2 b3 e3 b4 c4"},
    {"d2 e2 d3", "d2 e2 d3", "d1 c2", "f1 f2 e3 c4 d4"},
    {"d2 e2 f2 g2", "d2 e2 f2 g2", "f1 e3", "d1 h1 c2 h2 c3 g3"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "d1 e1 f1 g1 c2 g2", "c4 d4"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "d1 e1 f1 g1 c2", "f3 c4 d4"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "d1 e1 f1 c2", "g2 f3 c4 d4"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "f1 g1 g2", "d1 c2 c3 c4 d4"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "f1 g1", "d1 c2 c3 f3 c4 d4"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "f1 g1 e3 c4 d4", "d1 c2"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "f1", "d1 c2 g2 c3 f3 c4 d4"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "f1 e3 c4 d4", "d1 c2 g2"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "f1 e3 f3 c4 d4", "d1 c2"},
    {"d2 e2 c3 d3", "d2", "d1 e1 f1 c2 b3", ""},
    {"d2 e2 c3 d3", "d2", "d1 e1 f1 c2", "b4"},
    {"d2 e2 c3 d3", "d2", "d1 e1 f1 c2 c4", ""},
    {"d2 e2 c3 d3", "d2", "d1 e1 c2", "f2 b4"},
    {"d2 e2 c3 d3", "d2", "d1 e1 c2 c4", "f2"},
    {"d2 e2 c3 d3", "d2", "d1 e1 c2 e3 c4", ""},
    {"d2 e2 c3 d3", "d2 e2 c3 d3", "d1 e1 f1 c2 c4 d4", ""},
    {"d2 e2 c3 d3", "d2 e2 c3 d3", "d1 e1 c2 c4 d4", "f2"},
    {"d2 e2 c3 d3", "d2 e2 c3 d3", "d1 e1 c2 e3 c4 d4", ""},
    {"d2 e2 c3 d3", "d2 e2 c3 d3", "d1", "f1 f2 b3 e3 b4 c4 d4"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "d1 e1 f1", "b3 f3 b4 c4 d4 e4"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "d4", "d1 e1 f1 c2 f2 b3 f3 b4"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "", "d1 e1 f1 c2 f2 b3 f3 b4 e4"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "c4 d4", "d1 e1 f1 c2 f2 b3 f3"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "d4 e4", "d1 e1 f1 c2 f2 b3 b4"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "c4 d4 e4", "d1 e1 f1 c2 f2 b3"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "b4 c4 d4 e4", "d1 e1 f1 c2 f2"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "f3 d4 e4", "d1 e1 f1 c2 b3 b4"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "f3 c4 d4 e4", "d1 e1 f1 c2 b3"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "f3 b4 c4 d4 e4", "d1 e1 f1 c2"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "b3 f3 b4 c4 d4 e4", "d1 e1 f1"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 b2 c2 b4 b5", "d4"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 b2 c2 b4", "d4 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 b2 c2 b4 b5 c5", ""},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 c2 b4 b5", "a3 d4"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 c2 b4", "a3 d4 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 c2 b4 b5 c5", "a3"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 c2 a4 b4 b5", "d4"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 c2 a4 b4", "d4 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 b2 c2 b4 b5", "e2 d4"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 b2 c2 b4", "e2 d4 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 b2 c2 d3 b4 d4", ""},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 b2 c2 d3 b4", "c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 b4 b5", "e2 a3 d4"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 b4", "e2 a3 d4 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 a4 b4", "e2 d4 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 d3", "a3 a4 b5 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 d3 b4 d4", "a3"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 d3 b4 b5", "a3"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 d3 b4", "a3 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 d3 a4 b4 d4", ""},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d3 b4", "d1 e1 b2 a3 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "c2 d3 b4", "e1 a3 c5"},
}};

template <std::size_t W>
class FillPatterns {
 public:
  using Board = Bits<W>;
  using Stones = std::array<Board, 2>;

  explicit FillPatterns(const HexBoard<W>& board) : board_(board) {
    std::vector<Place> places;
    for (const FillPattern& pattern : kFillPatterns) {
      for (Player p = 0; p < 2; ++p) {
        for (std::uint32_t turn = 0; turn < 12; ++turn) places.push_back(place(pattern, p, turn));
      }
    }
    // A tree of conditions: what several begin with is looked for once.
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    grow(places.data(), places.data() + places.size(), 0);
  }

  // Fills what is found until there is nothing more. Whether that is anything.
  bool fill(Stones& stones) const {
    const Board before = stones[0] | stones[1];
    Board fresh = before;
    Board near = board_.all();
    while (look(near, stones)) {
      // Nothing that is far from what was filled is new.
      const Board now = stones[0] | stones[1];
      near = now.without(fresh);
      fresh = now;
      for (std::uint32_t i = 0; i < reach_; ++i) near |= board_.neighbours(near);
    }
    return !(fresh == before);
  }

 private:
  // The same once, with the sets that begin at these cells.
  bool look(const Board& near, Stones& stones) const {
    std::array<Board, kMostViews> seen;
    Board empty = board_.all().without(stones[0] | stones[1]);
    for (std::size_t i = 0; i < views_.size(); ++i) {
      const View& view = views_[i];
      const Board& set = view.kind == kEmpty ? empty : stones[view.kind];
      seen[i] = ((view.back ? set.up(view.distance) : set.down(view.distance)) & view.inside) | view.line;
    }
    bool any = false;
    std::array<Board, kMostConditions + 1> places;  // where all conditions down to that depth hold
    places[0] = empty & near;
    for (std::size_t i = 0; i < tree_.size();) {
      const Node& node = tree_[i];
      Board& here = places[node.depth + 1];
      here = places[node.depth] & seen[node.view];
      if (!here.any()) {
        i = node.next;
        continue;
      }
      for (std::uint32_t k = node.first; k < node.end; ++k) any |= fill(sets_[k], here, empty, stones);
      ++i;
    }
    return any;
  }

  static constexpr std::size_t kMostViews = 96;
  static constexpr std::size_t kMostConditions = 16;
  static constexpr std::uint32_t kEmpty = 2;  // else a player's stones
  using Step = std::pair<int, int>;           // rows and columns

  // The board seen from some cells away: which cells have that step away an empty cell, or a stone or line of
  // a player's.
  struct View {
    std::uint32_t kind;
    Step step;
    bool back;
    std::uint32_t distance;
    Board inside;
    Board line;
  };
  using Conditions = std::vector<std::uint8_t>;  // views in which a cell must be
  // Cells of a set, as numbers to be added to the one where it is found; the last one again where there are
  // fewer.
  using Cells = std::array<std::int16_t, 4>;
  struct Set {
    Player player;
    Cells empty;
    Cells filled;
    auto operator<=>(const Set&) const = default;
  };
  struct Place {
    Conditions conditions;
    Set set;
    auto operator<=>(const Place&) const = default;
  };
  // In the order of a walk that comes to children first.
  struct Node {
    std::uint8_t view;
    std::uint8_t depth;
    std::uint16_t next;   // that is not below this one
    std::uint16_t first;  // what is filled where all conditions down to here hold
    std::uint16_t end;
  };

  // Adds the nodes for sorted places that have the first `depth` conditions in common, and one more each.
  void grow(const Place* begin, const Place* end, std::size_t depth) {
    while (begin != end) {
      const std::uint8_t view = begin->conditions[depth];
      const Place* same = begin;
      while (same != end && same->conditions[depth] == view) ++same;
      const std::size_t at = tree_.size();
      const auto first = static_cast<std::uint16_t>(sets_.size());
      for (; begin != same && begin->conditions.size() == depth + 1; ++begin) sets_.push_back(begin->set);
      tree_.push_back(
          {view, static_cast<std::uint8_t>(depth), 0, first, static_cast<std::uint16_t>(sets_.size())});
      grow(begin, same, depth + 1);
      tree_[at].next = static_cast<std::uint16_t>(tree_.size());
      begin = same;
    }
  }
  [[nodiscard]] static std::vector<Step> steps(std::string_view cells, std::uint32_t turn) {
    std::vector<Step> out;
    for (std::size_t i = 0; i < cells.size(); i += 3) {
      Step at{cells[i + 1] - '0', cells[i] - 'a'};
      for (std::uint32_t n = 0; n < turn % 6; ++n) at = {at.first + at.second, -at.first};
      if (turn >= 6) std::swap(at.first, at.second);
      out.push_back(at);
    }
    return out;
  }
  [[nodiscard]] Place place(const FillPattern& pattern, Player player, std::uint32_t turn) {
    const std::vector<Step> empty = steps(pattern.empty, turn);
    const std::vector<Step> filled = steps(pattern.filled, turn);
    const Step origin = *std::min_element(empty.begin(), empty.end());
    Place out{{}, {player, {}, {}}};
    const auto look = [&](const std::vector<Step>& cells, std::uint32_t kind) {
      for (const auto& [row, column] : cells) {
        const Step step{row - origin.first, column - origin.second};
        if (kind != kEmpty || step != Step{}) out.conditions.push_back(view(kind, step));
        for (const int away : {step.first, step.second, step.first + step.second})
          reach_ = std::max(reach_, static_cast<std::uint32_t>(std::abs(away)));
      }
    };
    const auto cells = [&](std::vector<Step> list, Cells& of) {
      std::sort(list.begin(), list.end());
      for (std::size_t i = 0; i < of.size(); ++i) {
        const auto& [row, column] = list[std::min(i, list.size() - 1)];
        of[i] = static_cast<std::int16_t>((row - origin.first) * static_cast<int>(board_.width()) + column -
                                          origin.second);
      }
    };
    look(steps(pattern.own, turn), player);
    look(steps(pattern.other, turn), 1 - player);
    look(empty, kEmpty);
    if (out.conditions.size() > kMostConditions)
      throw std::length_error("a pattern with too many conditions");
    std::sort(out.conditions.begin(), out.conditions.end());
    cells(empty, out.set.empty);
    cells(filled, out.set.filled);
    return out;
  }
  [[nodiscard]] std::uint8_t view(std::uint32_t kind, Step step) {
    const auto same = [&](const View& v) { return v.kind == kind && v.step == step; };
    const auto known = std::find_if(views_.begin(), views_.end(), same);
    if (known != views_.end()) return static_cast<std::uint8_t>(known - views_.begin());
    const auto width = static_cast<int>(board_.width());
    const auto height = static_cast<int>(board_.height());
    const int distance = step.first * width + step.second;
    View out{kind, step, distance < 0, static_cast<std::uint32_t>(std::abs(distance)), {}, {}};
    for (std::uint32_t cell = 0; cell < board_.cells(); ++cell) {
      const int row = static_cast<int>(cell) / width + step.first;
      const int column = static_cast<int>(cell) % width + step.second;
      const bool rows = row >= 0 && row < height;
      const bool columns = column >= 0 && column < width;
      if (rows && columns) out.inside.set(cell);
      // Black's lines are beyond the rows, white's beyond the columns; beyond both is nothing.
      if (kind == 0 && columns && !rows) out.line.set(cell);
      if (kind == 1 && rows && !columns) out.line.set(cell);
    }
    if (views_.size() == kMostViews)
      throw std::length_error("more kinds of conditions than there is room for");
    views_.push_back(out);
    return static_cast<std::uint8_t>(views_.size() - 1);
  }

  [[nodiscard]] static bool fill(const Set& set, const Board& places, Board& empty, Stones& stones) {
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
  std::uint32_t reach_ = 0;  // from the first cell of a set to the farthest beside it
  std::vector<View> views_;
  std::vector<Node> tree_;
  std::vector<Set> sets_;
};

}  // namespace ludex::games::hex
