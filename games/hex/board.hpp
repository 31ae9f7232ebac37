// The board of Hex on bitboards: edges, neighbours and connection. Cell = row * width + column, row 0 on top;
// each row is shifted half a cell to the right of the row above.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/game/game.hpp"
#include "games/common/bits.hpp"
#include "games/common/grid_text.hpp"
#include "games/common/svg.hpp"

namespace ludex::games::hex {

template <std::size_t W>
class HexBoard {
 public:
  using Board = Bits<W>;

  HexBoard(std::uint32_t width, std::uint32_t height)
      : width_(width), height_(height), diagonal_(std::max(width, 2U) - 1) {
    for (std::uint32_t cell = 0; cell < cells(); ++cell) {
      all_.set(cell);
      if (cell < width) first_edge_[0].set(cell);
      if (cell + width >= cells()) last_edge_[0].set(cell);
      if (cell % width == 0) first_edge_[1].set(cell);
      if (cell % width == width - 1) last_edge_[1].set(cell);
    }
    for (std::uint32_t cell = 0; cell < cells(); ++cell) near_[cell] = neighbours(Board::single(cell));
  }

  [[nodiscard]] std::uint32_t width() const noexcept { return width_; }
  [[nodiscard]] std::uint32_t height() const noexcept { return height_; }
  [[nodiscard]] std::uint32_t cells() const noexcept { return width_ * height_; }
  [[nodiscard]] const Board& all() const noexcept { return all_; }
  // Black's edges are top and bottom, white's left and right.
  [[nodiscard]] const Board& first_edge(Player p) const noexcept { return first_edge_[p]; }
  [[nodiscard]] const Board& last_edge(Player p) const noexcept { return last_edge_[p]; }

  [[nodiscard]] const Board& neighbours(std::uint32_t cell) const noexcept { return near_[cell]; }
  // Every cell beside a member of the set; members may be among them.
  [[nodiscard]] Board neighbours(const Board& set) const noexcept {
    const Board not_left = set.without(first_edge_[1]);
    const Board not_right = set.without(last_edge_[1]);
    const Board back = not_left.down_small(1) | set.down_small(width_) | not_right.down_small(diagonal_);
    const Board forth = not_right.up_small(1) | set.up_small(width_) | not_left.up_small(diagonal_);
    return (back | forth) & all_;
  }
  // The stones joined to `seeds` (a subset of `stones`), these included.
  [[nodiscard]] Board flood(Board seeds, const Board& stones) const noexcept {
    Board done;
    while (seeds.any()) {
      done |= seeds;
      seeds = (neighbours(seeds) & stones).without(done);
    }
    return done;
  }
  // The stones of player p joined to the player's first edge.
  [[nodiscard]] Board reached(Player p, const Board& stones) const noexcept {
    return flood(stones & first_edge_[p], stones);
  }
  // Brings `reached` up to date after the stone on `cell` was added to `stones`; whether the edges are
  // joined.
  [[nodiscard]] bool join(Player p, std::uint32_t cell, const Board& stones, Board& reached) const noexcept {
    if (!near_[cell].intersects(reached) && !first_edge_[p].test(cell)) return false;
    Board fresh = Board::single(cell);
    while (fresh.any()) {
      reached |= fresh;
      fresh = (neighbours(fresh) & stones).without(reached);
    }
    return reached.intersects(last_edge_[p]);
  }

  // Mirrored in the long diagonal (row and column exchanged). Square boards only.
  [[nodiscard]] std::uint32_t mirrored(std::uint32_t cell) const noexcept {
    return cell % width_ * width_ + cell / width_;
  }

  // `stone(cell)` gives '.', 'b' or 'w'.
  template <class F>
  [[nodiscard]] std::string text(F&& stone) const;
  // `stone(cell)` gives 0, 1 or 2.
  template <class F>
  [[nodiscard]] std::string svg(F&& stone, std::uint32_t last_cell) const;
  [[nodiscard]] std::string svg_cells() const;

 private:
  // Hexagons of the drawing have a vertical axis: one unit wide, corner radius 1/sqrt(3), rows 1.5 radii
  // apart.
  static constexpr double kRadius = 0.57735026918962573;
  static constexpr double kTop = 1.5;  // the centre of the first row
  static constexpr std::pair<double, double> centre(double x, double y) noexcept {
    return {1.4 + x + 0.5 * y, kTop + 1.5 * kRadius * y};
  }

