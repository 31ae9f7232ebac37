// Patterns<W>: what one board's cells have to do with each other before any stone is there: neighbours,
// bridges and edge templates. Made once a game.
//
// A bridge joins two cells with two common neighbours, both empty: whichever the opponent takes, the other
// one joins them. The edge templates are the bridge from the second row and the ziggurat from the third, each
// with its carrier (C. Browne, "Hex Strategy", 2000). From the third and the fourth row there are more, which
// a search of all sets of cells has found: the carriers that are minimal, in strips of 8 and 9 cells
// (hex_connections_test.cpp proves each of them anew). The one from the fifth row has 34 cells; a search that
// knows only the others proves it (hex_must_play_test.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game/game.hpp"
#include "games/common/bits.hpp"
#include "games/hex/board.hpp"

namespace ludex::games::hex {

inline constexpr std::uint32_t kFirstEdge = 0;
inline constexpr std::uint32_t kLastEdge = 1;

template <std::size_t W>
class Patterns {
 public:
  using Board = Bits<W>;

  struct Bridge {
    std::uint16_t to;
    std::uint16_t left;  // the carrier
    std::uint16_t right;
  };
  struct Template {
    std::uint16_t edge;
    Board carrier;
  };

  static constexpr std::uint32_t kMostRows = 5;

  // Edge templates of stones up to that row.
  explicit Patterns(const HexBoard<W>& board, std::uint32_t rows = kMostRows) {
    const auto width = static_cast<int>(board.width());
    const auto height = static_cast<int>(board.height());
    near_.resize(board.cells());
    bridges_.resize(board.cells());
    const auto inside = [&](int r, int c) { return r >= 0 && c >= 0 && r < height && c < width; };
    const auto cell = [&](int r, int c) { return static_cast<std::uint16_t>(r * width + c); };
    // Neighbours in the order of a walk around the cell, so that two consecutive ones touch.
    constexpr std::array<std::pair<int, int>, 6> kRing{{{-1, 0}, {-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}}};
    for (int r = 0; r < height; ++r) {
      for (int c = 0; c < width; ++c) {
        for (std::size_t i = 0; i < 6; ++i) {
          const auto [lr, lc] = kRing[i];
          const auto [rr, rc] = kRing[(i + 1) % 6];
          if (inside(r + lr, c + lc)) near_[cell(r, c)].push_back(cell(r + lr, c + lc));
          // Opposite the cell, beyond the two neighbours.
          if (inside(r + lr + rr, c + lc + rc) && inside(r + lr, c + lc) && inside(r + rr, c + rc))
            bridges_[cell(r, c)].push_back(
                {cell(r + lr + rr, c + lc + rc), cell(r + lr, c + lc), cell(r + rr, c + rc)});
        }
      }
    }
    for (Player p = 0; p < 2; ++p) {
      templates_[p].resize(board.cells());
      wide_templates_[p].resize(board.cells());
      rank_[p].resize(board.cells());
      for (const std::uint32_t edge : {kFirstEdge, kLastEdge}) add_templates(p, edge, width, height, rows);
      for (int i = 0; i < width * height; ++i) {
        order_[p].push_back(p == 0 ? static_cast<std::uint16_t>(i) : cell(i % height, i / height));
        rank_[p][order_[p].back()] = static_cast<std::uint16_t>(i);
      }
    }
  }

  [[nodiscard]] const std::vector<std::uint16_t>& near(std::uint32_t cell) const noexcept {
    return near_[cell];
  }
  [[nodiscard]] const std::vector<Bridge>& bridges(std::uint32_t cell) const noexcept {
    return bridges_[cell];
  }
  // From this cell to an edge of the player's.
  [[nodiscard]] const std::vector<Template>& templates(Player p, std::uint32_t cell) const noexcept {
    return templates_[p][cell];
  }
  // The ones that are too wide for a search from neighbours to find.
  [[nodiscard]] const std::vector<Template>& wide_templates(Player p, std::uint32_t cell) const noexcept {
    return wide_templates_[p][cell];
  }
  // All cells, line by line from the player's first edge to the last.
  [[nodiscard]] const std::vector<std::uint16_t>& order(Player p) const noexcept { return order_[p]; }
  // The place of each cell in it.
  [[nodiscard]] const std::vector<std::uint16_t>& rank(Player p) const noexcept { return rank_[p]; }

