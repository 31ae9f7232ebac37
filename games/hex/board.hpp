// The board of Hex on bitboards: edges, neighbours and connection. Cell = row * width + column, row 0 on top;
// each row is shifted half a cell to the right of the row above.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/game/game.hpp"
#include "games/common/bits.hpp"

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
  // All cells next to a member of the set; may include members.
  [[nodiscard]] Board neighbours(const Board& set) const noexcept {
    const Board not_left = set.without(first_edge_[1]);
    const Board not_right = set.without(last_edge_[1]);
    const Board back = not_left.down_small(1) | set.down_small(width_) | not_right.down_small(diagonal_);
    const Board forth = not_right.up_small(1) | set.up_small(width_) | not_left.up_small(diagonal_);
    return (back | forth) & all_;
  }
  // The stones connected to `seeds` (a subset of `stones`), these included.
  [[nodiscard]] Board flood(Board seeds, const Board& stones) const noexcept {
    Board done;
    while (seeds.any()) {
      done |= seeds;
      seeds = (neighbours(seeds) & stones).without(done);
    }
    return done;
  }
  // The stones of player p connected to the player's first edge.
  [[nodiscard]] Board reached(Player p, const Board& stones) const noexcept {
    return flood(stones & first_edge_[p], stones);
  }
  // Updates `reached` after the stone on `cell` was added to `stones`; true if the edges are connected.
  [[nodiscard]] bool join(Player p, std::uint32_t cell, const Board& stones, Board& reached) const noexcept {
    if (!near_[cell].intersects(reached) && !first_edge_[p].test(cell)) return false;
    Board fresh = Board::single(cell);
    while (fresh.any()) {
      reached |= fresh;
      fresh = (neighbours(fresh) & stones).without(reached);
    }
    return reached.intersects(last_edge_[p]);
  }

  // The mirror image in the long diagonal (row and column exchanged). Square boards only.
  [[nodiscard]] std::uint32_t mirrored(std::uint32_t cell) const noexcept {
    return cell % width_ * width_ + cell / width_;
  }

 private:
  std::uint32_t width_;
  std::uint32_t height_;
  std::uint32_t
      diagonal_;  // width - 1; on boards of one column, which have no diagonal step, any valid shift
  Board all_;
  std::array<Board, 2> first_edge_;
  std::array<Board, 2> last_edge_;
  std::array<Board, Board::kCapacity> near_{};  // neighbours of each cell
};

}  // namespace ludex::games::hex