  std::uint32_t width_;
  std::uint32_t height_;
  std::uint32_t
      diagonal_;  // width - 1; on boards of one column, which have no diagonal step, any valid shift
  Board all_;
  std::array<Board, 2> first_edge_;
  std::array<Board, 2> last_edge_;
  std::array<Board, Board::kCapacity> near_{};  // neighbours of each cell
};

template <std::size_t W>
template <class F>
std::string HexBoard<W>::text(F&& stone) const {
  std::string letters;
  for (std::uint32_t x = 0; x < width_; ++x) {
    letters += ' ';
    letters += static_cast<char>('a' + x);
  }
  std::string text = "   " + letters + "   black (b) joins top and bottom\n";
  for (std::uint32_t y = 0; y < height_; ++y) {
    text += std::string(y, ' ') + (y + 1 < 10 ? " " : "") + std::to_string(y + 1) + " ";
    for (std::uint32_t x = 0; x < width_; ++x) {
      text += ' ';
      text += stone(y * width_ + x);
    }
    text += "  " + std::to_string(y + 1) + "\n";
  }
  return text + std::string(height_, ' ') + "   " + letters + "   white (w) joins left and right\n";
}

template <std::size_t W>
std::string HexBoard<W>::svg_cells() const {
  SvgCellList cells;
  for (std::uint32_t y = 0; y < height_; ++y) {
    for (std::uint32_t x = 0; x < width_; ++x) {
      const auto [px, py] = centre(x, y);
      cells.add(cell_text(x, y + 1), px - 0.5, py - 0.75 * kRadius, 1, 1.5 * kRadius);
    }
  }
  return std::move(cells).finish();
}

template <std::size_t W>
template <class F>
std::string HexBoard<W>::svg(F&& stone, std::uint32_t last_cell) const {
  const double right = centre(width_ - 1, height_ - 1).first + 1.4;
  const double bottom = centre(0, height_ - 1).second + 1.5;
  SvgWriter out(right, bottom);
  // The edges: a band behind the cells, in the colour of who joins it.
  const auto [ax, ay] = centre(-0.25, -0.5);
  const auto [bx, by] = centre(width_ - 0.25, -0.5);
  const auto [cx, cy] = centre(width_ - 0.75, height_ - 0.5);
  const auto [dx, dy] = centre(-0.75, height_ - 0.5);
  const double mx = (ax + cx) / 2;
  const double my = (ay + cy) / 2;
  out.polygon({{ax - 0.3, ay - 0.2}, {bx + 0.1, by - 0.2}, {mx, my}}, "#111111");
  out.polygon({{dx - 0.1, dy + 0.2}, {cx + 0.3, cy + 0.2}, {mx, my}}, "#111111");
  out.polygon({{ax - 0.3, ay - 0.2}, {dx - 0.1, dy + 0.2}, {mx, my}}, "#d9d9d9", "#888888");
  out.polygon({{bx + 0.1, by - 0.2}, {cx + 0.3, cy + 0.2}, {mx, my}}, "#d9d9d9", "#888888");
  for (std::uint32_t y = 0; y < height_; ++y) {
    for (std::uint32_t x = 0; x < width_; ++x) {
      const auto [px, py] = centre(x, y);
      std::vector<std::pair<double, double>> corners;
      for (int i = 0; i < 6; ++i) {
        const double angle = (60.0 * i + 30) * 3.14159265358979 / 180;
        corners.emplace_back(px + kRadius * std::cos(angle), py + kRadius * std::sin(angle));
      }
      out.polygon(corners, "#f3e3c3", "#555555");
      const std::uint32_t cell = y * width_ + x;
      const std::uint32_t colour = stone(cell);
      if (colour != 0) out.circle(px, py, 0.38, colour == 1 ? "#111111" : "#ffffff", "#111111");
      if (colour != 0 && cell == last_cell) out.circle(px, py, 0.13, "#d7382d");
    }
  }
  for (std::uint32_t x = 0; x < width_; ++x) {
    const char letter = static_cast<char>('a' + x);
    out.label({&letter, 1}, centre(x, 0).first - 0.45, kTop - 1.15, 0.3, "#444444");
  }
  for (std::uint32_t y = 0; y < height_; ++y) {
    const auto [px, py] = centre(0, y);
    out.label(std::to_string(y + 1), px - 1.05, py, 0.3, "#444444");
  }
  return std::move(out).finish();
}

}  // namespace ludex::games::hex