 private:
  // A line is what is parallel to the edge; the cell `along` a line touches `along - 1` and `along` of the
  // next line towards the edge. Seen so, the four edges look alike.
  void add_templates(Player p, std::uint32_t edge, int width, int height, std::uint32_t rows) {
    const int lines = p == 0 ? height : width;
    const int most = std::min(lines, static_cast<int>(rows));
    const int length = p == 0 ? width : height;
    // Steps towards the edge and along it.
    using Steps = std::vector<std::pair<int, int>>;
    const auto add = [&](auto& list, int line, int along, const Steps& steps) {
      Template t{};
      const auto cell = [&](int l, int a) {
        if (edge == kFirstEdge) a = length - 1 - a;
        if (edge == kLastEdge) l = lines - 1 - l;
        return static_cast<std::uint16_t>(p == 0 ? l * width + a : a * width + l);
      };
      for (const auto& [dl, da] : steps) {
        if (along + da < 0 || along + da >= length) return;
        t.carrier.set(cell(line - dl, along + da));
      }
      t.edge = static_cast<std::uint16_t>(edge);
      list[p][cell(line, along)].push_back(t);
    };
    // The same template seen in a mirror.
    const auto mirrored = [](Steps steps) {
      for (auto& [dl, da] : steps) da = -da - dl;
      return steps;
    };
    const Steps ziggurat{{0, 1}, {1, -1}, {1, 0}, {1, 1}, {2, -2}, {2, -1}, {2, 0}, {2, 1}};
    const Steps third{{0, -1}, {0, 1}, {1, -2}, {1, -1}, {1, 0}, {1, 1}, {2, -3}, {2, -2}, {2, 0}, {2, 1}};
    const Steps fourth{{0, 1}, {1, -2}, {1, -1}, {1, 0},  {1, 1},  {1, 2},  {2, -3}, {2, -2}, {2, -1}, {2, 0},
                       {2, 1}, {2, 2},  {3, -4}, {3, -3}, {3, -2}, {3, -1}, {3, 0},  {3, 1},  {3, 2}};
    Steps fifth{{0, -1}, {0, 1}};
    constexpr std::array<std::pair<int, int>, 4> kFifth{{{-2, 2}, {-4, 3}, {-5, 3}, {-6, 3}}};
    for (int line = 1; line <= 4; ++line) {
      const auto [from, to] = kFifth[static_cast<std::size_t>(line - 1)];
      for (int step = from; step <= to; ++step) fifth.emplace_back(line, step);
    }
    for (int along = 0; along < length; ++along) {
      if (most > 1) add(templates_, 1, along, {{1, -1}, {1, 0}});
      if (most > 2) {
        add(templates_, 2, along, ziggurat);
        add(templates_, 2, along, mirrored(ziggurat));
        add(wide_templates_, 2, along, third);
      }
      if (most > 3) {
        add(wide_templates_, 3, along, fourth);
        add(wide_templates_, 3, along, mirrored(fourth));
      }
      if (most > 4) {
        add(wide_templates_, 4, along, fifth);
        add(wide_templates_, 4, along, mirrored(fifth));
      }
    }
  }

  std::vector<std::vector<std::uint16_t>> near_;
  std::vector<std::vector<Bridge>> bridges_;
  std::array<std::vector<std::vector<Template>>, 2> templates_;
  std::array<std::vector<std::vector<Template>>, 2> wide_templates_;
  std::array<std::vector<std::uint16_t>, 2> order_;
  std::array<std::vector<std::uint16_t>, 2> rank_;
};

}  // namespace ludex::games::hex
