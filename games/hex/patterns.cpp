#include "games/hex/patterns.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game/game.hpp"
#include "games/hex/board.hpp"

namespace ludex::games::hex {

namespace {

// One edge template of one cell, as lists of cells.
struct EdgeTemplate {
  std::uint16_t cell;
  bool wide;
  std::vector<std::uint16_t> carrier;
};

// A line is parallel to the edge; the cell `along` a line touches `along - 1` and `along` of the next line
// towards the edge. In these coordinates the four edges are alike.
std::vector<EdgeTemplate> edge_templates(Player p, std::uint32_t edge, int width, int height,
                                         std::uint32_t rows) {
  std::vector<EdgeTemplate> out;
  const int lines = p == 0 ? height : width;
  const int most = std::min(lines, static_cast<int>(rows));
  const int length = p == 0 ? width : height;
  // Steps towards the edge and along it.
  using Steps = std::vector<std::pair<int, int>>;
  const auto add = [&](bool wide, int line, int along, const Steps& steps) {
    const auto cell = [&](int l, int a) {
      if (edge == kFirstEdge) a = length - 1 - a;
      if (edge == kLastEdge) l = lines - 1 - l;
      return static_cast<std::uint16_t>(p == 0 ? l * width + a : a * width + l);
    };
    EdgeTemplate t{cell(line, along), wide, {}};
    for (const auto& [dl, da] : steps) {
      if (along + da < 0 || along + da >= length) return;
      t.carrier.push_back(cell(line - dl, along + da));
    }
    out.push_back(std::move(t));
  };
  // The mirror image of the template.
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
    if (most > 1) add(false, 1, along, {{1, -1}, {1, 0}});
    if (most > 2) {
      add(false, 2, along, ziggurat);
      add(false, 2, along, mirrored(ziggurat));
      add(true, 2, along, third);
    }
    if (most > 3) {
      add(true, 3, along, fourth);
      add(true, 3, along, mirrored(fourth));
    }
    if (most > 4) {
      add(true, 4, along, fifth);
      add(true, 4, along, mirrored(fifth));
    }
  }
  return out;
}

}  // namespace

CellPatterns::CellPatterns(std::uint32_t board_width, std::uint32_t board_height) {
  const std::uint32_t cells = board_width * board_height;
  const auto width = static_cast<int>(board_width);
  const auto height = static_cast<int>(board_height);
  near_.resize(cells);
  bridges_.resize(cells);
  const auto inside = [&](int r, int c) { return r >= 0 && c >= 0 && r < height && c < width; };
  const auto cell = [&](int r, int c) { return static_cast<std::uint16_t>(r * width + c); };
  // Neighbours in circular order around the cell, so that consecutive ones touch.
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
    rank_[p].resize(cells);
    for (int i = 0; i < width * height; ++i) {
      order_[p].push_back(p == 0 ? static_cast<std::uint16_t>(i) : cell(i % height, i / height));
      rank_[p][order_[p].back()] = static_cast<std::uint16_t>(i);
    }
  }
}

template <std::size_t W>
Patterns<W>::Patterns(const HexBoard<W>& board, std::uint32_t rows)
    : CellPatterns(board.width(), board.height()) {
  for (Player p = 0; p < 2; ++p) {
    templates_[p].resize(board.cells());
    wide_templates_[p].resize(board.cells());
    for (const std::uint32_t edge : {kFirstEdge, kLastEdge}) {
      for (const EdgeTemplate& found :
           edge_templates(p, edge, static_cast<int>(board.width()), static_cast<int>(board.height()), rows)) {
        Template t{static_cast<std::uint16_t>(edge), {}};
        for (const std::uint16_t cell : found.carrier) t.carrier.set(cell);
        (found.wide ? wide_templates_ : templates_)[p][found.cell].push_back(t);
      }
    }
  }
}

template class Patterns<1>;
template class Patterns<2>;
template class Patterns<3>;
template class Patterns<4>;
template class Patterns<6>;

}  // namespace ludex::games::hex
